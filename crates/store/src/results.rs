//! How matches go for their players, and what that adds up to.

use crate::{AddressTag, StoreError, User};
use async_trait::async_trait;
use parlor_kernel::Stat;
use parlor_wire::{Kind, UserId};
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

    /// A user whose address is not known.
    pub const fn user(user: UserId) -> Self {
        Self { user: Some(user), address: None }
    }
}

/// What a match that is over counts for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counts {
    /// For nothing: it ended before it had begun in earnest, and is in no history.
    Nothing,
    /// As a result.
    Result,
    /// As a result that may set a record: it was played by a preset's own rules.
    Record,
}

/// How a match went for one seat, to be counted.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NewResult {
    /// The place, where 1 is the best and equals share one; none if the match does not count. In a draw all share the first.
    pub place: Option<u8>,
    /// The seat's team, if it plays in one.
    pub team: Option<u8>,
    /// Points.
    pub score: i64,
    /// What the game counted.
    pub stats: Vec<(&'static Stat, i64)>,
}

/// How a match went for one seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SeatResult {
    /// It was among the first.
    Won,
    /// It was not.
    Lost,
    /// All were first.
    Drawn,
    /// The match does not count.
    Void,
}

impl SeatResult {
    /// What a place means among the places of all seats.
    pub fn of(place: Option<u8>, mut all: impl Iterator<Item = Option<u8>>) -> Self {
        match place {
            None => Self::Void,
            Some(1) if all.all(|other| other == Some(1)) => Self::Drawn,
            Some(1) => Self::Won,
            Some(_) => Self::Lost,
        }
    }
}

/// How a user's matches went.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Matches that count.
    pub played: u32,
    /// Won.
    pub won: u32,
    /// Lost.
    pub lost: u32,
    /// Drawn.
    pub drawn: u32,
    /// Matches won in a row until now; lost ones below zero.
    pub streak: i32,
    /// Most matches won in a row.
    pub best_streak: u32,
    /// Sums of what the game counted.
    pub totals: BTreeMap<String, i64>,
    /// The best of what the game counted, where it has a best.
    pub bests: BTreeMap<String, i64>,
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

/// A rating after a match.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RatingPoint {
    /// When the match ended, on the wall clock in milliseconds.
    pub at: u64,
    /// The estimate.
    pub value: f64,
}

/// Above this deviation a rating says little yet.
const SETTLED: f64 = 110.0;

impl FullRating {
    /// Whether it says enough to lead a leaderboard.
    pub fn is_settled(&self) -> bool {
        self.deviation <= SETTLED
    }
}

/// A user's record in one game.
#[derive(Clone, PartialEq, Debug)]
pub struct Standing {
    /// The game's id.
    pub game: String,
    /// Matches against people.
    pub people: Tally,
    /// Matches against bots alone.
    pub bots: Tally,
    /// The rating, once there is one.
    pub rating: Option<FullRating>,
}

/// A user's record against another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RivalRow {
    /// The other.
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
    /// Whose.
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
        let by_rating =
            |rating: FullRating| LeaderScore::Rating { is_settled: rating.is_settled(), value: rating.value };
        match order {
            LeaderOrder::Rating => self.rating.map(by_rating),
            LeaderOrder::Wins => Some(LeaderScore::Wins(self.climbed)),
        }
    }

    /// Where a page ends of which this is the last row.
    pub fn cursor(&self, order: LeaderOrder) -> Option<LeaderCursor> {
        let Self { rank, place, ref user, .. } = *self;
        self.score(order).map(|score| LeaderCursor { rank, place, score, user: user.id })
    }
}

/// Reading what results add up to.
#[async_trait]
#[cfg_attr(feature = "layers", ambassador::delegatable_trait)]
pub trait Results: Send + Sync {
    /// A user's record in every game they have played.
    async fn standings(&self, user: UserId) -> Result<Vec<Standing>, StoreError>;

    /// A user's rating in a game, once they have one.
    async fn rating(&self, user: UserId, game: &str) -> Result<Option<FullRating>, StoreError>;

    /// How a user's rating in a game went: the last `limit` rated matches, the newest first.
    async fn rating_curve(&self, user: UserId, game: &str, limit: u32) -> Result<Vec<RatingPoint>, StoreError>;

    /// Against whom a user has played most.
    async fn rivals(&self, user: UserId, limit: u32) -> Result<Vec<RivalRow>, StoreError>;

    /// A page of a leaderboard, the best first, from the row after `after` on.
    async fn leaders(
        &self,
        board: Board<'_>,
        after: Option<LeaderCursor>,
        limit: u32,
    ) -> Result<Vec<LeaderRow>, StoreError>;
}
