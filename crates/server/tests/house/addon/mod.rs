//! The addon door, with a real WebSocket and lines of text: whole games against bots, against the native client that
//! browsers use, and against each other; coming back; and input that no honest client would send.

mod armada;
mod bets;
pub mod client;
mod coming;
mod hostile;
mod invitations;
mod realtime;
mod turns;
mod words;
