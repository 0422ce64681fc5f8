//! Why a step is refused.

use strum::{IntoStaticStr, VariantNames};
use thiserror::Error;

/// Why a step is refused. Nothing has changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum EscrowError {
    /// The seat does not play for it.
    #[error("There is no such seat.")]
    NoSuchSeat,
    /// Not everyone is there, or the match is under way.
    #[error("The bet cannot be put in now: wait until everyone is at the table.")]
    NotDepositing,
    /// Each puts in once.
    #[error("You have put in your bet already.")]
    AlreadyDeposited,
    /// There is no bet to call off.
    #[error("There is nothing to call off: no bet has been put in yet.")]
    NothingToCancel,
    /// The first turn has been taken, or the match is over.
    #[error("It is too late to call the bet off: it stands, and the match decides it.")]
    BetStands,
    /// Not all have put in their bet.
    #[error("The match begins when everyone has put in the bet.")]
    NotFunded,
    /// No match is played for it.
    #[error("No match is being played for this bet.")]
    NotPlaying,
    /// There is no result to talk about.
    #[error("There is no result to dispute or accept now.")]
    NotSettling,
    /// The reason is empty, too long or unprintable.
    #[error("Say why in 1 to 200 printable characters.")]
    BadReason,
    /// No player disputes it.
    #[error("There is nothing to decide: the result is not disputed.")]
    NotDisputed,
    /// A person or the house holds it already.
    #[error("The holder's seat is taken.")]
    HolderTaken,
    /// No person holds it.
    #[error("The bet has no holder.")]
    NoHolder,
    /// Nothing is due.
    #[error("It is too early for that.")]
    NotDue,
    /// It has been paid or refunded.
    #[error("This bet is over.")]
    BetOver,
}
