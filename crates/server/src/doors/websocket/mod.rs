//! WebSockets (RFC 6455) that take no memory while nothing is on its way: a house has thousands of them, and most are silent
//! at any moment. Why this is not left to a library: docs/adr/0039.

mod handshake;
mod socket;

pub use handshake::{Io, Upgrade};
pub use socket::{Fault, Message, WebSocket};
