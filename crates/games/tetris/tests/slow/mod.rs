//! Move generation as anyone would write it first: one placement at a time, from the rules alone.

use parlor_tetris::{Board, Piece, Placement, Spin, SpinRule, Turn};
use std::collections::{BTreeMap, BTreeSet};

/// The cells of a placement, in a fixed order.
pub type Footprint = [(i8, i8); 4];

/// Every way `start` can come to rest, by the cells it covers, with the best T-spin that leads there.
pub fn moves(board: &Board, start: Placement, rule: SpinRule) -> BTreeMap<Footprint, Spin> {
    let mut seen = BTreeSet::new();
    let mut todo = Vec::new();
    let mut resting: BTreeMap<Footprint, Spin> = BTreeMap::new();
    if board.fits(start) {
        todo.push(start);
    }
    while let Some(here) = todo.pop() {
        if !seen.insert(here) {
            continue;
        }
        let rests = |there: Placement| !board.fits(there.moved(0, -1));
        if rests(here) {
            resting.entry(here.footprint()).or_default();
        }
        todo.extend([here.moved(-1, 0), here.moved(1, 0), here.moved(0, -1)].into_iter().filter(|&to| board.fits(to)));
        for turn in Turn::ALL {
            let Some((there, kick)) = board.turned(here, turn) else { continue };
            todo.push(there);
            if rests(there) {
                let spin = rule.judge(board, there, Some(kick));
                let best = resting.entry(there.footprint()).or_default();
                *best = spin.max(*best);
            }
        }
    }
    resting
}

/// Every way a piece that enters can come to rest.
pub fn entering(board: &Board, piece: Piece, rule: SpinRule) -> BTreeMap<Footprint, Spin> {
    moves(board, Placement::entering(piece), rule)
}
