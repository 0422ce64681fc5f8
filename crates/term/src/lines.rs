//! Lines in and lines out: with a line editor in a terminal, plainly through a pipe.

use crate::plain::plain;
use parlor_wire::slash::complete;
use rustyline::{
    CompletionType, Config, Context, Editor, ExternalPrinter, Helper,
    completion::{Completer, Pair},
    error::ReadlineError,
    highlight::Highlighter,
    hint::Hinter,
    history::MemHistory,
    validate::Validator,
};
use std::{
    io::{self, BufRead, IsTerminal, Write},
    sync::{Arc, Mutex, PoisonError},
    thread,
};
use tokio::sync::mpsc::{Receiver, Sender, channel};

const PROMPT: &str = "> ";

/// Leaves. It is a matter between a person and their terminal, so it is not in the grammar.
pub const QUIT: &str = "/quit";

/// Whether a line asks to leave.
pub fn is_quit(line: &str) -> bool {
    line.trim().eq_ignore_ascii_case(QUIT)
}

/// How a half-typed line may go on.
fn suggestions(typed: &str, people: &[String]) -> Vec<String> {
    let people: Vec<_> = people.iter().map(String::as_str).collect();
    let quit = [QUIT.to_owned()].into_iter().filter(|_| typed.len() > 1 && QUIT.starts_with(&typed.to_lowercase()));
    complete(typed, &people).into_iter().chain(quit).collect()
}

/// The names that may be meant by what is typed.
#[derive(Clone, Default)]
pub struct People(Arc<Mutex<Vec<String>>>);

impl People {
    /// These, from now on.
    pub fn set(&self, names: impl Iterator<Item = String>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = names.map(|name| plain(&name)).collect();
    }
}

/// Where a person types and reads.
pub struct Lines {
    typed: Receiver<String>,
    printer: Option<Box<dyn ExternalPrinter + Send>>,
    /// Whether the output is gone.
    deaf: bool,
}

impl Lines {
    /// Standard input and output: a terminal, if both are.
    ///
    /// # Errors
    /// If the terminal cannot be set up.
    pub fn open(people: People) -> Result<Self, ReadlineError> {
        // A line waits until the one before it has been taken.
        let (sender, typed) = channel(1);
        if io::stdin().is_terminal() && io::stdout().is_terminal() {
            let config = Config::builder().completion_type(CompletionType::List).auto_add_history(true).build();
            let history = MemHistory::with_config(&config);
            let mut editor = Editor::with_history(config, history)?;
            editor.set_helper(Some(Finish(people)));
            let printer = editor.create_external_printer()?;
            thread::spawn(move || edit(editor, &sender));
            Ok(Self { typed, printer: Some(Box::new(printer)), deaf: false })
        } else {
            thread::spawn(move || read(&sender));
            Ok(Self { typed, printer: None, deaf: false })
        }
    }

    /// Whether a person sits at a terminal.
    pub const fn is_terminal(&self) -> bool {
        self.printer.is_some()
    }

    /// The next typed line; `None` at the end.
    pub async fn next(&mut self) -> Option<String> {
        self.typed.recv().await
    }

    /// Whether the output is gone.
    pub const fn is_deaf(&self) -> bool {
        self.deaf
    }

    /// Prints one line, made fit for a terminal.
    pub fn say(&mut self, line: &str) {
        let line = format!("{}\n", plain(line));
        let printed = match &mut self.printer {
            Some(printer) => printer.print(line).map_err(|_| ()),
            None => {
                let mut out = io::stdout().lock();
                out.write_all(line.as_bytes()).and_then(|()| out.flush()).map_err(|_| ())
            }
        };
        self.deaf |= printed.is_err();
    }
}

/// Reads lines as they come.
fn read(lines: &Sender<String>) {
    let mut bytes = Vec::new();
    let mut input = io::stdin().lock();
    while input.read_until(b'\n', &mut bytes).is_ok_and(|read| read > 0) {
        let line = String::from_utf8_lossy(&bytes).trim_end().to_owned();
        bytes.clear();
        if lines.blocking_send(line).is_err() {
            break;
        }
    }
}

/// Reads lines with an editor. It ends when the player leaves, so that the terminal is as it was before.
fn edit(mut editor: Editor<Finish, MemHistory>, lines: &Sender<String>) {
    while let Ok(line) = editor.readline(PROMPT) {
        let last = is_quit(&line);
        if lines.blocking_send(line).is_err() || last {
            break;
        }
    }
}

/// Finishes half-typed lines.
struct Finish(People);

impl Completer for Finish {
    type Candidate = Pair;

    fn complete(&self, line: &str, place: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<Pair>)> {
        let people = self.0.0.lock().unwrap_or_else(PoisonError::into_inner);
        let whole = suggestions(line.get(..place).unwrap_or(line), &people);
        Ok((0, whole.into_iter().map(|line| Pair { display: line.clone(), replacement: line + " " }).collect()))
    }
}

impl Hinter for Finish {
    type Hint = String;
}
impl Highlighter for Finish {}
impl Validator for Finish {}
impl Helper for Finish {}

#[cfg(test)]
mod tests {
    use super::*;
    use rustyline::history::DefaultHistory;

    #[test]
    fn tab_finishes_lines_as_everywhere_else() {
        let people = People::default();
        people.set(["Ada\u{1B}[2J L.".to_owned(), "Ben".to_owned()].into_iter());
        let history = DefaultHistory::new();
        let finish = |typed: &str| {
            let context = Context::new(&history);
            let (start, pairs) = Finish(people.clone()).complete(typed, typed.len(), &context).unwrap();
            assert_eq!(start, 0, "whole lines are suggested");
            pairs.into_iter().map(|pair| pair.replacement).collect::<Vec<_>>()
        };
        assert_eq!(finish("/HOPE bat"), ["/HOPE battleship "]);
        assert_eq!(finish("/hope accept a"), ["/hope accept Ada L. "]);
        assert_eq!(finish("/q"), ["/quit "]);
        assert!(finish("hello").is_empty());
    }
}
