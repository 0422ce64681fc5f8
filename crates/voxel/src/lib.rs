//! Voxel Battleship's dialect: the events that its Socket.IO clients speak, and what they mean at a table.
//!
//! [`Request`] is what a client may ask, [`Message`] what it is told, as they are there. A [`Room`] is one player's
//! place at one table: it listens to what the house tells that player and says it again in the dialect. There are no
//! rules here and nothing is sent from here: rules are the engine's, sending is the server's.

mod message;
mod request;
mod room;
mod state;

pub use message::{
    BothPlayersReady, Coordinate, EndReason, GameOver, GameStarted, Message, OpponentDisconnected, OpponentLeft,
    OpponentReconnected, PlayerJoined, PlayerStats, ShipSunk, ShipsPlaced, ShotOutcome, ShotResult, TurnChanged,
};
pub use request::{Misread, Request, ShipPlacement};
pub use room::{NoRoom, Room};
pub use state::{GameState, OpponentBoard, PlayerEntry, Players, Ship, StatusName, YourBoard};

use parlor_wire::http::OpenTable;

/// The game whose tables this dialect speaks of.
pub const GAME: &str = "battleship";

/// The table that `createRoom` opens: Voxel Battleship's rules, found only by its code.
pub fn room_wish() -> OpenTable {
    OpenTable { game: GAME.into(), preset: Some("voxel".into()), ..OpenTable::default() }
}
