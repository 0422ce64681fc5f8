//! The rule set of a match.

use crate::{Cell, ShipClass};
use parlor_kernel::Seat;
use serde::{Deserialize, Serialize};

/// All that can be chosen before a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// Columns, 2–30.
    pub width: u8,
    /// Rows, 2–30.
    pub height: u8,
    /// The ships each side has.
    pub fleet: Vec<ShipClass>,
    /// Whether ships may touch.
    pub spacing: Spacing,
    /// Who shoots after an attack.
    pub turns: TurnRule,
    /// Who shoots first.
    pub first: First,
    /// Whether an attack is confirmed before it happens.
    pub attack: AttackMode,
    /// The shot patterns on offer; the first is the one used when none is named.
    pub patterns: Vec<Pattern>,
    /// When the name of a ship is told.
    pub announce: Announce,
    /// How long people may think.
    pub timers: Timers,
}

/// Whether ships may touch.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Spacing {
    /// Side by side is fine.
    Touch,
    /// At least one cell of water between ships, diagonals included.
    Apart,
}

/// Who shoots after an attack.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TurnRule {
    /// The other side, always.
    Alternating,
    /// A hit shoots again; sinking or missing ends the turn.
    Classic,
}

/// Who shoots first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum First {
    /// The dice decide.
    Random,
    /// The first seat, where the challenger sits; against a bot, the dice.
    Challenger,
    /// This seat.
    Given(Seat),
}

/// Whether an attack is confirmed before it happens.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AttackMode {
    /// Fire at once.
    Direct,
    /// Plan, look, then confirm.
    Plan,
}

/// When the name of a ship is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Announce {
    /// When it sinks.
    Sunk,
    /// Whenever it is hit.
    Hit,
}

/// A shape of shots around a centre.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pattern {
    /// Stable id, for example `large-cross`.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// Offsets (dx, dy) from the centre, in the order in which they fire.
    pub cells: Vec<(i8, i8)>,
    /// How often each side may use it in a match; `None` is without limit.
    pub uses: Option<u16>,
}

/// How long people may think, in seconds; `None` is for ever.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Timers {
    /// To place the fleet; afterwards it is placed at random.
    pub placement: Option<u32>,
    /// To attack; afterwards the turn is missed.
    pub turn: Option<u32>,
    /// How many turns missed in a row lose the match.
    pub missed_turns: u8,
}

impl Pattern {
    /// Whether it is one shot only.
    #[inline]
    pub fn is_single(&self) -> bool {
        self.cells.len() == 1
    }
}

impl Config {
    /// Whether `pattern` (a place in the list) exists and can be used once more, given how often each has been used.
    #[inline]
    pub(crate) fn pattern_is_left(&self, pattern: u8, used: &[u16]) -> bool {
        let place = usize::from(pattern);
        match (self.patterns.get(place), used.get(place)) {
            (Some(pattern), Some(&used)) => pattern.uses.is_none_or(|uses| used < uses),
            _ => false,
        }
    }

    /// The cells on the board that `pattern` (a place in the list) covers around `centre`, in the order in which
    /// they fire; none if there is no such pattern.
    #[inline]
    pub fn pattern_cells(&self, centre: Cell, pattern: u8) -> impl Iterator<Item = Cell> {
        let offsets = self.patterns.get(usize::from(pattern)).map_or(&[][..], |pattern| &pattern.cells);
        offsets.iter().filter_map(move |&offset| self.cell_beside(centre, offset))
    }
}
