//! Why an action is refused.

use parlor_arcade::PauseRefused;
use parlor_kernel::nest_codes;
use strum::{IntoStaticStr, VariantNames};
use thiserror::Error;

/// Why steering is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum SteerRefused {
    /// A place outside the court.
    #[error("That is outside the court: it is {height} pixels high.")]
    OutsideCourt {
        /// How high it is.
        height: u16,
    },
    /// A pace that is none.
    #[error("A paddle moves at 1 to 100 percent of its speed.")]
    BadPace,
}

/// Why an action is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Illegal {
    /// About steering.
    #[error(transparent)]
    Steer(#[from] SteerRefused),
    /// About pauses, or because of one.
    #[error(transparent)]
    Pause(#[from] PauseRefused),
}

nest_codes!(Illegal {} wraps { Steer(SteerRefused), Pause(PauseRefused) });
