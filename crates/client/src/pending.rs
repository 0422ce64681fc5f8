//! Commands that wait for an answer.

use parlor_wire::{ClientFrame, Command, CommandId};
use std::collections::{BTreeMap, VecDeque};

/// Commands that wait for an answer, each with what its caller knows it by. A caller gets that back exactly once.
pub struct Pending<T> {
    /// Random, so that no two clients of a user share ids.
    name: String,
    given: u64,
    /// By the number of the command that is on its way.
    rows: BTreeMap<u64, Row<T>>,
}

/// Commands of which each makes sense only if those before it are carried out.
struct Row<T> {
    /// The one that is on its way.
    sent: ClientFrame,
    next: VecDeque<(u64, ClientFrame)>,
    /// Whether it was sent again, or waited for a connection.
    late: bool,
    what: T,
}

/// A command that was refused.
pub struct RefusedCommand<T> {
    /// The command.
    pub command: Command,
    /// Whether it was sent again, or waited for a connection: it may have come too late.
    pub late: bool,
    /// What its caller knows it by.
    pub what: T,
}

/// What an answer means.
pub enum Answered<T> {
    /// The command was part of a row: this is the next one of it.
    GoOn(Box<ClientFrame>),
    /// All of it is done.
    Done(T),
}

impl<T> Pending<T> {
    /// None yet, of a client called `name`.
    pub const fn new(name: String) -> Self {
        Self { name, given: 0, rows: BTreeMap::new() }
    }

    /// Whether no command waits for its answer.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// What the callers of all that wait know it by, the oldest first.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.rows.values().map(|row| &row.what)
    }

    /// A command under an id of its own, for which no caller waits.
    pub fn frame(&mut self, command: Command) -> ClientFrame {
        self.numbered(command).1
    }

    /// Takes in commands of which each waits until the one before it is done, and returns the first, to be sent. A
    /// refusal ends the row.
    pub fn give(&mut self, what: T, commands: impl IntoIterator<Item = Command>) -> Option<ClientFrame> {
        let mut next: VecDeque<_> = commands.into_iter().map(|command| self.numbered(command)).collect();
        let (number, sent) = next.pop_front()?;
        self.rows.insert(number, Row { sent: sent.clone(), next, late: false, what });
        Some(sent)
    }

    /// A command was carried out. Nothing if it does not wait (any more).
    pub fn done(&mut self, id: &CommandId) -> Option<Answered<T>> {
        let Row { mut next, late, what, .. } = self.take(id)?;
        let Some((number, sent)) = next.pop_front() else { return Some(Answered::Done(what)) };
        self.rows.insert(number, Row { sent: sent.clone(), next, late, what });
        Some(Answered::GoOn(Box::new(sent)))
    }

    /// A command was refused. Nothing if it does not wait (any more).
    pub fn refused(&mut self, id: &CommandId) -> Option<RefusedCommand<T>> {
        let Row { sent, late, what, .. } = self.take(id)?;
        Some(RefusedCommand { command: sent.command, late, what })
    }

    /// What to send over a new connection: all that has not been answered, the oldest first.
    pub fn again(&mut self) -> impl Iterator<Item = ClientFrame> {
        self.rows.values_mut().map(|row| {
            row.late = true;
            row.sent.clone()
        })
    }

    fn take(&mut self, id: &CommandId) -> Option<Row<T>> {
        let number = self.rows.iter().find(|(_, row)| row.sent.id == *id).map(|(&number, _)| number)?;
        self.rows.remove(&number)
    }

    fn numbered(&mut self, command: Command) -> (u64, ClientFrame) {
        self.given += 1;
        let id = format!("{}-{}", self.name, self.given).parse::<CommandId>().expect("names are short and visible");
        (self.given, ClientFrame { id, command })
    }
}
