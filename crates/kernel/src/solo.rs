//! Ways to play a game alone, for a record.

use serde::Serialize;

/// A way to play a game alone that has a leaderboard of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Solo {
    /// Stable id: in addresses and in what is stored.
    pub id: &'static str,
    /// What people call it.
    pub name: &'static str,
    /// What there is to do, in a line.
    pub blurb: &'static str,
    /// By what runs are compared.
    pub measure: Measure,
}

/// By what runs are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Measure {
    /// The time until the goal: the shortest leads.
    Time,
    /// Points: the most lead.
    Points,
}
