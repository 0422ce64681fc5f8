//! What the house and its clients say to each other.
//!
//! [`http`] holds the bodies of the HTTP API, [`Command`] and [`frame`] the frames of the WebSocket, [`table`] what both say
//! about tables. Games' own actions, events and views travel inside as raw JSON: nothing there knows a game. Two grammars of
//! text know their words, never their rules: [`slash`] what people type, [`addon`] what addons send.

pub mod addon;
pub mod bet;
pub mod chat;
mod code;
mod command;
pub mod frame;
pub mod http;
mod ids;
mod invitation;
mod name;
pub mod news;
mod person;
mod refusal;
pub mod slash;
pub mod table;

pub use bet::{BetInfo, BetState, BetWish, EscrowStep, HolderWish, TrustRecord};
pub use chat::{ChatLine, MAX_CHAT, Room};
pub use code::{NotACode, TableCode};
pub use command::{ClientFrame, Command, CommandId, NotACommandId, TableCommand};
pub use frame::{Frame, ServerFrame};
pub use http::{Scope, folded};
pub use ids::{EscrowId, InvitationId, LineId, MatchId, NotAnId, RunId, UserId};
pub use invitation::{Invitation, InvitationEnd, Invitee, Pace};
pub use name::{BadName, MAX_NAME, display_name, one_line, spelled_out};
pub use news::News;
pub use person::{Kind, Person};
pub use refusal::KnownCode;
pub use table::{Held, Occupant, SeatInfo, Status, TableInfo};

/// The longest frame a client may send, in bytes.
pub const MAX_FRAME: usize = 16 * 1024;
