//! What a session tells its owner.

use crate::{EndedInvitation, OpenInvitation};
use parlor_kernel::AnyEvent;
use parlor_wire::{ChatLine, CommandId, News, Person, TableCode};
use thiserror::Error;

/// Something that a screen may want to react to. `T` is what a caller knows its commands by.
#[derive(Clone, Debug)]
pub enum Notice<T> {
    /// The house knows us.
    Hello(Person),
    /// What a caller asked for is done.
    Done {
        /// The last command of it.
        id: CommandId,
        /// What the caller knows it by.
        what: T,
    },
    /// Something was refused; nothing changed.
    Refused {
        /// Which command, if the house could tell.
        id: Option<CommandId>,
        /// What the caller knows it by.
        what: Option<T>,
        /// Whether the connection was down when it was given, or since: it may have come too late.
        late: bool,
        /// Stable code.
        code: String,
        /// A sentence for people.
        message: String,
    },
    /// A table cannot be followed.
    NotFollowed {
        /// Which table.
        table: TableCode,
        /// Stable code.
        code: String,
        /// A sentence for people.
        message: String,
    },
    /// An opponent was found: both sit at this table now.
    Paired(TableCode),
    /// The house no longer looks for an opponent, and has found none.
    SeekOver {
        /// Stable code.
        code: String,
        /// A sentence for people.
        message: String,
    },
    /// An invitation to us waits for an answer, or one that we sent.
    Invited {
        /// The invitation.
        open: Box<OpenInvitation>,
        /// Whether this is the first we hear of it.
        news: bool,
    },
    /// An invitation to us has ended, or one that we sent.
    InvitationOver(Box<EndedInvitation>),
    /// Something happened at a table that is not watched.
    News(News),
    /// All is known about a table (again): draw it anew.
    Refreshed(TableCode),
    /// Seats, readiness or presence changed.
    Changed(TableCode),
    /// A real-time match goes on; the next picture shows how.
    Settled(TableCode),
    /// A match began.
    Began(TableCode),
    /// Things happened in the game; the view is up to date with them.
    Game {
        /// Where.
        table: TableCode,
        /// The game's events, the oldest first.
        events: Vec<AnyEvent>,
    },
    /// The match is over.
    Ended(TableCode),
    /// A line of chat.
    Chat(TableCode, ChatLine),
    /// A table is gone.
    Closed(TableCode, String),
}

/// A frame from the house that makes no sense: it speaks another version.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("the house said something this client does not understand: {0}")]
pub struct BadFrame(pub(crate) String);

impl From<serde_json::Error> for BadFrame {
    fn from(error: serde_json::Error) -> Self {
        Self(error.to_string())
    }
}
