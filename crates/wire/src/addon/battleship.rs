//! Moves of Battleship. Rows and columns count from 1; a ship's cell is its top or left one.

use super::field::payload;
use crate::slash::Direction;
use parlor_kernel::Seat;

payload! {
    /// A move of Battleship, or what came of one.
    pub enum Move {
        /// A shot. From the house: the other player's.
        "SHOT" => Shot {
            /// Row.
            row: u8,
            /// Column.
            column: u8,
            /// Which of the table's patterns; a single cell if it is not said.
            pattern: Option<String>,
        },
        /// From the house: what a shot found.
        "RESULT" => Found {
            /// Row.
            row: u8,
            /// Column.
            column: u8,
            /// Whether a ship was there.
            hit: bool,
            /// Whether that sank it.
            sunk: bool,
            /// The ship's name, as far as the rules tell.
            ship: String,
            /// Who shot.
            by: Option<Seat>,
        },
        /// The fleet stays as it lies. From the house: whose.
        "READY" => Ready {
            /// Whose; only from the house.
            seat: Option<Seat>,
        },
        /// Gives up.
        "SURRENDER" => Surrender,
        /// Puts a ship somewhere. The fleet is laid out once every ship has a place.
        "PLACE" => Place {
            /// Its id.
            ship: String,
            /// Row.
            row: u8,
            /// Column.
            column: u8,
            /// Which way it lies.
            lies: Direction,
        },
        /// Lays out the fleet at random.
        "AUTO" => Auto,
        /// Aims, where attacks have to be confirmed.
        "PLAN" => Plan {
            /// Row.
            row: u8,
            /// Column.
            column: u8,
            /// Which of the table's patterns.
            pattern: Option<String>,
        },
        /// Drops the plan. From the house: there is none now.
        "CANCEL" => Cancel,
        /// Carries out the plan.
        "CONFIRM" => Confirm,
        /// From the house: the board.
        "BOARD" => Board {
            /// Columns.
            columns: u8,
            /// Rows.
            rows: u8,
        },
        /// From the house: a ship that every fleet has.
        "CLASS" => Class {
            /// Its id.
            ship: String,
            /// Its name.
            name: String,
            /// How many cells it covers.
            size: u8,
        },
        /// From the house: a pattern of shots.
        "PATTERN" => Pattern {
            /// Its id.
            pattern: String,
            /// Its name.
            name: String,
            /// How often you may still use it; without limit if it is not said.
            uses: Option<u16>,
        },
        /// From the house: one of your own ships lies there.
        "SHIP" => Ship {
            /// Its id.
            ship: String,
            /// Row.
            row: u8,
            /// Column.
            column: u8,
            /// Which way it lies.
            lies: Direction,
        },
        /// From the house: a ship has sunk, and this is where it lies.
        "SUNK" => Sunk {
            /// Whose it was.
            seat: Seat,
            /// Its id.
            ship: String,
            /// Row.
            row: u8,
            /// Column.
            column: u8,
            /// Which way it lies.
            lies: Direction,
        },
    }
}
