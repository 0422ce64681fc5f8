//! Why something about an invitation is refused.

use parlor_wire::InvitationEnd;
use strum::{IntoStaticStr, VariantNames};
use thiserror::Error;

/// Why an invitation is refused, or an answer to one.
#[derive(Clone, PartialEq, Eq, Debug, Error, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum InvitationError {
    /// Too many requests wait for the desk.
    #[error("The house has too much to do. Please try again.")]
    HouseBusy,
    /// The sender has invited too many people, and may go on in so many seconds.
    #[error("You have invited many people at once. Please try again in {0} s.")]
    TooFast(u64),
    /// There is no such person.
    #[error("No player here has that name. Check the spelling.")]
    UnknownPerson,
    /// Several guests have the name.
    #[error("Several people here have that name. Invite them from their profile page, or share a table's code.")]
    AmbiguousName,
    /// The sender has named themselves.
    #[error("You cannot invite yourself. Play a bot instead.")]
    NotYourself,
    /// The recipient has muted the sender.
    #[error("{0} does not want to hear from you now.")]
    Muted(String),
    /// The recipient has just declined.
    #[error("{name} has just declined. You can ask again in {seconds} s.")]
    DeclinedJustNow {
        /// The recipient.
        name: String,
        /// When the sender may ask again.
        seconds: u128,
    },
    /// A guest who is away.
    #[error("{0} is not here now. Guests can only be invited while they are.")]
    #[strum(serialize = "offline")]
    GuestOffline(String),
    /// An account that is away.
    #[error("{0} is not here now. Invite them to a game over days, or try again later.")]
    Offline(String),
    /// The two play each other.
    #[error("You are playing {0} already. Finish that match first.")]
    #[strum(serialize = "busy")]
    PlaysYou(String),
    /// The other person is in a match.
    #[error("{0} is playing a match. Try again when they have finished.")]
    #[strum(serialize = "busy")]
    PlaysAnother(String),
    /// The caller is in a match.
    #[error("You are playing a match. Finish that first, or invite them to a game over days.")]
    #[strum(serialize = "busy")]
    YouPlay,
    /// The same invitation waits.
    #[error("You have invited {0} to this game already. Wait for an answer.")]
    AlreadyInvited(String),
    /// The sender has sent enough.
    #[error("{0} of your invitations wait for an answer. Withdraw one.")]
    TooManyInvitations(usize),
    /// The recipient has got enough.
    #[error("{0} has too many invitations already. Try again later.")]
    TooManyReceived(String),
    /// The sender sits at too many tables by now.
    #[error("{0} sits at too many tables already.")]
    #[strum(serialize = "too_many_tables")]
    SenderSitsElsewhere(String),
    /// The recipient is a guest, and the table has a bet.
    #[error("{0} is a guest, and bets are for accounts. Invite them to play for nothing.")]
    #[strum(serialize = "bet_needs_account")]
    GuestCannotBet(String),
    /// The recipient is a program, and the table has a bet.
    #[error("{0} is a bot, and bets are for people. Invite it to play for nothing.")]
    #[strum(serialize = "bet_for_people")]
    ProgramCannotBet(String),
    /// The recipient is a guest, and the match is rated.
    #[error("{0} is a guest, and rated matches are for accounts. Invite them without.")]
    #[strum(serialize = "rated_needs_account")]
    GuestIsNotRated(String),
    /// The recipient is a program, and the match is rated.
    #[error("{0} is a bot, and rated matches are for people. Invite it without.")]
    #[strum(serialize = "rated_for_people")]
    ProgramIsNotRated(String),
    /// The other side's to answer.
    #[error("Only the invited player accepts or declines; only the sender withdraws.")]
    NotYours,
    /// There is no such invitation.
    #[error("There is no such invitation any more.")]
    UnknownInvitation,
    /// It has been accepted.
    #[error("This invitation has been accepted.")]
    Accepted,
    /// It has been declined.
    #[error("This invitation has been declined.")]
    Declined,
    /// It has been withdrawn.
    #[error("This invitation has been withdrawn.")]
    Withdrawn,
    /// It has expired.
    #[error("This invitation has expired. Ask for a new one.")]
    Expired,
    /// The wish has bots.
    #[error("An invitation is for two people. Leave the bots out.")]
    InviteWithoutBots,
    /// The game has another number of seats.
    #[error("Only games for two are played by invitation. Open a table instead.")]
    NotForTwo,
}

/// An answer that comes too late.
impl From<InvitationEnd> for InvitationError {
    fn from(end: InvitationEnd) -> Self {
        match end {
            InvitationEnd::Accepted { .. } => Self::Accepted,
            InvitationEnd::Declined => Self::Declined,
            InvitationEnd::Withdrawn => Self::Withdrawn,
            InvitationEnd::Expired => Self::Expired,
        }
    }
}
