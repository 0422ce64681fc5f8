//! Invitations of one user by another.

use crate::{StoreError, User};
use async_trait::async_trait;
use parlor_wire::{InvitationEnd, InvitationId, Pace, UserId};

/// How many invitations that are over are kept for each sender.
pub const INVITATIONS_KEPT: u32 = 50;

/// One user's invitation of another.
#[derive(Clone, PartialEq, Debug)]
pub struct InvitationRow {
    /// Its id.
    pub id: InvitationId,
    /// Who asks.
    pub from: User,
    /// Who is asked.
    pub to: User,
    /// The table that opens when it is accepted.
    pub wish: Wish,
    /// Face to face or over days.
    pub pace: Pace,
    /// Who commanded it and their name for the command.
    pub command: String,
    /// When it was sent, on the wall clock in milliseconds.
    pub sent_at: u64,
    /// When it runs out, on the wall clock in milliseconds.
    pub expires_at: u64,
    /// How and when (on the wall clock in milliseconds) it ended, if it has.
    pub over: Option<(InvitationEnd, u64)>,
}

/// A table that is to be opened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wish {
    /// The game's id.
    pub game: String,
    /// The preset; the game's default if there is none.
    pub preset: Option<String>,
    /// What to change in the preset, as JSON that the game understands.
    pub options: String,
    /// Whether it is in the public list.
    pub public: bool,
    /// What its matches are played for.
    pub played_for: PlayedFor,
    /// How many days a player has for a move, if it is played over days; as the game has it if there is none.
    pub days: Option<u8>,
}

/// What the matches at a table are played for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayedFor {
    /// The result alone.
    Nothing,
    /// Ratings.
    Rating,
    /// A bet.
    Bet {
        /// What every player deposits.
        amount: u32,
        /// Whether the house holds it; otherwise a person.
        held_by_house: bool,
    },
}

/// Reading invitations.
#[async_trait]
#[cfg_attr(feature = "layers", ambassador::delegatable_trait)]
pub trait Invitations: Send + Sync {
    /// Every invitation that waits for an answer, the oldest first.
    async fn invitations(&self) -> Result<Vec<InvitationRow>, StoreError>;

    /// An invitation, whether it is over or not.
    async fn invitation(&self, id: InvitationId) -> Result<Option<InvitationRow>, StoreError>;

    /// The last `limit` invitations that a user sent or received and that are over, the latest first.
    async fn past_invitations(&self, user: UserId, limit: u32) -> Result<Vec<InvitationRow>, StoreError>;
}
