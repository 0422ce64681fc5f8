//! Where a turning piece tries to go: the kicks of the Super Rotation System, as (x right, y up).

use crate::piece::{Facing, Piece, Turn};

/// How many places a turn tries, in order.
pub const KICKS: usize = 5;

/// The displacements that `piece` tries when it turns from `from`, the first being none at all.
///
/// Ruling: counter-clockwise from s to t negates the clockwise kicks from t to s.
pub const fn kicks(piece: Piece, from: Facing, turn: Turn) -> [(i8, i8); KICKS] {
    let table = match piece {
        // Turning a square changes nothing, and it never has to be kicked.
        Piece::O => return [(0, 0); KICKS],
        Piece::I => &LONG,
        _ => &SHORT,
    };
    match turn {
        Turn::Right => table[from as usize],
        Turn::Left => negated(table[from.turned(turn) as usize]),
    }
}

const fn negated(mut kicks: [(i8, i8); KICKS]) -> [(i8, i8); KICKS] {
    let mut kick = 0;
    while kick < KICKS {
        kicks[kick] = (-kicks[kick].0, -kicks[kick].1);
        kick += 1;
    }
    kicks
}

/// Clockwise kicks of J, L, S, T and Z, by the facing they leave.
const SHORT: [[(i8, i8); KICKS]; 4] = [
    [(0, 0), (-1, 0), (-1, 1), (0, -2), (-1, -2)],
    [(0, 0), (1, 0), (1, -1), (0, 2), (1, 2)],
    [(0, 0), (1, 0), (1, 1), (0, -2), (1, -2)],
    [(0, 0), (-1, 0), (-1, -1), (0, 2), (-1, 2)],
];

/// Clockwise kicks of I, by the facing it leaves.
const LONG: [[(i8, i8); KICKS]; 4] = [
    [(0, 0), (-2, 0), (1, 0), (-2, -1), (1, 2)],
    [(0, 0), (-1, 0), (2, 0), (-1, 2), (2, -1)],
    [(0, 0), (2, 0), (-1, 0), (2, 1), (-1, -2)],
    [(0, 0), (1, 0), (-2, 0), (1, -2), (-2, 1)],
];
