//! Matches and their logs.

use crate::{SeatResult, StoreError, User};
use async_trait::async_trait;
use parlor_kernel::{Digest, Entry, Footer, Header, Key, Tick};
use parlor_wire::{MatchId, UserId};
use std::collections::BTreeMap;

/// The name that matches keep of a user who was deleted.
pub const DELETED_PLAYER: &str = "Deleted player";

/// A match with the ends of its log.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchRow {
    /// Its id.
    pub id: MatchId,
    /// How it began.
    pub header: Header,
    /// The secret of its dice. It never leaves the house before the match is over.
    pub key: Key,
    /// Whether it counts for ratings.
    pub rated: bool,
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

/// How far a match has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MatchStatus {
    /// Being played.
    InProgress,
    /// Ended by the rules: played out, surrendered, or out of time.
    Completed,
    /// Ended because a player left and did not come back, or called off.
    Abandoned,
}

/// A match with its players and how it went for them.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchRecord {
    /// The match.
    pub row: MatchRow,
    /// How far it has come.
    pub status: MatchStatus,
    /// How many turns were taken.
    pub turns: Option<u64>,
    /// By seat.
    pub seats: Vec<SeatRecord>,
}

/// One seat of a recorded match.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SeatRecord {
    /// Who sat there, if they are still known.
    pub user: Option<User>,
    /// How it went.
    pub result: Option<SeatResult>,
    /// The place, where 1 is the best and equals share one.
    pub place: Option<u8>,
    /// Points.
    pub score: Option<i64>,
    /// What the game counted.
    pub stats: BTreeMap<String, i64>,
    /// The rating before and after, if the match changed it.
    pub rating: Option<(f64, f64)>,
}

/// Where a page of matches ended: the next one holds what is older.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Page {
    /// When the last match shown began.
    pub started_at: u64,
    /// The last match shown.
    pub id: MatchId,
}

/// Reading the logs of matches.
#[async_trait]
#[cfg_attr(feature = "layers", ambassador::delegatable_trait)]
pub trait Logs: Send + Sync {
    /// A match.
    async fn match_row(&self, id: MatchId) -> Result<Option<MatchRow>, StoreError>;

    /// The log of a match, in order.
    async fn entries(&self, id: MatchId) -> Result<Vec<StoredEntry>, StoreError>;

    /// Up to `limit` lines of a match's log as text, from the one after entry `after` on.
    async fn log_lines(&self, id: MatchId, after: u64, limit: u32) -> Result<Vec<String>, StoreError>;
}

/// Looking matches up.
#[async_trait]
#[cfg_attr(feature = "layers", ambassador::delegatable_trait)]
pub trait Matches: Send + Sync {
    /// A match with its results.
    async fn match_record(&self, id: MatchId) -> Result<Option<MatchRecord>, StoreError>;

    /// The matches of a user (of one game, if it is given), the newest first, from `after` on. Those that ended before they
    /// began in earnest are not among them.
    async fn matches_of(
        &self,
        user: UserId,
        game: Option<&str>,
        after: Option<Page>,
        limit: u32,
    ) -> Result<Vec<MatchRecord>, StoreError>;

    /// How many matches are over.
    async fn finished_count(&self) -> Result<u64, StoreError>;

    /// Up to `limit` matches that are over, in an order of the store's own, from the one after `after` on.
    async fn finished(&self, after: Option<MatchId>, limit: u32) -> Result<Vec<MatchId>, StoreError>;
}
