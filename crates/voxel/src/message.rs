//! What a client is told: the server's events of Voxel Battleship with their payloads.

use crate::GameState;
use parlor_battleship::Cell;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// One event for one client. As JSON it is its payload.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
pub enum Message {
    /// A room was opened; its code.
    RoomCreated(String),
    /// An opponent sat down.
    PlayerJoined(PlayerJoined),
    /// Both are there: fleets are laid out now.
    GameStarted(GameStarted),
    /// A fleet is final.
    ShipsPlaced(ShipsPlaced),
    /// Both fleets are final: the shooting begins.
    BothPlayersReady(BothPlayersReady),
    /// A shot was fired.
    ShotResult(ShotResult),
    /// Who shoots now.
    TurnChanged(TurnChanged),
    /// A ship went down.
    ShipSunk(ShipSunk),
    /// The match is over.
    GameOver(GameOver),
    /// The opponent has lost the connection, and may come back.
    OpponentDisconnected(OpponentDisconnected),
    /// The opponent is back.
    OpponentReconnected(OpponentReconnected),
    /// The opponent has gone for good.
    OpponentLeft(OpponentLeft),
    /// All that the player may know now.
    GameState(Box<GameState>),
    /// Something went wrong; a sentence for people.
    Error(String),
}

impl Message {
    /// The event's name.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::RoomCreated(_) => "roomCreated",
            Self::PlayerJoined(_) => "playerJoined",
            Self::GameStarted(_) => "gameStarted",
            Self::ShipsPlaced(_) => "shipsPlaced",
            Self::BothPlayersReady(_) => "bothPlayersReady",
            Self::ShotResult(_) => "shotResult",
            Self::TurnChanged(_) => "turnChanged",
            Self::ShipSunk(_) => "shipSunk",
            Self::GameOver(_) => "gameOver",
            Self::OpponentDisconnected(_) => "opponentDisconnected",
            Self::OpponentReconnected(_) => "opponentReconnected",
            Self::OpponentLeft(_) => "opponentLeft",
            Self::GameState(_) => "gameState",
            Self::Error(_) => "error",
        }
    }

    /// The event's payload.
    ///
    /// # Panics
    /// Never: payloads are JSON.
    pub fn payload(&self) -> Value {
        serde_json::to_value(self).expect("payloads are JSON")
    }
}

/// A cell as Voxel Battleship writes it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
pub struct Coordinate {
    /// Column, from 0.
    pub x: u8,
    /// Row, from 0.
    pub y: u8,
}

impl From<Cell> for Coordinate {
    fn from(Cell { x, y }: Cell) -> Self {
        Self { x, y }
    }
}

/// An opponent sat down.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PlayerJoined {
    /// Who.
    pub player_id: String,
    /// Their display name: addresses are not shown.
    pub email: String,
}

/// Fleets are laid out now.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct GameStarted {
    /// A sentence for people.
    pub message: String,
}

/// A fleet is final.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ShipsPlaced {
    /// Whose.
    pub player_id: String,
    /// Always true: a fleet that may still move is not told.
    pub ready: bool,
}

/// The shooting begins.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct BothPlayersReady {
    /// Who shoots first.
    pub first_player: String,
    /// A sentence for people.
    pub message: String,
}

/// A shot was fired.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ShotResult {
    /// Where.
    pub coordinate: Coordinate,
    /// What it found.
    pub result: ShotOutcome,
    /// Which ship, as far as the rules tell: at the voxel table, the one that sank.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ship_name: Option<String>,
    /// Who fired.
    pub attacker: String,
    /// At whose board.
    pub defender: String,
}

/// What a shot found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ShotOutcome {
    /// A ship that still floats.
    Hit,
    /// Water.
    Miss,
    /// The last cell of a ship.
    Sunk,
}

/// Who shoots now.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TurnChanged {
    /// Who.
    pub current_player: String,
    /// Whether that is the player who hears this.
    pub is_your_turn: bool,
}

/// A ship went down.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ShipSunk {
    /// Which one.
    pub ship_name: String,
    /// Whose it was.
    pub player_id: String,
}

/// The match is over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GameOver {
    /// Who won; null if neither did.
    pub winner_id: Option<String>,
    /// The winner's display name.
    pub winner_email: Option<String>,
    /// Who lost; null if neither did.
    pub loser_id: Option<String>,
    /// Why it ended.
    pub reason: EndReason,
    /// What each player did, by player id.
    pub stats: BTreeMap<String, PlayerStats>,
}

/// Why a match ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum EndReason {
    /// One fleet is gone.
    AllShipsSunk,
    /// A player left and did not come back in time.
    OpponentLeft,
    /// A player let the clock run out.
    Timeout,
    /// A player gave up. Not in Voxel Battleship: its clients cannot give up, but an opponent in a browser can.
    Surrender,
    /// The house called it off. Not in Voxel Battleship.
    Void,
}

impl From<parlor_kernel::Reason> for EndReason {
    fn from(reason: parlor_kernel::Reason) -> Self {
        match reason {
            parlor_kernel::Reason::Completed => Self::AllShipsSunk,
            parlor_kernel::Reason::Abandoned(_) => Self::OpponentLeft,
            parlor_kernel::Reason::Timeout(_) => Self::Timeout,
            parlor_kernel::Reason::Surrender(_) => Self::Surrender,
            parlor_kernel::Reason::Void => Self::Void,
        }
    }
}

/// What one player did in a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PlayerStats {
    /// Shots fired.
    pub shots: u32,
    /// Those that hit.
    pub hits: u32,
    /// Those that did not.
    pub misses: u32,
    /// Their own ships that still float.
    pub ships_remaining: u32,
}

/// The opponent has lost the connection, and may come back.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OpponentDisconnected {
    /// Who.
    pub player_id: String,
    /// A sentence for people.
    pub message: String,
    /// How many milliseconds they have to come back.
    pub grace_ms: u64,
}

/// The opponent is back.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OpponentReconnected {
    /// Who.
    pub player_id: String,
    /// A sentence for people.
    pub message: String,
}

/// The opponent has gone for good.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct OpponentLeft {
    /// A sentence for people.
    pub message: String,
}
