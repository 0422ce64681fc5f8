//! What goes into the store and comes out of it.

use parlor_kernel::{Digest, Entry, Footer, Header, Key, Tick};
use parlor_wire::{ChatLine, MatchId, TableCode, UserId};

/// The hash of a session's token.
pub type TokenHash = [u8; 32];

/// A person.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct User {
    /// Their id.
    pub id: UserId,
    /// Their display name.
    pub name: String,
}

/// A change to the store.
#[derive(Clone, Debug)]
pub enum Write {
    /// The house's clock has come this far.
    Clock(u64),
    /// Somebody new.
    AddUser {
        /// Who.
        user: User,
        /// The hash of their first session's token.
        token: TokenHash,
        /// When, on the wall clock in milliseconds.
        at: u64,
    },
    /// Somebody has another name now.
    Rename {
        /// Who.
        user: UserId,
        /// Their new name.
        name: String,
    },
    /// A table is new or has changed.
    SaveTable {
        /// Which.
        code: TableCode,
        /// All about it that must survive, as its owner writes it.
        state: String,
    },
    /// A table is gone, with what was said there. Its matches stay.
    DropTable {
        /// Which.
        code: TableCode,
    },
    /// Somebody said something at a table.
    Chat {
        /// Where.
        code: TableCode,
        /// What.
        line: ChatLine,
    },
    /// A match begins.
    BeginMatch {
        /// The match.
        row: Box<MatchRow>,
        /// Who plays, by seat.
        players: Vec<Player>,
    },
    /// Something happened in a match.
    Append {
        /// Which match.
        id: MatchId,
        /// What.
        entry: NewEntry,
    },
    /// A match is over.
    EndMatch {
        /// Which match.
        id: MatchId,
        /// How it ended.
        footer: Footer,
        /// When, on the wall clock in milliseconds.
        at: u64,
    },
}

/// Who sits in a seat of a match; bots are nobody.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Player(pub Option<UserId>);

/// A match as the store keeps it.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchRow {
    /// Its id.
    pub id: MatchId,
    /// How it began.
    pub header: Header,
    /// The secret of its dice. Never leaves the house before the match is over.
    pub key: Key,
    /// When it began, on the house's clock in milliseconds.
    pub opened_ms: u64,
    /// When it began, on the wall clock in milliseconds.
    pub started_at: u64,
    /// When it ended, on the wall clock in milliseconds.
    pub ended_at: Option<u64>,
    /// How it ended.
    pub footer: Option<Footer>,
}

/// A line for the log.
#[derive(Clone, PartialEq, Debug)]
pub struct NewEntry {
    /// Its place, from 1 without gaps.
    pub seq: u64,
    /// When.
    pub tick: Tick,
    /// The input's JSON.
    pub input: String,
    /// The position afterwards.
    pub digest: Option<Digest>,
    /// Who commanded it and their name for the command.
    pub command: Option<String>,
}

/// A line of the log with the command that caused it.
#[derive(Clone, PartialEq, Debug)]
pub struct StoredEntry {
    /// The line.
    pub entry: Entry,
    /// Who commanded it and their name for the command.
    pub command: Option<String>,
}
