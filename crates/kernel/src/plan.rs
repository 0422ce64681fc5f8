//! What the seats of a table are called, which teams they form, and who may speak where.

use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// A team, counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Team(pub u8);

/// What a seat is in a match.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct SeatPlan {
    /// What people call it, for example "East".
    pub name: Cow<'static, str>,
    /// The team it plays in, if it plays in one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub team: Option<Team>,
    /// What it does in its team, if not all seats do the same, for example "spymaster".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<Cow<'static, str>>,
}

/// Where a seat may read and write while a match runs. It is not the same as being in a team: a player who knows what
/// the partners must find out belongs to the team and may say nothing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Voice {
    /// Whether it hears what its team says among themselves.
    pub reads_team: bool,
    /// Whether it may speak to its team alone.
    pub writes_team: bool,
    /// Whether it may speak to the whole table.
    pub writes_table: bool,
}

impl Voice {
    /// All that a seat in `team` can have.
    pub const fn full(team: Option<Team>) -> Self {
        let has_team = team.is_some();
        Self { reads_team: has_team, writes_team: has_team, writes_table: true }
    }
}
