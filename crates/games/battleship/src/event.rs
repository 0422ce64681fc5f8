//! What seats do and what is announced.

use crate::{Cell, Placement};
use parlor_kernel::{Outcome, Seat, Tick};
use serde::{Deserialize, Serialize};

/// What a seat may do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// Lays out the whole fleet; may be done again until ready.
    Place {
        /// Every ship, once.
        ships: Vec<Placement>,
    },
    /// Lays out the whole fleet at random; may be done again until ready.
    AutoPlace,
    /// The fleet stays as it is.
    Ready,
    /// Attacks at once (direct mode).
    Fire {
        /// The centre.
        at: Cell,
        /// Which of the configured patterns.
        #[serde(default, skip_serializing_if = "is_first")]
        pattern: u8,
    },
    /// Aims, without attacking yet (plan mode).
    Plan {
        /// The centre.
        at: Cell,
        /// Which of the configured patterns.
        #[serde(default, skip_serializing_if = "is_first")]
        pattern: u8,
    },
    /// Drops the plan.
    Cancel,
    /// Carries out the plan.
    Confirm,
    /// Gives up.
    Surrender,
}

/// An attack that is aimed but not carried out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// The centre.
    pub at: Cell,
    /// Which of the configured patterns.
    pub pattern: u8,
}

/// What is announced.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// To the seat itself: its fleet lies like this now.
    Placed {
        /// Whose fleet.
        seat: Seat,
        /// Every ship.
        ships: Vec<Placement>,
    },
    /// A seat is ready.
    Ready {
        /// Which one.
        seat: Seat,
    },
    /// Both fleets lie; the shooting begins.
    Begun {
        /// Who shoots first.
        first: Seat,
        /// Until when.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        deadline: Option<Tick>,
    },
    /// To the seat itself: its plan is now this, or none.
    Planned {
        /// The plan.
        plan: Option<Plan>,
    },
    /// An attack happened.
    Attacked {
        /// Who attacked.
        seat: Seat,
        /// The centre.
        at: Cell,
        /// Which of the configured patterns.
        #[serde(default, skip_serializing_if = "is_first")]
        pattern: u8,
        /// Every cell of the pattern that is on the board, in order.
        shots: Vec<ShotResult>,
        /// The ships it sank: all their cells are known now.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        sunk: Vec<Placement>,
    },
    /// A seat let its turn pass by.
    TurnMissed {
        /// Which one.
        seat: Seat,
    },
    /// Who shoots now. Comes after every attack or missed turn, except when the match is over.
    Turn {
        /// Who shoots.
        seat: Seat,
        /// Whether it is the same seat again.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        again: bool,
        /// Until when.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        deadline: Option<Tick>,
    },
    /// The match is over: no more secrets.
    Over {
        /// The result.
        outcome: Outcome,
        /// Both fleets, by seat, as far as they were laid.
        fleets: [Vec<Placement>; 2],
    },
}

/// What one cell of an attack found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ShotResult {
    /// Where.
    pub at: Cell,
    /// What.
    pub result: ShotKind,
    /// Which ship, when the rules tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ship: Option<u8>,
}

/// What a shot found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ShotKind {
    /// Water.
    Miss,
    /// A ship that still floats.
    Hit,
    /// The last cell of a ship.
    Sunk,
    /// Not fired: this cell had been shot before.
    Spent,
}

const fn is_first(pattern: &u8) -> bool {
    *pattern == 0
}
