//! Why an action is refused.

use parlor_arcade::PauseRefused;
use parlor_kernel::nest_codes;
use strum::{IntoStaticStr, VariantNames};
use thiserror::Error;

/// Why a key is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum KeyRefused {
    /// The key is down.
    #[error("That key is down already.")]
    AlreadyDown,
    /// The key is up.
    #[error("That key is not down.")]
    NotDown,
    /// There is nothing to turn or drop.
    #[error("Your next piece has not entered yet.")]
    NoPiece,
    /// The rule set has no hold.
    #[error("Pieces cannot be held in this match.")]
    NoHold,
    /// This piece came from the hold, or one was held since the last lock.
    #[error("You can hold once for each piece.")]
    HoldSpent,
    /// This seat's field is full.
    #[error("Your field is full; wait for the others to finish.")]
    ToppedOut,
    /// Out of the limits.
    #[error("Keys repeat after at most 60 ticks, every 30 ticks, and soft drop takes at most 3 ticks for a row.")]
    BadHandling,
}

/// Why an action is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Illegal {
    /// About keys.
    #[error(transparent)]
    Key(#[from] KeyRefused),
    /// About pauses, or because of one.
    #[error(transparent)]
    Pause(#[from] PauseRefused),
}

nest_codes!(Illegal {} wraps { Key(KeyRefused), Pause(PauseRefused) });
