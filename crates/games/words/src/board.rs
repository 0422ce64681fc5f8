//! The tiles on the board.

use crate::{
    square::{Direction, SIDE, SQUARES, Square},
    tile::{Placed, Tile},
    tiles::Tiles,
};
use serde::{Deserialize, Serialize};
use std::fmt;

/// Fifteen by fifteen squares, each with a tile or without. As data, fifteen rows of text, with `.` for an empty square.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<String>", into = "Vec<String>")]
pub struct Board([Option<Placed>; SQUARES]);

impl Board {
    /// The board before the first play.
    pub const EMPTY: Self = Self([None; SQUARES]);

    /// The board of those rows, if they are one.
    pub fn of(rows: &[impl AsRef<str>]) -> Option<Self> {
        let mut board = Self::EMPTY;
        let fifteen = usize::from(SIDE);
        if rows.len() != fifteen || rows.iter().any(|row| row.as_ref().len() != fifteen) {
            return None;
        }
        for (square, mark) in Square::all().zip(rows.iter().flat_map(|row| row.as_ref().chars())) {
            if mark != '.' {
                board.put(square, Placed::of(mark)?);
            }
        }
        Some(board)
    }

    /// The tile on a square.
    pub const fn at(&self, square: Square) -> Option<Placed> {
        self.0[square.index()]
    }

    /// Puts a tile on a square.
    pub fn put(&mut self, square: Square, placed: Placed) {
        self.0[square.index()] = Some(placed);
    }

    /// Takes the tile off a square.
    pub fn clear(&mut self, square: Square) {
        self.0[square.index()] = None;
    }

    /// Whether there is no tile at all.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(Option::is_none)
    }

    /// All tiles on it.
    pub fn tiles(&self) -> Tiles {
        self.0.iter().flatten().map(|placed| placed.tile()).collect::<Tiles>()
    }

    /// How many tiles lie next to each other, from the square after `square` on.
    pub(crate) fn run(&self, square: Square, direction: Direction, towards: i8) -> i8 {
        let occupied = |steps: i8| square.step(direction, steps * towards).is_some_and(|next| self.at(next).is_some());
        (1..).find(|&steps| !occupied(steps)).map_or(0, |steps| steps - 1)
    }

    /// Whether a tile lies next to a square.
    pub(crate) fn is_touched(&self, square: Square) -> bool {
        [Direction::Across, Direction::Down]
            .into_iter()
            .any(|direction| [-1, 1].into_iter().any(|towards| self.run(square, direction, towards) > 0))
    }

    fn rows(&self) -> impl Iterator<Item = String> {
        let mark = |placed: &Option<Placed>| placed.map_or_else(|| ".".to_owned(), |placed| placed.to_string());
        self.0.chunks(SIDE.into()).map(move |row| row.iter().map(mark).collect())
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.rows()).finish()
    }
}

impl From<Board> for Vec<String> {
    fn from(board: Board) -> Self {
        board.rows().collect()
    }
}

impl TryFrom<Vec<String>> for Board {
    type Error = &'static str;

    fn try_from(rows: Vec<String>) -> Result<Self, &'static str> {
        Self::of(&rows).ok_or("a board is fifteen rows of fifteen characters: . or a letter")
    }
}

/// What a tile counts: the seed's values. A blank counts nothing.
pub const fn value(tile: Tile) -> u8 {
    const VALUES: [u8; 27] = [0, 1, 3, 3, 2, 1, 4, 2, 4, 1, 8, 5, 1, 3, 1, 1, 3, 10, 1, 1, 1, 1, 4, 4, 8, 4, 10];
    VALUES[tile.index()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_the_seeds() {
        let worth = |letters: &str| {
            let values: Vec<_> = letters.chars().map(|c| value(Tile::of(c).unwrap())).collect();
            assert!(values.iter().all(|other| *other == values[0]), "{letters}");
            values[0]
        };
        let groups = ["EAIONRTLSU", "DG", "BCMP", "FHVWY", "K", "JX", "QZ", "?"];
        assert_eq!(groups.map(worth), [1, 2, 3, 4, 5, 8, 10, 0]);
    }

    #[test]
    fn runs_stop_at_gaps_and_edges() {
        let mut rows = vec![".".repeat(15); 15];
        rows[0] = "AB.C...........".into();
        let board = Board::of(&rows).unwrap();
        let square = |column| Square { row: 0, column };
        assert_eq!(board.run(square(0), Direction::Across, 1), 1);
        assert_eq!(board.run(square(2), Direction::Across, -1), 2);
        assert_eq!(board.run(square(2), Direction::Across, 1), 1);
        assert_eq!(board.run(square(0), Direction::Down, -1), 0);
        assert!(board.is_touched(square(4)) && !board.is_touched(square(5)));
        assert_eq!((board.tiles().to_string(), Vec::from(board.clone())), ("ABC".into(), rows));
        assert_eq!(Board::of(&["A"]), None);
    }
}
