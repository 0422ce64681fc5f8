//! Cells and their names.

use serde::{Deserialize, Serialize};
use std::{
    fmt::{self, Write},
    str::FromStr,
};

/// The longest side a board may have.
pub const MAX_SIDE: u8 = 30;

/// A place on the board: 0-based, x to the right, y downwards.
///
/// As text the letter is the column and the number the row, so `A5` is x = 0, y = 4. Columns past Z are AA, AB, …
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell {
    /// Column.
    pub x: u8,
    /// Row.
    pub y: u8,
}

impl Cell {
    /// The cell in column `x` and row `y`.
    pub const fn new(x: u8, y: u8) -> Self {
        Self { x, y }
    }

    /// The name of column `x`: A, B, …, Z, AA, AB, …
    pub fn column_name(x: u8) -> String {
        Self::column_letters(x).collect()
    }

    fn column_letters(x: u8) -> impl Iterator<Item = char> {
        let letter = |n: u8| char::from(b'A' + n);
        (x / 26).checked_sub(1).map(letter).into_iter().chain([letter(x % 26)])
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Self::column_letters(self.x).try_for_each(|letter| f.write_char(letter))?;
        write!(f, "{}", u16::from(self.y) + 1)
    }
}

/// Why a text names no cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a cell is a letter and a number, like A5")]
pub struct NotACell;

impl FromStr for Cell {
    type Err = NotACell;

    fn from_str(text: &str) -> Result<Self, NotACell> {
        let digits = text.find(|c: char| c.is_ascii_digit()).ok_or(NotACell)?;
        let (letters, number) = text.split_at(digits);
        let column =
            |letter: u8| letter.is_ascii_alphabetic().then(|| letter.to_ascii_uppercase() - b'A').ok_or(NotACell);
        let x = match *letters.as_bytes() {
            [low] => column(low)?,
            [high, low] => {
                (column(high)? + 1).checked_mul(26).and_then(|n| n.checked_add(column(low).ok()?)).ok_or(NotACell)?
            }
            _ => return Err(NotACell),
        };
        let row: u8 = number.parse().map_err(|_| NotACell)?;
        Ok(Self { x, y: row.checked_sub(1).ok_or(NotACell)? })
    }
}

/// Cells travel as text: logs and messages stay readable.
impl Serialize for Cell {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Cell {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        parlor_kernel::from_text(deserializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_read_as_they_are_written() {
        assert_eq!("A5".parse(), Ok(Cell::new(0, 4)));
        assert_eq!("j10".parse(), Ok(Cell::new(9, 9)));
        assert_eq!(Cell::new(29, 29).to_string(), "AD30");
        for x in 0..MAX_SIDE {
            for y in 0..MAX_SIDE {
                assert_eq!(Cell::new(x, y).to_string().parse(), Ok(Cell::new(x, y)));
            }
        }
        for bad in ["", "5", "A", "A0", "A-1", "A256", "5A", "ABC1", "A1x", "Å1", "ZZ1"] {
            assert_eq!(bad.parse::<Cell>(), Err(NotACell), "{bad}");
        }
    }
}
