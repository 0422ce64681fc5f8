//! Results of matches and what they add up to, as the store keeps them.

use crate::{AddressTag, User};
use parlor_kernel::{Footer, Header, Key, Stat};
use parlor_wire::{
    Kind, MatchId, UserId,
    http::{MatchStatus, RatingChange, SeatResult, Tally},
};
use std::collections::BTreeMap;

/// Who sits in a seat of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Player {
    /// The user; none for a bot of the house.
    pub user: Option<UserId>,
    /// Where they come from, if that is known. Matches between players of one address weigh nothing on leaderboards, and
    /// only some a day against players of another: see [`weight`](crate::weight).
    pub address: Option<AddressTag>,
}

impl Player {
    /// A bot of the house.
    pub const BOT: Self = Self { user: None, address: None };

    /// A user who comes from wherever.
    pub const fn user(user: UserId) -> Self {
        Self { user: Some(user), address: None }
    }
}

/// What a match that is over counts for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counts {
    /// For nothing: it ended before it had begun in earnest. It is in nobody's history.
    Nothing,
    /// As a result.
    Result,
    /// As a result that may set a record: it was played by a preset's own rules.
    Record,
}

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

/// Above this deviation a rating says little yet.
const SETTLED: f64 = 110.0;

impl FullRating {
    /// Whether it says enough to lead a leaderboard.
    pub fn is_settled(&self) -> bool {
        self.deviation <= SETTLED
    }

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

/// Which leaderboard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board<'a> {
    /// The game's id.
    pub game: &'a str,
    /// By what it is ordered.
    pub order: LeaderOrder,
    /// Which kind of users are on it. Guests have none.
    pub kind: Kind,
}

/// By what a leaderboard is ordered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LeaderOrder {
    /// The rating. Those that say little yet come after the others: one lucky match does not lead the list.
    Rating,
    /// Wins against people that [weigh](crate::weight).
    Wins,
}

/// A row of a leaderboard.
#[derive(Clone, PartialEq, Debug)]
pub struct LeaderRow {
    /// From 1; equals share a rank.
    pub rank: u32,
    /// Which row it is, from 1.
    pub place: u32,
    /// Who.
    pub user: User,
    /// Their rating.
    pub rating: Option<FullRating>,
    /// Their matches against people.
    pub people: Tally,
    /// How many of their wins weigh here.
    pub climbed: u32,
}

/// Where a page of a leaderboard ended: the next one goes on from there without counting anew.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LeaderCursor {
    /// The rank of the last row.
    pub rank: u32,
    /// Which row it was, from 1.
    pub place: u32,
    /// What put it there.
    pub score: LeaderScore,
    /// Whose it was.
    pub user: UserId,
}

/// What puts a user into their place on a leaderboard.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum LeaderScore {
    /// A rating.
    Rating {
        /// Whether it says enough to lead.
        is_settled: bool,
        /// The rating.
        value: f64,
    },
    /// Wins that weigh.
    Wins(u32),
}

impl LeaderRow {
    /// What puts it into its place; none if it is on no such leaderboard.
    pub fn score(&self, order: LeaderOrder) -> Option<LeaderScore> {
        match order {
            LeaderOrder::Rating => {
                self.rating.map(|rating| LeaderScore::Rating { is_settled: rating.is_settled(), value: rating.value })
            }
            LeaderOrder::Wins => Some(LeaderScore::Wins(self.climbed)),
        }
    }

    /// Where a page ends of which this is the last row.
    pub fn cursor(&self, order: LeaderOrder) -> Option<LeaderCursor> {
        let Self { rank, place, ref user, .. } = *self;
        self.score(order).map(|score| LeaderCursor { rank, place, score, user: user.id })
    }
}
