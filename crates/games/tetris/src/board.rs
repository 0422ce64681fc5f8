//! The stack: which cells of the field are filled.

use crate::{
    kicks::kicks,
    piece::{Placement, Turn},
};
use serde::{Deserialize, Serialize};

/// Columns of the field.
pub const WIDTH: usize = 10;
/// Rows that players see.
pub const VISIBLE: usize = 20;
/// All rows, those above the visible ones included.
pub const ROWS: usize = 24;

/// The filled cells, one word for each column.
///
/// Bit 0 is the topmost row, so that falling is counting up and an addition's carry runs down a column.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Board {
    columns: [u32; WIDTH],
}

/// The bit of row `y`, if there is such a row.
#[inline]
const fn bit(y: i8) -> u32 {
    if y < 0 || y >= ROWS as i8 { 0 } else { 1 << (ROWS as i8 - 1 - y) }
}

impl Board {
    /// The field before the first piece.
    pub const EMPTY: Self = Self { columns: [0; WIDTH] };

    /// A board from drawn rows, the lowest last: a dot or a space is an empty cell.
    pub fn drawn(rows: &[&str]) -> Self {
        let mut board = Self::EMPTY;
        for (y, row) in rows.iter().rev().enumerate().take(ROWS) {
            for (x, _) in row.chars().enumerate().take(WIDTH).filter(|&(_, cell)| cell != '.' && cell != ' ') {
                board.columns[x] |= bit(y as i8);
            }
        }
        board
    }

    /// The columns; bit 0 is the topmost row.
    #[inline]
    pub const fn columns(&self) -> &[u32; WIDTH] {
        &self.columns
    }

    /// Whether a cell is filled. Walls and floor count as filled, as does what lies above the field.
    #[inline]
    pub fn filled(&self, x: i8, y: i8) -> bool {
        let (Ok(column), Ok(_)) = (usize::try_from(x), usize::try_from(y)) else { return true };
        column >= WIDTH || y >= ROWS as i8 || self.columns[column] & bit(y) != 0
    }

    /// Whether a piece can be there.
    #[inline]
    pub fn fits(&self, placement: Placement) -> bool {
        placement.cells().into_iter().all(|(x, y)| !self.filled(x, y))
    }

    /// Where a turn leads, and by which kick; `None` if the piece cannot turn.
    pub fn turned(&self, placement: Placement, turn: Turn) -> Option<(Placement, u8)> {
        let facing = placement.facing.turned(turn);
        let tries = kicks(placement.piece, placement.facing, turn).into_iter().zip(0..);
        tries
            .map(|((dx, dy), kick)| (Placement { facing, ..placement.moved(dx, dy) }, kick))
            .find(|&(there, _)| self.fits(there))
    }

    /// How far a piece can fall from there.
    pub fn drop_height(&self, placement: Placement) -> i8 {
        (1..).find(|&rows| !self.fits(placement.moved(0, -rows))).map_or(0, |rows| rows - 1)
    }

    /// Fills the cells of a piece that fits.
    #[inline]
    pub fn place(&mut self, placement: Placement) {
        for (x, y) in placement.cells() {
            self.columns[x as usize] |= bit(y);
        }
    }

    /// Rows without a gap, as bits.
    #[inline]
    pub fn full_rows(&self) -> u32 {
        self.columns.iter().fold(!0, |rows, column| rows & column)
    }

    /// Removes full rows and lets fall what was above them. Gives back which rows they were, as bits.
    #[inline]
    pub fn clear_lines(&mut self) -> u32 {
        let full = self.full_rows();
        let mut rest = full;
        while rest != 0 {
            let row = rest & rest.wrapping_neg();
            for column in &mut self.columns {
                let above = *column & (row - 1);
                *column = *column & !(row | (row - 1)) | above << 1;
            }
            rest ^= row;
        }
        full
    }

    /// Lifts the stack by one row and puts a full row with a gap under it. Presumes that the topmost row is empty.
    pub fn push_garbage(&mut self, gap: usize) {
        for (x, column) in self.columns.iter_mut().enumerate() {
            *column = *column >> 1 | if x == gap { 0 } else { bit(0) };
        }
    }

    /// How many rows from the floor up have something in them.
    #[inline]
    pub fn height(&self) -> u32 {
        let any = self.columns.iter().fold(0, |rows, column| rows | column);
        ROWS as u32 - any.trailing_zeros().min(ROWS as u32)
    }

    /// Whether nothing is left.
    #[inline]
    pub fn is_empty(&self) -> bool {
        *self == Self::EMPTY
    }

    /// Filled cells.
    pub fn cells(&self) -> u32 {
        self.columns.iter().map(|column| column.count_ones()).sum()
    }
}

/// The rows of a mask that [`Board::clear_lines`] gave, counted from the floor, lowest first.
pub fn rows_of(mask: u32) -> impl Iterator<Item = u8> {
    (0..ROWS as u8).filter(move |&y| mask & bit(y as i8) != 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piece::{Facing, Piece};

    #[test]
    fn full_rows_go_and_the_rest_falls() {
        let mut board = Board::drawn(&["#.........", "##########", ".#........", "##########"]);
        assert_eq!(board.height(), 4);
        let cleared = board.clear_lines();
        assert_eq!(rows_of(cleared).collect::<Vec<_>>(), [0, 2]);
        assert_eq!(board, Board::drawn(&["#.........", ".#........"]));
        assert_eq!(board.clear_lines(), 0);
    }

    #[test]
    fn garbage_lifts_the_stack() {
        let mut board = Board::drawn(&["#........."]);
        board.push_garbage(9);
        board.push_garbage(0);
        assert_eq!(board, Board::drawn(&["#.........", "#########.", ".#########"]));
        assert_eq!(board.cells(), 19);
    }

    #[test]
    fn walls_floor_and_ceiling_are_solid() {
        let board = Board::EMPTY;
        assert!(board.filled(-1, 0) && board.filled(10, 0) && board.filled(0, -1) && board.filled(0, ROWS as i8));
        assert!(!board.filled(0, 0) && !board.filled(9, ROWS as i8 - 1));
        let upright = Placement { piece: Piece::I, facing: Facing::East, x: 0, y: 2 };
        assert!(board.fits(upright) && !board.fits(upright.moved(0, -1)) && !board.fits(upright.moved(9, 0)));
        assert_eq!(board.drop_height(Placement::entering(Piece::T)), 20);
    }
}
