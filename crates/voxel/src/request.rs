//! What a client may ask: the client's events of Voxel Battleship. Only their shape is checked here.

use parlor_battleship::{Action, Cell, Config, Illegal, MAX_SHIPS, MAX_SIDE, Orientation};
use parlor_wire::{Command, TableCode, TableCommand};
use serde::Deserialize;
use serde_json::{Map, Value, value::to_raw_value};
use strum::{IntoStaticStr, VariantNames};
use thiserror::Error;

/// What a client asks.
#[derive(Clone, PartialEq, Debug)]
pub enum Request {
    /// To open a room and sit down in it.
    CreateRoom,
    /// To sit down in another player's room.
    JoinRoom(TableCode),
    /// To go, for good.
    LeaveRoom,
    /// To lay out the fleet; it is final.
    PlaceShips(Vec<ShipPlacement>),
    /// To shoot.
    FireShot(Cell),
    /// To be told everything anew.
    RequestGameState,
}

/// Where one ship is to lie, as Voxel Battleship writes it: an object, never a list.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ShipPlacement {
    /// The ship's id, for example `carrier`.
    pub id: String,
    /// Its size.
    pub size: i64,
    /// Its top-left cell.
    pub start_coordinate: Point,
    /// Which way it lies.
    pub orientation: Orientation,
}

/// A cell as a client writes it: perhaps on no board at all.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(try_from = "Map<String, Value>")]
pub struct Point {
    x: i64,
    y: i64,
}

/// By hand, because a derived implementation takes a list `[x, y]` as well.
impl TryFrom<Map<String, Value>> for Point {
    type Error = Misread;

    fn try_from(object: Map<String, Value>) -> Result<Self, Misread> {
        let number = |key| object.get(key).and_then(Value::as_i64).ok_or(Misread::Coordinate);
        Ok(Self { x: number("x")?, y: number("y")? })
    }
}

impl Point {
    /// The cell, if any board could have it.
    fn cell(self) -> Option<Cell> {
        let fits = |n: i64| u8::try_from(n).ok().filter(|&n| n < MAX_SIDE);
        Some(Cell::new(fits(self.x)?, fits(self.y)?))
    }
}

/// Why a request cannot be read, in words for the people who sent it.
#[derive(Clone, PartialEq, Eq, Debug, Error, IntoStaticStr, VariantNames)]
pub enum Misread {
    /// There is no such event.
    #[error("There is no event called {0} here.")]
    #[strum(serialize = "malformed_event")]
    UnknownEvent(String),
    /// That is no room code.
    #[error("Invalid room code: a code is six letters and digits, like K7QX2M.")]
    #[strum(serialize = "malformed_event")]
    RoomCode,
    /// That is no list of ships.
    #[error(
        "Invalid ship placement: send a list of ships, each with id, name, size, startCoordinate {{x, y}} and orientation \"horizontal\" or \"vertical\"."
    )]
    #[strum(serialize = "malformed_event")]
    Ships,
    /// That is no cell.
    #[error("Invalid coordinate: send {{x, y}} with whole numbers.")]
    #[strum(serialize = "malformed_event")]
    Coordinate,
    /// That is a cell of no board.
    #[error("Invalid coordinate: ({0}, {1}) is not on the board.")]
    #[strum(serialize = "malformed_event")]
    OffBoard(i64, i64),
}

impl Request {
    /// Reads an event with its arguments.
    ///
    /// # Errors
    /// What to tell the client.
    pub fn read(event: &str, arguments: &[Value]) -> Result<Self, Misread> {
        let first = arguments.first().unwrap_or(&Value::Null);
        match event {
            "createRoom" => Ok(Self::CreateRoom),
            "joinRoom" => {
                let code = first.as_str().ok_or(Misread::RoomCode)?;
                code.parse().map(Self::JoinRoom).map_err(|_| Misread::RoomCode)
            }
            "leaveRoom" => Ok(Self::LeaveRoom),
            "placeShips" => {
                let ships = first.as_array().filter(|ships| ships.len() <= MAX_SHIPS).ok_or(Misread::Ships)?;
                let read = |ship: &Value| ShipPlacement::deserialize(ship).ok().filter(|_| ship.is_object());
                let ships: Option<_> = ships.iter().map(read).collect();
                ships.map(Self::PlaceShips).ok_or(Misread::Ships)
            }
            "fireShot" => {
                let point = Point::deserialize(first).map_err(|_| Misread::Coordinate)?;
                point.cell().map(Self::FireShot).ok_or(Misread::OffBoard(point.x, point.y))
            }
            "requestGameState" => Ok(Self::RequestGameState),
            other => Err(Misread::UnknownEvent(other.chars().take(40).collect())),
        }
    }

    /// The commands that lay out a fleet for good: place it, then say ready.
    ///
    /// # Errors
    /// If a ship is none of the fleet's, or lies where no board reaches.
    pub fn place(table: TableCode, config: &Config, ships: &[ShipPlacement]) -> Result<[Command; 2], Illegal> {
        let place = |ship: &ShipPlacement| {
            // What is too large for the engine's numbers is wrong all the same: it says so about the next best.
            let size = ship.size.try_into().unwrap_or(u8::MAX);
            let at = ship.start_coordinate.cell().unwrap_or(Cell::new(MAX_SIDE, MAX_SIDE));
            config.named_placement(&ship.id, size, at, ship.orientation)
        };
        let ships = ships.iter().map(place).collect::<Result<_, _>>()?;
        Ok([act(table, &Action::Place { ships }), act(table, &Action::Ready)])
    }

    /// The command that fires at a cell.
    pub fn fire(table: TableCode, at: Cell) -> Command {
        act(table, &Action::Fire { at, pattern: 0 })
    }
}

fn act(table: TableCode, action: &Action) -> Command {
    TableCommand::Act { action: to_raw_value(action).expect("actions are JSON"), at: None }.at(table)
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_kernel::{Code, GameConfig};
    use serde_json::json;

    fn read(event: &str, argument: Value) -> Result<Request, Misread> {
        Request::read(event, &[argument])
    }

    fn ship(id: &str, size: i64, x: i64, y: i64) -> Value {
        json!({"id": id, "name": id, "size": size, "startCoordinate": {"x": x, "y": y}, "orientation": "horizontal"})
    }

    #[test]
    fn requests_are_read_as_the_seed_writes_them() {
        assert_eq!(Request::read("createRoom", &[]), Ok(Request::CreateRoom));
        assert_eq!(read("joinRoom", json!("k7qx2m")), Ok(Request::JoinRoom("K7QX2M".parse().unwrap())));
        assert_eq!(read("fireShot", json!({"x": 5, "y": 7})), Ok(Request::FireShot(Cell::new(5, 7))));
        assert_eq!(read("fireShot", json!({"x": 5, "y": 7, "z": 0})), Ok(Request::FireShot(Cell::new(5, 7))));
        assert!(
            matches!(read("placeShips", json!([ship("carrier", 5, 0, 0)])), Ok(Request::PlaceShips(s)) if s.len() == 1)
        );
    }

    #[test]
    fn what_cannot_be_read_is_named() {
        for code in [json!(null), json!(42), json!("K7QX2"), json!("K7QX2!"), json!(["K7QX2M"])] {
            assert_eq!(read("joinRoom", code), Err(Misread::RoomCode));
        }
        for point in [
            json!(null),
            json!({"x": 1}),
            json!({"x": 1.5, "y": 1}),
            json!({"x": "1", "y": 1}),
            json!([1]),
            json!([1, 1]),
        ] {
            assert_eq!(read("fireShot", point), Err(Misread::Coordinate));
        }
        assert_eq!(read("fireShot", json!({"x": -1, "y": 3})), Err(Misread::OffBoard(-1, 3)));
        assert_eq!(read("fireShot", json!({"x": 1, "y": 300})), Err(Misread::OffBoard(1, 300)));
        let mut turned = ship("carrier", 5, 0, 0);
        turned["orientation"] = json!("diagonal");
        let many = Value::from(vec![ship("carrier", 5, 0, 0); MAX_SHIPS + 1]);
        let mut listed = ship("carrier", 5, 0, 0);
        listed["startCoordinate"] = json!([0, 0]);
        let list = json!([["carrier", 5, {"x": 0, "y": 0}, "horizontal"]]);
        for ships in [json!(null), json!({}), json!([1]), json!([turned]), json!([listed]), list, many] {
            assert_eq!(read("placeShips", ships), Err(Misread::Ships));
        }
        assert!(matches!(read("fly", json!(null)), Err(Misread::UnknownEvent(_))));
    }

    #[test]
    fn wrong_ships_are_refused_by_the_rules() {
        let (config, table) = (Config::preset("voxel").unwrap(), "K7QX2M".parse().unwrap());
        let place = |value: Value| {
            let Ok(Request::PlaceShips(ships)) = read("placeShips", value) else { panic!("readable") };
            Request::place(table, &config, &ships).map(|commands| serde_json::to_value(&commands[0]).unwrap())
        };
        assert_eq!(place(json!([ship("raft", 3, 0, 0)])).unwrap_err().code(), "unknown_ship");
        assert_eq!(place(json!([ship("carrier", 4, 0, 0)])).unwrap_err().code(), "wrong_size");
        assert_eq!(place(json!([ship("carrier", 1000, 0, 0)])).unwrap_err().code(), "wrong_size");
        let far = place(json!([ship("carrier", 5, -1, 0)])).unwrap();
        let action: Action = serde_json::from_value(far["act"]["action"].clone()).unwrap();
        let Action::Place { ships } = action else { panic!("{action:?}") };
        assert_eq!(config.check_fleet(&ships).unwrap_err().code(), "out_of_bounds");
    }
}
