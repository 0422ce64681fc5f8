//! How a line of a log is kept: as it is given out, and after a tab the command that caused it.

use crate::{
    NewEntry, StoreError, StoredEntry,
    sql::{from_json, matches::commands_of},
};
use parlor_wire::UserId;
use serde::Deserialize;
use serde_json::value::RawValue;
use std::fmt::{self, Write};

/// Between a line and its command: JSON has none, and neither have the names of commands.
const COMMAND: char = '\t';

/// Appends the text of a line: its input is JSON already, and goes in as it is.
pub fn append(text: &mut String, NewEntry { seq, tick, input, digest, command }: &NewEntry) {
    put(text, (*seq, tick.0), input, *digest, command.as_deref());
}

fn put(
    text: &mut String,
    (seq, tick): (u64, u64),
    input: &str,
    digest: Option<impl fmt::Display>,
    command: Option<&str>,
) {
    // Writing to a text does not fail.
    let _ = write!(text, r#"{{"seq":{seq},"tick":{tick},"input":{input}"#);
    if let Some(digest) = digest {
        let _ = write!(text, r#","digest":"{digest}""#);
    }
    text.push('}');
    if let Some(command) = command {
        text.push(COMMAND);
        text.push_str(command);
    }
}

/// A line whose parts are texts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Raw<'a> {
    pub seq: u64,
    pub tick: u64,
    /// JSON, as it was written.
    pub input: &'a str,
    pub digest: Option<&'a str>,
    pub command: Option<&'a str>,
}

impl<'a> Raw<'a> {
    /// Appends it to a text.
    pub fn append(self, text: &mut String) {
        put(text, (self.seq, self.tick), self.input, self.digest, self.command);
    }

    /// Takes a line apart without reading its input.
    pub fn read(line: &'a str) -> Result<Self, StoreError> {
        #[derive(Deserialize)]
        struct Parts<'a> {
            seq: u64,
            tick: u64,
            #[serde(borrow)]
            input: &'a RawValue,
            #[serde(default)]
            digest: Option<&'a str>,
        }
        let (entry, command) = match line.split_once(COMMAND) {
            Some((entry, command)) => (entry, Some(command)),
            None => (line, None),
        };
        let Parts { seq, tick, input, digest } = from_json(entry)?;
        Ok(Self { seq, tick, input: input.get(), digest, command })
    }
}

/// A line as it is given out.
pub fn without_command(line: &str) -> &str {
    line.split_once(COMMAND).map_or(line, |(line, _)| line)
}

/// Reads a line.
pub fn read(line: &str) -> Result<StoredEntry, StoreError> {
    let (entry, command) = match line.split_once(COMMAND) {
        Some((entry, command)) => (entry, Some(command.to_owned())),
        None => (line, None),
    };
    Ok(StoredEntry { entry: from_json(entry)?, command })
}

/// Several lines without the commands of a user; none if there are none of theirs.
pub fn without_commands_of(user: UserId, lines: &str) -> Option<String> {
    let theirs = commands_of(user);
    let is_theirs = |line: &str| line.split_once(COMMAND).is_some_and(|(_, command)| command.starts_with(&theirs));
    if !lines.lines().any(is_theirs) {
        return None;
    }
    let kept = lines.lines().map(|line| if is_theirs(line) { without_command(line) } else { line });
    Some(kept.collect::<Vec<_>>().join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sql::to_json;
    use parlor_kernel::{Digest, Entry, Input, Seat, Tick};
    use serde_json::json;

    fn text(entry: &NewEntry) -> String {
        let mut text = String::new();
        append(&mut text, entry);
        text
    }

    fn entry(seq: u64, digest: Option<Digest>, command: Option<&str>) -> (NewEntry, Entry) {
        let input = Input::Act { seat: Seat(1), action: json!({"say": "a\tb\nc"}) };
        let new = NewEntry { seq, tick: Tick(7), input: to_json(&input), digest, command: command.map(str::to_owned) };
        (new, Entry { seq, tick: Tick(7), input, digest })
    }

    #[test]
    fn lines_are_written_as_logs_are_and_read_again() {
        for (digest, command) in [(None, None), (Some(Digest([9; 16])), Some("00000000000000ff:a\"1"))] {
            let (new, entry) = entry(3, digest, command);
            let line = text(&new);
            assert_eq!(without_command(&line), to_json(&entry), "as serde writes it");
            let stored = read(&line).unwrap();
            assert_eq!((stored.entry, stored.command.as_deref()), (entry, command));
            let mut again = String::new();
            Raw::read(&line).unwrap().append(&mut again);
            assert_eq!(again, line, "and taken apart and put together");
        }
        assert!(read("{").is_err());
    }

    #[test]
    fn a_user_s_commands_are_forgotten_and_no_others() {
        let (ada, bea) = (UserId(1), UserId(2));
        let line = |user, seq| text(&entry(seq, None, Some(&format!("{}x", commands_of(user)))).0);
        let lines = [line(ada, 1), line(bea, 2), line(ada, 3)].join("\n");
        let kept = without_commands_of(ada, &lines).unwrap();
        let commands: Vec<_> = kept.lines().map(|line| read(line).unwrap().command).collect();
        assert_eq!(commands, [None, Some(format!("{}x", commands_of(bea))), None]);
        assert_eq!(without_commands_of(ada, &kept), None);
    }
}
