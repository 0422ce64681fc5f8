//! Places on the board.

use crate::tile::text_serde;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::{fmt, str::FromStr};
use thiserror::Error;

/// The side of the board.
pub const SIDE: u8 = 15;

/// The number of squares.
pub const SQUARES: usize = SIDE as usize * SIDE as usize;

/// A square, by row and column from 0. As text, the row and the letter of the column: `8H` is the centre.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square {
    /// From 0 at the top.
    pub row: u8,
    /// From 0 at the left.
    pub column: u8,
}

impl Square {
    /// The centre of the board.
    pub const CENTRE: Self = Self { row: SIDE / 2, column: SIDE / 2 };

    /// The square in a row and a column, if the board has it.
    pub const fn new(row: u8, column: u8) -> Option<Self> {
        if row < SIDE && column < SIDE { Some(Self { row, column }) } else { None }
    }

    /// Every square, row by row.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..SIDE).flat_map(|row| (0..SIDE).map(move |column| Self { row, column }))
    }

    /// The square as an index into arrays.
    pub(crate) const fn index(self) -> usize {
        self.row as usize * SIDE as usize + self.column as usize
    }

    /// The square `steps` further on in a direction.
    pub fn step(self, direction: Direction, steps: i8) -> Option<Self> {
        match direction {
            Direction::Across => Self::new(self.row, self.column.checked_add_signed(steps)?),
            Direction::Down => Self::new(self.row.checked_add_signed(steps)?, self.column),
        }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.row + 1, char::from(self.column + b'A'))
    }
}

/// How a word lies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// From left to right.
    Across,
    /// From top to bottom.
    Down,
}

impl Direction {
    /// The other direction.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Across => Self::Down,
            Self::Down => Self::Across,
        }
    }
}

/// Where a word begins and how it lies. As text, the row first if it lies across (`8H`), and the column first if it
/// lies down (`H8`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct At {
    /// The square of its first letter.
    pub square: Square,
    /// How it lies.
    pub direction: Direction,
}

/// A text that names no place on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("a place is a row from 1 to 15 and a column from A to O: 8H for across, H8 for down")]
pub struct NotAPlace;

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Square { row, column } = self.square;
        match self.direction {
            Direction::Across => write!(f, "{}", self.square),
            Direction::Down => write!(f, "{}{}", char::from(column + b'A'), row + 1),
        }
    }
}

impl FromStr for At {
    type Err = NotAPlace;

    fn from_str(text: &str) -> Result<Self, NotAPlace> {
        let is_digit = |c: char| c.is_ascii_digit();
        let (number, letter, direction) = if text.starts_with(is_digit) {
            let end = text.find(|c| !is_digit(c)).ok_or(NotAPlace)?;
            (&text[..end], &text[end..], Direction::Across)
        } else {
            let end = text.find(is_digit).ok_or(NotAPlace)?;
            (&text[end..], &text[..end], Direction::Down)
        };
        let row: u8 = number.parse().map_err(|_| NotAPlace)?;
        let &[letter] = letter.as_bytes() else { return Err(NotAPlace) };
        let row = row.checked_sub(1).ok_or(NotAPlace)?;
        let column = letter.to_ascii_uppercase().checked_sub(b'A').ok_or(NotAPlace)?;
        let square = Square::new(row, column).ok_or(NotAPlace)?;
        Ok(Self { square, direction })
    }
}

text_serde!(At);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_go_there_and_back() {
        for (text, row, column, direction) in [
            ("8H", 7, 7, Direction::Across),
            ("H8", 7, 7, Direction::Down),
            ("15A", 14, 0, Direction::Across),
            ("O1", 0, 14, Direction::Down),
        ] {
            let at = At { square: Square { row, column }, direction };
            assert_eq!((text.parse(), at.to_string()), (Ok(at), text.to_owned()));
        }
        assert_eq!("h8".parse::<At>().unwrap().to_string(), "H8");
        for wrong in ["", "8", "H", "0A", "16A", "1P", "P1", "8HH", "H8H", "É8", "8É", "-1A", "+8H", "1é"] {
            assert_eq!(wrong.parse::<At>(), Err(NotAPlace), "{wrong}");
        }
    }

    #[test]
    fn steps_stay_on_the_board() {
        let corner = Square { row: 0, column: 14 };
        assert_eq!(corner.step(Direction::Across, 1), None);
        assert_eq!(corner.step(Direction::Down, -1), None);
        assert_eq!(corner.step(Direction::Down, 14), Square::new(14, 14));
        assert_eq!(Square::all().map(Square::index).collect::<Vec<_>>(), (0..SQUARES).collect::<Vec<_>>());
    }
}
