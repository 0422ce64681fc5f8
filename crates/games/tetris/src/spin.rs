//! T-spins: when turning a T into place counts as one.

use crate::{
    board::Board,
    piece::{Facing, Piece, Placement},
};
use serde::{Deserialize, Serialize};

/// What kind of T-spin a lock was.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Spin {
    /// None.
    #[default]
    None,
    /// A small one.
    Mini,
    /// A proper one.
    Full,
}

/// Which T-spins count.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SpinRule {
    /// Three corners are a T-spin; two are a mini if no front corner is filled or the turn did not kick.
    Hope,
    /// Three corners are needed; both front corners or the fifth kick make it a full one.
    Guideline,
}

/// The four corners around a T's centre, clockwise from the upper left. A T that faces north has the first two in front.
pub(crate) const CORNERS: [(i8, i8); 4] = [(-1, 1), (1, 1), (1, -1), (-1, -1)];

/// The kick that makes a T-spin full in the guideline, counted from 0.
pub(crate) const FIFTH: u8 = 4;

impl SpinRule {
    /// What a lock counts as. `kick` is the kick of the turn that was the piece's last action, if it was a turn.
    pub fn judge(self, board: &Board, placement: Placement, kick: Option<u8>) -> Spin {
        let (Piece::T, Some(kick)) = (placement.piece, kick) else { return Spin::None };
        let (corners, front) = corners(board, placement);
        match self {
            Self::Hope if corners >= 3 => Spin::Full,
            Self::Hope if corners == 2 && (front == 0 || kick == 0) => Spin::Mini,
            Self::Guideline if corners >= 3 && (front == 2 || kick == FIFTH) => Spin::Full,
            Self::Guideline if corners >= 3 => Spin::Mini,
            _ => Spin::None,
        }
    }
}

/// How many corners are filled, and how many of those in front. Walls and floor count.
fn corners(board: &Board, placement: Placement) -> (u32, u32) {
    let filled = |corner: usize| {
        let (dx, dy) = CORNERS[corner];
        u32::from(board.filled(placement.x + dx, placement.y + dy))
    };
    let [first, second] = front_corners(placement.facing);
    ((0..4).map(filled).sum(), filled(first) + filled(second))
}

/// Which of [`CORNERS`] lie in front of a T.
pub(crate) const fn front_corners(facing: Facing) -> [usize; 2] {
    [facing as usize, (facing as usize + 1) % 4]
}
