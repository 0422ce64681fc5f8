//! The ways in: connections, the native WebSocket, Socket.IO, addon frames, and the pages of the web client. A door
//! translates; it decides nothing.

pub mod accept;
pub mod addon;
pub mod assets;
pub mod door;
pub mod gateway;
pub mod reading;
pub mod requests;
pub mod silence;
pub mod socket;
pub mod socketio;
mod talk;
pub mod tls;
mod websocket;
