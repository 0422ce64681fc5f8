//! What seats do and what is announced.

use parlor_kernel::{Outcome, Seat, Tick};
use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantNames};
use thiserror::Error;

/// What a seat may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// Adds a number of one's own to the dice, once, before the first roll: the last player to do so can be sure that
    /// no one, not even the house, has chosen the rolls.
    Salt {
        /// Any number.
        salt: u32,
    },
    /// Rolls.
    Roll,
    /// Gives up.
    Surrender,
}

/// One roll.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Roll {
    /// Whose.
    pub seat: Seat,
    /// What came up.
    pub rolled: u32,
    /// Out of how many.
    pub max: u32,
}

impl Roll {
    /// How close to the end it came.
    pub const fn tier(self) -> Tier {
        let (rolled, max) = (self.rolled as u64, self.max as u64);
        if rolled == 1 {
            Tier::Death
        } else if rolled * 10 <= max {
            Tier::Critical
        } else if rolled * 4 <= max {
            Tier::Danger
        } else if rolled * 2 <= max {
            Tier::Caution
        } else {
            Tier::Safe
        }
    }
}

/// How close to the end a roll came, by its share of the maximum.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Tier {
    /// More than half.
    Safe,
    /// A quarter to a half.
    Caution,
    /// A tenth to a quarter.
    Danger,
    /// At most a tenth.
    Critical,
    /// One.
    Death,
}

/// What is announced. Nothing in this game is secret but the dice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A seat added a number of its own to the dice.
    Salted {
        /// Which seat.
        seat: Seat,
        /// The number.
        salt: u32,
    },
    /// A seat rolled.
    Rolled(Roll),
    /// The other seat is to roll. Comes after every roll, except when the match is over.
    Turn {
        /// Who.
        seat: Seat,
        /// Until when.
        deadline: Option<Tick>,
    },
    /// The match is over.
    Over {
        /// The result.
        outcome: Outcome,
    },
}

/// Why an action is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum Illegal {
    /// The other seat is to roll.
    #[error("It is not your roll yet.")]
    NotYourTurn,
    /// A player has rolled.
    #[error("The dice are rolling: salt goes in before the first roll.")]
    AlreadyRolling,
    /// This seat has added its number.
    #[error("You have added your salt already.")]
    AlreadySalted,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiers_are_as_ruled() {
        let tier = |rolled, max| Roll { seat: Seat(0), rolled, max }.tier();
        assert_eq!([tier(51, 100), tier(50, 100), tier(26, 100)], [Tier::Safe, Tier::Caution, Tier::Caution]);
        assert_eq!([tier(25, 100), tier(11, 100), tier(10, 100)], [Tier::Danger, Tier::Danger, Tier::Critical]);
        assert_eq!([tier(2, 100), tier(1, 100), tier(2, 2)], [Tier::Critical, Tier::Death, Tier::Safe]);
        assert_eq!(tier(1_000_000, 1_000_000), Tier::Safe);
    }
}
