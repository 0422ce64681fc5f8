//! How matches end.

use crate::{Seat, SeatSet};
use serde::{Deserialize, Serialize};

/// The result of a match and why it ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Outcome {
    /// Who won, if anyone.
    pub verdict: Verdict,
    /// Why it ended.
    pub reason: Reason,
}

impl Outcome {
    /// `winner` wins because of `reason`.
    pub const fn won(winner: Seat, reason: Reason) -> Self {
        Self { verdict: Verdict::Won(SeatSet::only(winner)), reason }
    }

    /// The seats that won.
    pub const fn winners(&self) -> SeatSet {
        match self.verdict {
            Verdict::Won(seats) => seats,
            Verdict::Draw | Verdict::Void => SeatSet::EMPTY,
        }
    }
}

/// Who won.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// These seats won, the others lost.
    Won(SeatSet),
    /// Nobody did better than anybody else.
    Draw,
    /// The match does not count.
    Void,
}

/// Why a match ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// The game was played to its end.
    Completed,
    /// A seat gave up.
    Surrender,
    /// A seat ran out of time.
    Timeout,
    /// A seat left and did not come back.
    Abandoned,
    /// The house called it off.
    Void,
}
