//! Playing alone for a record.

use crate::{StoreError, User};
use async_trait::async_trait;
use parlor_kernel::Key;
use parlor_wire::{MatchId, RunId, UserId};

/// A run that a user has begun. A user has one at a time: the next takes its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RunRow {
    /// Its id.
    pub id: RunId,
    /// The game's id.
    pub game: String,
    /// The way to play it alone, by its id.
    pub solo: String,
    /// The key of its dice.
    pub key: Key,
    /// When it began, on the wall clock in milliseconds.
    pub begun_at: u64,
    /// What came of it, once it is counted.
    pub ended: Option<RunEnd>,
}

/// What came of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RunEnd {
    /// What it is worth: the more, the better.
    pub worth: i64,
    /// What the user's best run before it was worth.
    pub before: Option<i64>,
}

/// A user's best run of one kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BestRun {
    /// The game's id.
    pub game: String,
    /// The way to play it alone, by its id.
    pub solo: String,
    /// What it is worth: the more, the better.
    pub worth: i64,
    /// When it ended, on the wall clock in milliseconds.
    pub at: u64,
    /// The match that its log is kept as.
    pub played: Option<MatchId>,
}

/// Which list of runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RunBoard<'a> {
    /// The game's id.
    pub game: &'a str,
    /// The way to play it alone, by its id.
    pub solo: &'a str,
}

/// A row of a list of runs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RunLeaderRow {
    /// From 1; equals share a rank.
    pub rank: u32,
    /// Which row it is, from 1.
    pub place: u32,
    /// Whose.
    pub user: User,
    /// Their best run.
    pub best: BestRun,
}

/// Where a page of a list of runs ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RunCursor {
    /// The rank of the last row.
    pub rank: u32,
    /// Which row it was, from 1.
    pub place: u32,
    /// What its run is worth.
    pub worth: i64,
    /// Whose it was.
    pub user: UserId,
}

impl RunLeaderRow {
    /// Where a page ends of which this is the last row.
    pub const fn cursor(&self) -> RunCursor {
        RunCursor { rank: self.rank, place: self.place, worth: self.best.worth, user: self.user.id }
    }
}

/// Reading runs.
#[async_trait]
#[cfg_attr(feature = "layers", ambassador::delegatable_trait)]
pub trait Runs: Send + Sync {
    /// The run that a user began last.
    async fn run(&self, user: UserId) -> Result<Option<RunRow>, StoreError>;

    /// A user's best runs.
    async fn best_runs(&self, user: UserId) -> Result<Vec<BestRun>, StoreError>;

    /// How many accounts have a better run than one that is worth so much; `most` if there are more.
    async fn better_runs(&self, board: RunBoard<'_>, worth: i64, most: u32) -> Result<u32, StoreError>;

    /// A page of the best runs of accounts, the best first, from the row after `after` on.
    async fn run_leaders(
        &self,
        board: RunBoard<'_>,
        after: Option<RunCursor>,
        limit: u32,
    ) -> Result<Vec<RunLeaderRow>, StoreError>;
}
