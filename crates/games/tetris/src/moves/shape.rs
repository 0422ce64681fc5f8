//! Where each piece has room, for all places at once.

use super::plane::Plane;
use crate::{
    board::ROWS,
    piece::{Facing, Piece, Placement},
};

/// The number of a facing, as a constant.
pub(crate) const NORTH: usize = Facing::North as usize;
pub(crate) const EAST: usize = Facing::East as usize;
pub(crate) const SOUTH: usize = Facing::South as usize;
pub(crate) const WEST: usize = Facing::West as usize;

/// Planes name a piece's place by one of its own cells, so that every place lies in the field. For most that is the
/// centre; this is how far from its centre the cell of a piece lies.
pub(crate) const fn anchor(piece: Piece, facing: Facing) -> (i8, i8) {
    match (piece, facing) {
        (Piece::I, Facing::East) => (1, 0),
        (Piece::I, Facing::South) => (0, -1),
        _ => (0, 0),
    }
}

/// The cells around the anchor.
const fn cells(piece: Piece, facing: Facing) -> [(i8, i8); 4] {
    let (x, y) = anchor(piece, facing);
    let mut cells = piece.cells(facing);
    let mut cell = 0;
    while cell < 4 {
        cells[cell] = (cells[cell].0 - x, cells[cell].1 - y);
        cell += 1;
    }
    cells
}

/// How far up the piece reaches from its anchor.
const fn rise(piece: Piece, facing: Facing) -> u32 {
    let mut rise = 0;
    let mut cell = 0;
    while cell < 4 {
        let (_, y) = cells(piece, facing)[cell];
        if y > rise {
            rise = y;
        }
        cell += 1;
    }
    rise as u32
}

/// The rows in which a piece has no room only because it would stick out at the top.
pub(crate) const fn ceiling(piece: Piece, facing: Facing) -> u32 {
    (1 << rise(piece, facing)) - 1
}

/// The places where piece `P` has room, facing `F`.
#[inline(always)]
pub(crate) fn free<const P: usize, const F: usize>(open: &Plane) -> Plane {
    // One of the cells is the place itself, which masks the others.
    beside::<P, F, 0>(open) & beside::<P, F, 1>(open) & beside::<P, F, 2>(open) & beside::<P, F, 3>(open)
}

/// The places from which a piece's cell of that number is open.
#[inline(always)]
fn beside<const P: usize, const F: usize, const CELL: usize>(open: &Plane) -> Plane {
    let (dx, dy) = const { cells(Piece::ALL[P], Facing::ALL[F])[CELL] };
    open.moved(-dx, -dy)
}

/// The places with a filled corner, for each of [`CORNERS`](crate::spin::CORNERS). Written out, so that nothing is left
/// to compute but shifts.
#[inline(always)]
pub(crate) fn corners(open: &Plane) -> [Plane; 4] {
    [!open.moved(1, -1), !open.moved(-1, -1), !open.moved(-1, 1), !open.moved(1, 1)]
}

/// The places where at least three of the corners are filled.
#[inline(always)]
pub(crate) fn at_least_three(&[a, b, c, d]: &[Plane; 4]) -> Plane {
    (a & b & (c | d)) | (c & d & (a | b))
}

/// How a facing of S, Z or I maps to the one before it that looks the same: the displacement of its anchor.
pub(crate) const fn twin(piece: Piece, facing: Facing) -> (i8, i8) {
    match (piece, facing) {
        (Piece::I, _) => (0, 0),
        (_, Facing::South) => (0, -1),
        _ => (-1, 0),
    }
}

/// The row of a plane, counted from the top, that row `y` of the field is.
pub(crate) const fn plane_row(y: i8) -> u32 {
    (ROWS as i8 - 1 - y) as u32
}

/// The placement that a place in a plane stands for.
#[inline(always)]
pub(crate) const fn placement(piece: Piece, facing: Facing, x: usize, row: u32) -> Placement {
    let (dx, dy) = anchor(piece, facing);
    Placement { piece, facing, x: x as i8 - dx, y: ROWS as i8 - 1 - row as i8 - dy }
}
