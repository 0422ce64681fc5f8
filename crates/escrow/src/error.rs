//! Why a step is refused.

use parlor_kernel::Code;
use thiserror::Error;

/// Why a step is refused. Nothing has changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum EscrowError {
    /// Nobody plays there.
    #[error("There is no such seat.")]
    NoSuchSeat,
    /// Not everyone is there, or the match is under way.
    #[error("The bet cannot be put in now: wait until everyone is at the table.")]
    NotDepositing,
    /// One bet each.
    #[error("Your bet lies in the box already.")]
    AlreadyDeposited,
    /// There is no bet to call off.
    #[error("There is nothing to call off: nobody can put in a bet yet.")]
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
    /// The reason will not do.
    #[error("Say why in 1 to 200 printable characters.")]
    BadReason,
    /// Nobody disputes it.
    #[error("There is nothing to decide: nobody disputes the result.")]
    NotDisputed,
    /// Somebody or the house holds it already.
    #[error("The holder's seat is taken.")]
    HolderTaken,
    /// No person holds it.
    #[error("Nobody sits in the holder's seat.")]
    NoHolder,
    /// Nothing is due.
    #[error("It is too early for that.")]
    NotDue,
    /// It has been paid or refunded.
    #[error("This bet is over.")]
    Over,
}

impl Code for EscrowError {
    fn code(&self) -> &'static str {
        match self {
            Self::NoSuchSeat => "no_such_seat",
            Self::NotDepositing => "not_depositing",
            Self::AlreadyDeposited => "already_deposited",
            Self::NothingToCancel => "nothing_to_cancel",
            Self::BetStands => "bet_stands",
            Self::NotFunded => "not_funded",
            Self::NotPlaying => "not_playing",
            Self::NotSettling => "not_settling",
            Self::BadReason => "bad_reason",
            Self::NotDisputed => "not_disputed",
            Self::HolderTaken => "holder_taken",
            Self::NoHolder => "no_holder",
            Self::NotDue => "not_due",
            Self::Over => "bet_over",
        }
    }
}
