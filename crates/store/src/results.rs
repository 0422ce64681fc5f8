//! Results of matches and what they add up to, as the store keeps them.

use crate::User;
use parlor_kernel::{Footer, Header, Key, Stat};
use parlor_wire::{
    MatchId, UserId,
    http::{MatchStatus, RatingChange, SeatResult, Tally},
};
use std::collections::BTreeMap;

/// Who sits in a seat of a match; bots of the house are nobody.
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

/// How a match went for one seat, to be counted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewResult {
    /// Won, lost, …
    pub result: SeatResult,
    /// Points.
    pub score: i64,
    /// What the game counted.
    pub stats: Vec<(&'static Stat, i64)>,
}

/// A match with who played it and how it went for them.
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
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SeatRecord {
    /// Who sat there, if they are still known.
    pub user: Option<User>,
    /// How it went.
    pub result: Option<SeatResult>,
    /// Points.
    pub score: Option<i64>,
    /// What the game counted.
    pub stats: BTreeMap<String, i64>,
    /// What it did to the rating.
    pub rating: Option<RatingChange>,
}

/// Where a page of matches ended: the next one holds what is older.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Page {
    /// When the last match shown began.
    pub started_at: u64,
    /// The last match shown.
    pub id: MatchId,
}

/// A rating with all its digits.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FullRating {
    /// The estimate.
    pub value: f64,
    /// How uncertain it is.
    pub deviation: f64,
    /// How erratic results are.
    pub volatility: f64,
    /// From how many matches.
    pub matches: u32,
}

impl FullRating {
    /// As people see it.
    pub fn rounded(&self) -> parlor_wire::http::Rating {
        parlor_wire::http::Rating {
            value: self.value.round() as i32,
            deviation: self.deviation.round() as i32,
            matches: self.matches,
        }
    }
}

/// Somebody's record in one game.
#[derive(Clone, PartialEq, Debug)]
pub struct Standing {
    /// The game's id.
    pub game: String,
    /// Matches against people.
    pub people: Tally,
    /// Matches against the house's bots alone.
    pub bots: Tally,
    /// Their rating, once they have one.
    pub rating: Option<FullRating>,
}

/// Somebody's record against somebody.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RivalRow {
    /// Whom.
    pub user: User,
    /// Won against them.
    pub won: u32,
    /// Lost against them.
    pub lost: u32,
    /// Drawn.
    pub drawn: u32,
    /// When they last met, on the wall clock in milliseconds.
    pub last_at: u64,
}

/// A row of a leaderboard.
#[derive(Clone, PartialEq, Debug)]
pub struct LeaderRow {
    /// From 1; equals share a rank.
    pub rank: u32,
    /// Who.
    pub user: User,
    /// Their rating.
    pub rating: Option<FullRating>,
    /// Their matches against people.
    pub people: Tally,
}
