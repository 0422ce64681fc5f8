//! What seats do, what is announced, and what is refused.

use parlor_kernel::{Outcome, Seat, Tick, Verdict};
use serde::{Deserialize, Serialize};
use std::fmt;
use strum::{IntoStaticStr, VariantNames};
use thiserror::Error;

/// What a seat may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// Closes the fist around so many pebbles, for good.
    Hide {
        /// How many.
        pebbles: u8,
    },
    /// Says how many pebbles there are in all fists together.
    Guess {
        /// How many.
        total: u8,
    },
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hide { pebbles } => write!(f, "hide {pebbles}"),
            Self::Guess { total } => write!(f, "guess {total}"),
        }
    }
}

/// How a seat used its turn to guess.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Call {
    /// It guessed this total.
    Guess(u8),
    /// It let the time run out, or it is gone.
    Pass,
}

/// What is announced.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// To the seat itself: this is in its fist, by its own choice or by the clock's.
    Holding {
        /// Whose fist.
        seat: Seat,
        /// How many pebbles.
        pebbles: u8,
    },
    /// A seat has closed its fist.
    Hid {
        /// Which one.
        seat: Seat,
    },
    /// Whose turn it is to guess.
    Turn {
        /// Who guesses.
        seat: Seat,
        /// Until when.
        deadline: Option<Tick>,
    },
    /// A seat used its turn.
    Called {
        /// Which one.
        seat: Seat,
        /// How.
        call: Call,
    },
    /// A seat is gone and has taken its pebbles along.
    Left {
        /// Which one.
        seat: Seat,
    },
    /// The match is over: no more secrets.
    Over {
        /// The result.
        outcome: Outcome,
        /// What was in each fist, by seat, as far as they were closed.
        hands: Vec<Option<u8>>,
    },
}

impl Event {
    /// The event as a sentence; `names` are the players, by seat.
    pub fn sentence(&self, names: &[String]) -> String {
        let name = |seat: &Seat| names.get(seat.index()).map_or("?", String::as_str);
        match self {
            // The action says as much; only the clock's choice would be news, and `Hid` follows.
            Self::Holding { .. } => String::new(),
            Self::Hid { seat } => format!("{} shows a fist.", name(seat)),
            Self::Turn { seat, .. } => format!("{} is to guess.", name(seat)),
            Self::Called { seat, call: Call::Guess(total) } => {
                format!("{} says {total}.", name(seat))
            }
            Self::Called { seat, call: Call::Pass } => format!("{} says nothing.", name(seat)),
            Self::Left { seat } => format!("{} leaves.", name(seat)),
            Self::Over { outcome, .. } => match outcome.verdict {
                Verdict::Won(_) | Verdict::Ranked(_) => {
                    let winners: Vec<_> = outcome.winners().iter().map(|seat| name(&seat)).collect();
                    format!("{} wins.", winners.join(" and "))
                }
                Verdict::Draw | Verdict::Void => "Nobody wins.".to_owned(),
            },
        }
    }
}

/// Why an action is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum Illegal {
    /// A fist stays closed.
    #[error("Your fist is already closed.")]
    AlreadyHidden,
    /// Too much for a fist.
    #[error("A fist holds at most {most} pebbles.")]
    TooManyPebbles {
        /// How many it holds.
        most: u8,
    },
    /// Fists are still being closed.
    #[error("Not everybody has closed a fist yet.")]
    StillHiding,
    /// Somebody else is to guess.
    #[error("It is not your turn.")]
    NotYourTurn,
    /// There cannot be that many.
    #[error("There are at most {most} pebbles in all fists together.")]
    TooHigh {
        /// How many there can be.
        most: u8,
    },
    /// Somebody has said so before.
    #[error("Somebody has already guessed {total}.")]
    AlreadyGuessed {
        /// What they said.
        total: u8,
    },
}
