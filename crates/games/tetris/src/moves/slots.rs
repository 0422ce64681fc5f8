//! Holes made for a T: places it can be turned into, seen from above, without a search.

use super::{
    flood::kicked_from,
    plane::Plane,
    shape::{EAST, NORTH, SOUTH, WEST, at_least_three, ceiling, corners, free},
};
use crate::{
    board::Board,
    piece::{Facing, Piece, Placement},
};

const T: usize = Piece::T as usize;

/// The best full T-spin that a T could make by coming down, sliding over by one and turning once: its placement and how many rows
/// it clears. Slots that clear nothing do not count.
#[inline]
pub(crate) fn best_slot(board: &Board) -> Option<(Placement, u32)> {
    let open = Plane::open(board);
    let corners = corners(&open);
    let three = at_least_three(&corners);
    let south = free::<T, SOUTH>(&open) & three;
    let (east, west) = (free::<T, EAST>(&open), free::<T, WEST>(&open));
    let sky = |free: &Plane, facing: Facing| Plane::open_to_the_sky(free, ceiling(Piece::T, facing));
    let mut best: Option<(Placement, u32)> = None;
    let mut consider = |places: Plane, facing: Facing| {
        places.each(|x, row| {
            let placement = super::shape::placement(Piece::T, facing, x, row);
            let mut after = *board;
            after.place(placement);
            let lines = after.full_rows().count_ones();
            if lines > best.map_or(0, |(_, lines)| lines) {
                best = Some((placement, lines));
            }
        });
    };
    // Both corners below are in front of a T that faces south.
    let [_, _, right, left] = corners;
    let double = south & right & left & (sky(&east, Facing::East) | sky(&west, Facing::West));
    if double.any() {
        consider(double, Facing::South);
    }
    // The fifth kick makes it full whatever is in front.
    let (east, west) = (east & three, west & three);
    if east.any() || west.any() {
        // It turns under a ledge, so it has come from beside it.
        let north = free::<T, NORTH>(&open);
        let above = sky(&north, Facing::North);
        let north = above | ((above.moved(-1, 0) | above.moved(1, 0)) & north);
        if east.any() {
            let all = free::<T, EAST>(&open);
            consider(kicked_from::<T, NORTH, 0>(&north, &all).fifth & east, Facing::East);
        }
        if west.any() {
            let all = free::<T, WEST>(&open);
            consider(kicked_from::<T, NORTH, 1>(&north, &all).fifth & west, Facing::West);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slot(rows: &[&str]) -> Option<(Facing, i8, i8, u32)> {
        best_slot(&Board::drawn(rows)).map(|(placement, lines)| (placement.facing, placement.x, placement.y, lines))
    }

    #[test]
    fn slots_are_found_from_above() {
        assert_eq!(slot(&["#....#####", "#...######", "##.#######"]), None, "open on both sides");
        assert_eq!(slot(&["##..######", "#...######", "##.#######"]), Some((Facing::South, 2, 1, 2)));
        assert_eq!(slot(&["##..######", "#...##.###", "##.#######"]), Some((Facing::South, 2, 1, 1)));
        let triple = ["##........", "#.........", "#.########", "#..#######", "#.########"];
        assert_eq!(slot(&triple), Some((Facing::East, 1, 1, 3)));
        let mirrored = ["........##", ".........#", "########.#", "#######..#", "########.#"];
        assert_eq!(slot(&mirrored), Some((Facing::West, 8, 1, 3)));
        assert_eq!(slot(&[]), None);
    }
}
