//! What each filled cell once was, for the eye.

use crate::{
    board::{ROWS, WIDTH, rows_of},
    piece::{Piece, Placement},
};
use serde::{Deserialize, Serialize};

/// A cell as people see it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cell {
    /// Nothing.
    Empty,
    /// Part of a piece.
    Piece(Piece),
    /// Garbage.
    Garbage,
}

/// Four bits for each cell, a word for each row, the lowest first.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Paint([u64; ROWS]);

const GARBAGE: u64 = 8;
const BITS: usize = 4;

impl Paint {
    /// What is in a cell.
    pub fn cell(&self, x: usize, y: usize) -> Cell {
        match self.0[y] >> (BITS * x) & 0xF {
            0 => Cell::Empty,
            GARBAGE => Cell::Garbage,
            number => Piece::ALL.get(number as usize - 1).map_or(Cell::Garbage, |&piece| Cell::Piece(piece)),
        }
    }

    pub(crate) fn place(&mut self, placement: Placement) {
        for (x, y) in placement.cells() {
            self.0[y as usize] |= (placement.piece as u64 + 1) << (BITS * x as usize);
        }
    }

    /// Takes out the rows that [`Board::clear_lines`](crate::Board::clear_lines) gave.
    pub(crate) fn remove(&mut self, rows: u32) {
        for (gone, y) in rows_of(rows).enumerate() {
            let y = usize::from(y) - gone;
            self.0.copy_within(y + 1.., y);
            self.0[ROWS - 1] = 0;
        }
    }

    pub(crate) fn push_garbage(&mut self, gap: usize) {
        self.0.copy_within(..ROWS - 1, 1);
        self.0[0] = (0..WIDTH).filter(|&x| x != gap).map(|x| GARBAGE << (BITS * x)).sum();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{board::Board, piece::Facing};
    use parlor_kernel::Rng;

    /// Whatever happens, paint covers exactly what is filled.
    #[test]
    fn paint_covers_the_board() {
        let mut rng = Rng::new(1);
        let (mut board, mut paint) = (Board::EMPTY, Paint::default());
        for _ in 0..2_000 {
            if board.height() > 16 {
                (board, paint) = (Board::EMPTY, Paint::default());
            }
            if rng.percent(20) {
                let gap = rng.below(10) as usize;
                board.push_garbage(gap);
                paint.push_garbage(gap);
            }
            let piece = Piece::ALL[rng.below(7) as usize];
            let facing = Facing::ALL[rng.below(4) as usize];
            let start = Placement { piece, facing, x: rng.below(10) as i8, y: 20 };
            if board.fits(start) {
                let placement = start.moved(0, -board.drop_height(start));
                board.place(placement);
                paint.place(placement);
                paint.remove(board.clear_lines());
            }
            for (x, y) in (0..WIDTH).flat_map(|x| (0..ROWS).map(move |y| (x, y))) {
                assert_eq!(paint.cell(x, y) != Cell::Empty, board.filled(x as i8, y as i8));
            }
        }
    }
}
