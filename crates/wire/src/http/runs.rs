//! Bodies about runs: playing alone for a record.

use crate::{MatchId, Person, RunId};
use parlor_kernel::{Key, Measure, Tick};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// How many inputs a run may have: several times as many as one needs.
pub const RUN_INPUTS: usize = 20_000;

/// Asks for dice to play a run with.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct RunWish {
    /// The game's id.
    pub game: String,
    /// Which of its ways to play alone, by its id.
    pub solo: String,
}

/// A run that has begun. Its clock runs.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RunBegun {
    /// Which run.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub id: RunId,
    /// The key of its dice. It is for this run alone.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub key: Key,
}

/// What a player did in a run, from its beginning to its end.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct RunLog {
    /// Every input with its tick, in order.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<Object>))]
    pub inputs: Vec<(Tick, Value)>,
    /// When the run was over.
    #[cfg_attr(feature = "openapi", schema(value_type = u64))]
    pub end: Tick,
}

/// What a run is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Mark {
    /// The time until its goal, in milliseconds: less is better.
    TimeMs(u64),
    /// Points: more are better.
    Points(u64),
}

impl Mark {
    /// What [`Game::worth`](parlor_kernel::Game::worth) says about a run, of a game of so many ticks per second.
    pub const fn of(measure: Measure, ticks_per_second: u32, worth: i64) -> Self {
        let worth = worth.unsigned_abs();
        match measure {
            // Ticks count up to what years have, and a game has at least one in a second.
            Measure::Time => Self::TimeMs(worth * 1000 / (ticks_per_second as u64)),
            Measure::Points => Self::Points(worth),
        }
    }
}

/// A run that the house has played again by its inputs, and counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RunCounted {
    /// What it is worth.
    pub mark: Mark,
    /// The player's best run before it.
    pub before: Option<Mark>,
    /// Whether it is the player's best one now.
    pub is_best: bool,
    /// The rank of the player's best run, if it is on the leaderboard: guests' are not. Beyond 1000 it is not counted.
    pub rank: Option<u32>,
    /// Where the player's best run can be watched.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub watch: Option<MatchId>,
}

/// A player's best run of one kind.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RunBest {
    /// The game's id.
    pub game: String,
    /// The way to play it alone, by its id.
    pub solo: String,
    /// What it is worth.
    pub mark: Mark,
    /// When it ended, in milliseconds since 1970.
    pub at: u64,
    /// Where it can be watched.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub watch: Option<MatchId>,
}

/// Which page of the best runs to show.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
#[serde(deny_unknown_fields)]
pub struct RunFilter {
    /// Where the page before ended: its `next`.
    #[serde(default)]
    pub after: Option<String>,
}

/// The best run of each player, the best first. Guests are not on it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RunLeaders {
    /// The runs.
    pub leaders: Vec<RunLeader>,
    /// What to ask for to see the next ones; missing on the last page.
    pub next: Option<String>,
}

/// A row of the best runs.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RunLeader {
    /// From 1; equals share a rank.
    pub rank: u32,
    /// Whose.
    #[serde(flatten)]
    pub person: Person,
    /// What it is worth.
    pub mark: Mark,
    /// When it ended, in milliseconds since 1970.
    pub at: u64,
    /// Where it can be watched.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub watch: Option<MatchId>,
}
