//! What seats do and what is announced.

use crate::{Config, Position, Race, Side};
use parlor_kernel::{Audience, Outcome, Seat, SeatSet, Tick};
use serde::{Deserialize, Serialize};

/// What a seat may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// Moves the paddle otherwise from now on: a key went down or up, a finger moved.
    Steer(Steer),
    /// Asks for a pause, or agrees to one.
    Pause,
    /// Ends a pause, or no longer asks for one.
    Resume,
    /// Gives up.
    Surrender,
}

impl Action {
    /// Who may be told of it before it counts: those who will hear of what comes of it. Pauses and the end are
    /// everyone's; a paddle on a veiled court is not.
    pub(crate) const fn audience(&self, config: &Config, seat: Seat) -> Audience {
        match self {
            _ if !config.is_veiled() => Audience::Everyone,
            Self::Pause | Self::Resume | Self::Surrender => Audience::Everyone,
            Self::Steer(_) => Audience::Only(SeatSet::only(seat)),
        }
    }
}

/// How a paddle moves until it is steered otherwise.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Steer {
    /// Up as far as it goes.
    Up,
    /// Down as far as it goes.
    Down,
    /// Not at all.
    Stop,
    /// To a place and no farther. For fingers, pointers and bots: it ends up where it was sent however long the
    /// message took.
    Follow {
        /// Where its middle goes, in pixels from the top.
        to: u16,
        /// How fast, in percent of its speed, 1–100.
        pace: u8,
    },
}

/// What is announced, with its tick, since it may be heard late.
///
/// Serves and bounces are not announced. They follow from the position, and a view works them out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Event {
    /// When.
    pub at: Tick,
    /// On which court; there is a second one in a challenge only.
    #[serde(default, skip_serializing_if = "is_first")]
    pub court: u8,
    /// What.
    pub what: What,
}

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum What {
    /// A paddle moves otherwise from now on. Whether a key or a finger did it is not told.
    Steered {
        /// Whose.
        seat: Seat,
        /// Where it stops, in parts of a [pixel](crate::PIXEL).
        goal: i32,
        /// How far it moves in a tick.
        pace: i32,
    },
    /// A seat asks for a pause.
    PauseAsked {
        /// Which seat.
        seat: Seat,
    },
    /// A seat no longer asks for one.
    PauseDropped {
        /// Which seat.
        seat: Seat,
    },
    /// Everything stands still.
    Paused,
    /// It goes on, after a countdown.
    Resumed,
    /// A side scored. The other serves after a countdown, unless the match is over.
    Point {
        /// Which side.
        side: Side,
        /// How steeply the next ball will be served, in degrees below the horizontal; none if this point decides the
        /// match.
        serve: Option<i8>,
    },
    /// How a seat stands whose court others do not see; told with each point there.
    Counted {
        /// Whose.
        seat: Seat,
        /// Its points, and the machine's.
        points: [u8; 2],
    },
    /// The match is over; in a challenge, that on this court.
    Over {
        /// The result.
        outcome: Outcome,
    },
    /// A challenge is over, on both courts.
    Decided {
        /// The result.
        outcome: Outcome,
    },
    /// It is over, and nothing is hidden any more: where everything is.
    Unveiled {
        /// On the first seat's court,
        position: Box<Position>,
        /// and what else there is.
        race: Box<Race>,
    },
}

impl Event {
    /// Who may hear of it. What happens on a veiled court is for its own seat, and so is how the next ball will be served
    /// there; others hear how it [stands](What::Counted).
    pub(crate) const fn audience(&self, config: &Config) -> Audience {
        match self.what {
            What::Steered { .. } | What::Point { .. } if config.is_veiled() => {
                Audience::Only(SeatSet::only(Seat(self.court)))
            }
            _ => Audience::Everyone,
        }
    }
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
const fn is_first(court: &u8) -> bool {
    *court == 0
}
