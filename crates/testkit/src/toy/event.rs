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
    /// Says what the pebbles in all fists together weigh.
    Guess {
        /// How much.
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
    /// All fists are closed. Whether by their seats or by the clock is not told.
    Closed,
    /// To the keepers: this is in the fists, by seat.
    Shown {
        /// How many pebbles.
        hands: Vec<u8>,
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
            // The action says as much, and what the clock chose is seen at the end.
            Self::Holding { .. } | Self::Shown { .. } => String::new(),
            Self::Closed => "All fists are closed.".to_owned(),
            Self::Turn { seat, .. } => format!("{} is to guess.", name(seat)),
            Self::Called { seat, call: Call::Guess(total) } => {
                format!("{} says {total}.", name(seat))
            }
            Self::Called { seat, call: Call::Pass } => format!("{} says nothing.", name(seat)),
            Self::Left { seat } => format!("{} leaves.", name(seat)),
            Self::Over { outcome, .. } => match outcome.verdict {
                Verdict::Won(_) | Verdict::Ranked(_) => {
                    let winners: Vec<_> = outcome.winners().iter().map(|seat| name(&seat)).collect();
                    format!("{} {}.", winners.join(" and "), if winners.len() == 1 { "wins" } else { "win" })
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
    #[error("Not all fists are closed yet.")]
    StillHiding,
    /// Keepers have seen the fists.
    #[error("You have seen the fists: your partner guesses.")]
    KeepersKnow,
    /// Another seat is to guess.
    #[error("It is not your turn.")]
    NotYourTurn,
    /// They cannot weigh that much.
    #[error("All fists together weigh at most {most}.")]
    TooHigh {
        /// How much they can weigh.
        most: u8,
    },
    /// Another seat has said so before.
    #[error("The guess {total} has been made already.")]
    AlreadyGuessed {
        /// What it was.
        total: u8,
    },
}
