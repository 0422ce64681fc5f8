//! Why an action is refused.

use parlor_kernel::Code;
use thiserror::Error;

/// Why an action is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Illegal {
    /// A place outside the court.
    #[error("That is outside the court: it is {height} pixels high.")]
    OutsideCourt {
        /// How high it is.
        height: u16,
    },
    /// A pace that is none.
    #[error("A paddle moves at 1 to 100 percent of its speed.")]
    BadPace,
    /// The match is paused.
    #[error("The match is paused already.")]
    AlreadyPaused,
    /// This seat has asked for a pause.
    #[error("You have asked for a pause already; the other player has to agree.")]
    AlreadyAsked,
    /// There is no pause to end.
    #[error("There is no pause to end.")]
    NotPaused,
    /// The clock runs for both.
    #[error("A challenge is not paused: the clock runs for both of you.")]
    NoPauses,
}

impl Code for Illegal {
    fn code(&self) -> &'static str {
        match self {
            Self::OutsideCourt { .. } => "outside_court",
            Self::BadPace => "bad_pace",
            Self::AlreadyPaused => "already_paused",
            Self::AlreadyAsked => "already_asked",
            Self::NotPaused => "not_paused",
            Self::NoPauses => "no_pauses",
        }
    }
}
