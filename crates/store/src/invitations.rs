//! Invitations, as the store keeps them.

use crate::User;
use parlor_wire::{InvitationEnd, InvitationId, Pace, http::OpenTable};

/// One person's invitation of another.
#[derive(Clone, PartialEq, Debug)]
pub struct InvitationRow {
    /// Its id.
    pub id: InvitationId,
    /// Who asks.
    pub from: User,
    /// Who is asked.
    pub to: User,
    /// The table that opens when it is accepted.
    pub wish: OpenTable,
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
