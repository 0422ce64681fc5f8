//! Addon frames: the text protocol of HopeAddon, `TYPE:VERSION:GAMETYPE:GAMEID:DATA`, one frame on a line.
//!
//! [`Raw`] is a frame cut into its parts, its escapes undone; printing it gives back the very line it was read from.
//! [`AddonFrame`] says what the parts mean, with a type for everything that may be said: the words that any game needs are in
//! [`talk`], those of a game in a module of its own. Reading and printing both come from one list of words and fields
//! (see [`field`]), so they cannot disagree. What frames lead to is not decided here.

pub mod battleship;
pub mod death_roll;
mod error;
mod escape;
pub mod field;
mod frame;
mod header;
pub mod pong;
pub mod score;
pub mod talk;
pub mod tetris;
pub mod words;

pub use error::FrameError;
pub use field::{Hundredths, Setting};
pub use frame::{AddonFrame, Body, Move};
pub use header::{FrameKind, GameId, GameType, Raw};

/// The version of the frames.
pub const VERSION: u16 = 1;
/// The longest frame, in bytes.
pub const MAX_LINE: usize = 4096;
/// The most fields in DATA.
pub const MAX_FIELDS: usize = 64;
