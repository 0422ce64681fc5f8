//! `gameState`: all that one player may know, as Voxel Battleship writes it.

use crate::Coordinate;
use parlor_battleship::{Config, Orientation, Phase, Placement, View, Waters};
use parlor_kernel::{Duel, Seat};
use serde::Serialize;

/// All that one player may know about their room.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GameState {
    /// The room's code.
    pub room_code: String,
    /// How far it has come.
    pub status: StatusName,
    /// Who shoots.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub current_turn: Option<String>,
    /// Who plays.
    pub players: Players,
    /// The player's own board, once a fleet lies on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub your_board: Option<YourBoard>,
    /// What the player knows of the other board, once shots may be fired at it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opponent_board: Option<OpponentBoard>,
}

/// How far a room has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum StatusName {
    /// A player is missing.
    Waiting,
    /// Fleets are laid out.
    Setup,
    /// Shots are fired.
    Playing,
    /// It is over.
    Finished,
}

/// Who plays: the player who opened the room is the first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Players {
    /// In the first seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player1: Option<PlayerEntry>,
    /// In the second.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player2: Option<PlayerEntry>,
}

/// One player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PlayerEntry {
    /// The id that every other event uses.
    pub id: String,
    /// The display name.
    pub email: String,
    /// Whether the fleet is final.
    pub ready: bool,
}

/// The player's own board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct YourBoard {
    /// The fleet.
    pub ships: Vec<Ship>,
    /// Where the opponent hit.
    pub opponent_hits: Vec<Coordinate>,
    /// Where the opponent missed.
    pub opponent_misses: Vec<Coordinate>,
}

/// What the player knows of the other board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OpponentBoard {
    /// Where the player hit.
    pub your_hits: Vec<Coordinate>,
    /// Where the player missed.
    pub your_misses: Vec<Coordinate>,
    /// Ships that went down. Never one that still floats.
    pub sunk_ships: Vec<Ship>,
}

/// A ship that lies somewhere.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Ship {
    /// Its id, for example `carrier`.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// How many cells it covers.
    pub size: u8,
    /// Its top-left cell.
    pub start_coordinate: Coordinate,
    /// Which way it lies.
    pub orientation: Orientation,
    /// The cells it covers.
    pub coordinates: Vec<Coordinate>,
    /// How many of them were hit.
    pub hits: u32,
    /// Whether all of them were.
    pub is_sunk: bool,
}

impl Ship {
    /// The ship as it lies, with the damage that `waters` tell of.
    fn new(config: &Config, placement: Placement, waters: &Waters) -> Option<Self> {
        let class = config.fleet.get(usize::from(placement.ship))?;
        let hit = |cell| waters.shots.iter().any(|shot| shot.hit && shot.at == cell);
        let hits = placement.cells(class.size).filter(|&cell| hit(cell)).count() as u32;
        Some(Self {
            id: class.id.clone(),
            name: class.name.clone(),
            size: class.size,
            start_coordinate: placement.at.into(),
            orientation: placement.lies,
            coordinates: placement.cells(class.size).map(Coordinate::from).collect(),
            hits,
            is_sunk: hits == u32::from(class.size),
        })
    }

    fn fleet(config: &Config, placements: &[Placement], waters: &Waters) -> Vec<Self> {
        placements.iter().filter_map(|&placement| Self::new(config, placement, waters)).collect()
    }
}

fn shots(waters: &Waters, hit: bool) -> Vec<Coordinate> {
    waters.shots.iter().filter(|shot| shot.hit == hit).map(|shot| shot.at.into()).collect()
}

impl YourBoard {
    /// The board of `seat`, once its fleet lies.
    pub(crate) fn of(config: &Config, view: &View, seat: Seat) -> Option<Self> {
        let waters = &view.waters[seat.index()];
        let placements = view.fleets[seat.index()].as_ref()?;
        Some(Self {
            ships: Ship::fleet(config, placements, waters),
            opponent_hits: shots(waters, true),
            opponent_misses: shots(waters, false),
        })
    }
}

impl OpponentBoard {
    /// What `seat` knows of the other board. Made from what sank, never from the fleet: that is known whole only
    /// after the end, and this must not tell more then than a moment before.
    pub(crate) fn of(config: &Config, view: &View, seat: Seat) -> Option<Self> {
        let waters = &view.waters[Duel::other(seat).index()];
        (view.phase != Phase::Placing).then(|| Self {
            your_hits: shots(waters, true),
            your_misses: shots(waters, false),
            sunk_ships: Ship::fleet(config, &waters.sunk, waters),
        })
    }
}
