//! What seats do and what is announced.

use crate::{
    Config, Position,
    figures::Figures,
    handling::{Handling, Key},
    piece::Piece,
    scoring::Clear,
};
use parlor_kernel::{Audience, Outcome, Seat, SeatSet, Tick};
use serde::{Deserialize, Serialize};

/// What a seat may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// A key goes down. Keys that cannot be held do what they do at once.
    Press(Key),
    /// A key that can be held comes up.
    Release(Key),
    /// A key goes down and comes up at once: for fingers and bots.
    Tap(Key),
    /// Keys repeat otherwise from now on.
    Handle(Handling),
    /// Asks for a pause, or agrees to one.
    Pause,
    /// Ends a pause, or no longer asks for one.
    Resume,
    /// Gives up.
    Surrender,
}

/// What is announced, with its tick, since it may be heard late.
///
/// Falling, locking and clearing follow from the position, and a view works them out; clears are announced all the
/// same, for those who only listen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Event {
    /// When.
    pub at: Tick,
    /// What.
    pub what: What,
}

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum What {
    /// A key went down. The release of one that cannot be held is not announced.
    Pressed {
        /// Whose.
        seat: Seat,
        /// Which.
        key: Key,
    },
    /// A key came up.
    Released {
        /// Whose.
        seat: Seat,
        /// Which.
        key: Key,
    },
    /// A key that can be held went down and came up at once.
    Tapped {
        /// Whose.
        seat: Seat,
        /// Which.
        key: Key,
    },
    /// A seat's keys repeat otherwise.
    Handled {
        /// Whose.
        seat: Seat,
        /// How.
        handling: Handling,
    },
    /// A piece entered, another is shown, and rows of garbage left for the other seat.
    Entered {
        /// Whose.
        seat: Seat,
        /// The piece that is now shown last.
        shown: Piece,
        /// The gaps of those rows, in the order in which they will rise.
        gaps: Vec<u8>,
    },
    /// A lock cleared lines or was a T-spin.
    Cleared {
        /// Whose.
        seat: Seat,
        /// What.
        clear: Clear,
        /// Points for it.
        points: u32,
        /// Rows of garbage for it.
        attack: u8,
    },
    /// How a seat stands whose field others do not see; told with each of its pieces, and every ten seconds if it has
    /// changed.
    Counted {
        /// Whose.
        seat: Seat,
        /// How it stands.
        figures: Figures,
    },
    /// A seat has no room for its next piece.
    ToppedOut {
        /// Which seat.
        seat: Seat,
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
    /// It goes on.
    Resumed,
    /// The match is over.
    Over {
        /// The result.
        outcome: Outcome,
    },
    /// It is over, and nothing is hidden any more: where everything is.
    Unveiled(Box<Position>),
}

impl Action {
    /// Who may be told of it before it counts: those who will hear of what comes of it. Pauses and the end are
    /// everyone's; keys in a veiled field are not.
    pub(crate) const fn audience(&self, config: &Config, seat: Seat) -> Audience {
        match self {
            _ if !config.is_veiled() => Audience::Everyone,
            Self::Pause | Self::Resume | Self::Surrender => Audience::Everyone,
            Self::Press(_) | Self::Release(_) | Self::Tap(_) | Self::Handle(_) => Audience::Only(SeatSet::only(seat)),
        }
    }
}

impl What {
    /// Who may hear of it. What happens in a veiled field is for its own seat; others hear how it [stands](Self::Counted).
    pub(crate) const fn audience(&self, config: &Config) -> Audience {
        match self {
            Self::Pressed { seat, .. }
            | Self::Released { seat, .. }
            | Self::Tapped { seat, .. }
            | Self::Handled { seat, .. }
            | Self::Entered { seat, .. }
            | Self::Cleared { seat, .. }
                if config.is_veiled() =>
            {
                Audience::Only(SeatSet::only(*seat))
            }
            _ => Audience::Everyone,
        }
    }
}
