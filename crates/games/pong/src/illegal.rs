//! Why an action is refused.

use parlor_kernel::{Code, PauseRefused};
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
    /// About pauses, or because of one.
    #[error(transparent)]
    Pause(#[from] PauseRefused),
}

impl Code for Illegal {
    fn code(&self) -> &'static str {
        match self {
            Self::OutsideCourt { .. } => "outside_court",
            Self::BadPace => "bad_pace",
            Self::Pause(refused) => refused.code(),
        }
    }
}
