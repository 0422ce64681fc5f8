//! HopeAddon's text frames as a dialect of the native protocol.
//!
//! A [`Dialect`] is a client of the house like any other: it keeps a [`Session`](parlor_client::Session) with every table
//! it follows, and its screen is text. Lines that an addon sends become commands, what the house tells becomes frames,
//! and real-time matches are shown several times a second. One file of `games` for each game says what its
//! moves are called. There are no rules here and nothing is sent from here: rules are the engine's, sending is the
//! server's.

mod dialect;
mod error;
mod games;
mod hearing;
mod invite;
mod place;

pub use dialect::{About, Dialect, Wish};
pub use error::AddonError;
