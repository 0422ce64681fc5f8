//! Which of a T's resting places are T-spins, for all of them at once.

use super::{
    flood::{Reach, kicked},
    plane::Plane,
    shape::{at_least_three, corners},
};
use crate::{
    board::Board,
    piece::{Facing, Piece, Turn},
    spin::{SpinRule, front_corners},
};

const T: usize = Piece::T as usize;

/// The places of a T, by facing, that are T-spins when it is turned into them.
pub(crate) struct Spins {
    pub mini: [Plane; 4],
    pub full: [Plane; 4],
}

impl Spins {
    /// Judges the resting places of `reach`.
    pub fn of(board: &Board, reach: &Reach, resting: &[Plane; 4], rule: SpinRule) -> Self {
        let open = Plane::open(board);
        let corners = corners(&open);
        let three = at_least_three(&corners);
        let two = at_least_two(&corners);
        let mut spins = Self { mini: [Plane::EMPTY; 4], full: [Plane::EMPTY; 4] };
        for facing in Facing::ALL {
            let to = facing as usize;
            let needed = match rule {
                SpinRule::Hope => two,
                SpinRule::Guideline => three,
            };
            if !(resting[to] & needed).any() {
                continue;
            }
            let [left, right] = [Turn::Right, Turn::Left].map(|turn| {
                // Undoing a turn leads to where it began.
                let undo = if turn == Turn::Right { Turn::Left } else { Turn::Right };
                let from = facing.turned(undo) as usize;
                kicked::<T>(&reach.reached[from], &reach.free[to], from, turn)
            });
            let turned = (left.any_kick() | right.any_kick()) & resting[to];
            let [first, second] = front_corners(facing).map(|corner| corners[corner]);
            (spins.mini[to], spins.full[to]) = match rule {
                SpinRule::Hope => {
                    let exactly_two = two & !three;
                    let straight = (left.straight | right.straight) & resting[to];
                    (exactly_two & ((turned & !(first | second)) | straight), turned & three)
                }
                SpinRule::Guideline => {
                    let fifth = (left.fifth | right.fifth) & resting[to];
                    let full = three & ((turned & first & second) | fifth);
                    (turned & three & !full, full)
                }
            };
        }
        spins
    }
}

#[inline(always)]
fn at_least_two(&[a, b, c, d]: &[Plane; 4]) -> Plane {
    (a & b) | (c & d) | ((a | b) & (c | d))
}
