//! Everywhere a piece can get, by falling, sliding and turning.

use super::{
    plane::Plane,
    shape::{EAST, NORTH, SOUTH, WEST, anchor, ceiling, free, plane_row, twin},
};
use crate::{
    board::{Board, VISIBLE},
    kicks::{KICKS, kicks},
    piece::{Facing, Piece, Placement, Turn},
};

const O: usize = Piece::O as usize;
const T: usize = Piece::T as usize;
const J: usize = Piece::J as usize;
const L: usize = Piece::L as usize;

/// Below this height nothing is in the way of a piece that enters: it can go to every column, facing anywhere, before
/// it has to fall.
const UNHINDERED: u32 = VISIBLE as u32 - 3;

/// The places where a piece has room and those it can get to, by facing.
pub(crate) struct Reach {
    pub free: [Plane; 4],
    pub reached: [Plane; 4],
}

/// Whether the facings of a piece come in pairs that look the same.
const fn is_paired(piece: usize) -> bool {
    !matches!(piece, T | J | L)
}

impl Reach {
    /// Where piece `P` can get after it has entered.
    #[inline]
    pub fn entering<const P: usize>(board: &Board) -> Self {
        if board.height() > UNHINDERED {
            return Self::from_start::<P>(board, Placement::entering(Piece::ALL[P]));
        }
        let free = all_free::<P>(board);
        let open = |facing: usize| Plane::open_to_the_sky(&free[facing], ceiling(Piece::ALL[P], Facing::ALL[facing]));
        let mut reach = Self { free, reached: [open(NORTH), Plane::EMPTY, Plane::EMPTY, Plane::EMPTY] };
        if P != O {
            reach.reached = [open(NORTH), open(EAST), open(SOUTH), open(WEST)];
        }
        // Where nothing but what is seen from above is left to rest in, there is nothing to find.
        let hidden = |facing: usize| {
            let hidden = reach.free[facing] & !reach.reached[facing];
            hidden.resting(&reach.free[facing]).any()
        };
        let nothing_hidden = match P {
            O => !hidden(NORTH),
            _ if is_paired(P) => !hidden(NORTH) && !hidden(EAST),
            _ => !hidden(NORTH) && !hidden(EAST) && !hidden(SOUTH) && !hidden(WEST),
        };
        if !nothing_hidden {
            reach.flood::<P>();
        }
        reach
    }

    /// Where piece `P` can get from `start`; nowhere, if it does not fit there.
    pub fn from_start<const P: usize>(board: &Board, start: Placement) -> Self {
        let free = all_free::<P>(board);
        let mut reach = Self { free, reached: [Plane::EMPTY; 4] };
        if board.fits(start) {
            let facing = if P == O { Facing::North } else { start.facing };
            let (dx, dy) = anchor(start.piece, facing);
            let place = Plane::only((start.x + dx) as usize, plane_row(start.y + dy));
            reach.reached[facing as usize] = place.fallen(&free[facing as usize]);
            reach.flood::<P>();
        }
        reach
    }

    /// Follows every way on from the places reached so far.
    fn flood<const P: usize>(&mut self) {
        if P == O {
            return self.spread(NORTH);
        }
        let mut turned = [Plane::EMPTY; 4];
        let mut fresh = 0b1111;
        while fresh != 0 {
            if fresh & 1 << NORTH != 0 {
                fresh = fresh & !(1 << NORTH) | self.follow::<P, NORTH>(&mut turned[NORTH]);
            }
            if fresh & 1 << EAST != 0 {
                fresh = fresh & !(1 << EAST) | self.follow::<P, EAST>(&mut turned[EAST]);
            }
            if fresh & 1 << SOUTH != 0 {
                fresh = fresh & !(1 << SOUTH) | self.follow::<P, SOUTH>(&mut turned[SOUTH]);
            }
            if fresh & 1 << WEST != 0 {
                fresh = fresh & !(1 << WEST) | self.follow::<P, WEST>(&mut turned[WEST]);
            }
        }
    }

    /// Slides and turns what faces `F` and was not turned before. Gives back the facings in which that led to new places.
    #[inline(always)]
    fn follow<const P: usize, const F: usize>(&mut self, turned: &mut Plane) -> u32 {
        self.spread(F);
        let from = self.reached[F] & !*turned;
        *turned = self.reached[F];
        let (right, left) = ((F + 1) % 4, (F + 3) % 4);
        let mut fresh = 0;
        let unseen = self.free[right] & !self.reached[right];
        if unseen.any() {
            let found = kicked_from::<P, F, 0>(&from, &self.free[right]).any_kick() & unseen;
            if found.any() {
                self.reached[right] |= found.fallen(&self.free[right]);
                fresh |= 1 << right;
            }
        }
        let unseen = self.free[left] & !self.reached[left];
        if unseen.any() {
            let found = kicked_from::<P, F, 1>(&from, &self.free[left]).any_kick() & unseen;
            if found.any() {
                self.reached[left] |= found.fallen(&self.free[left]);
                fresh |= 1 << left;
            }
        }
        fresh
    }

    /// Slides and falls without turning.
    #[inline(always)]
    fn spread(&mut self, facing: usize) {
        let free = &self.free[facing];
        let reached = &mut self.reached[facing];
        loop {
            let beside = (reached.moved(1, 0) | reached.moved(-1, 0)) & *free & !*reached;
            if !beside.any() {
                return;
            }
            *reached |= beside.fallen(free);
        }
    }

    /// Where the piece can come to rest. Of two facings that look the same, the first stands for both.
    #[inline(always)]
    pub fn resting<const P: usize>(&self) -> [Plane; 4] {
        let rest = |facing: usize| self.reached[facing].resting(&self.free[facing]);
        if P == O {
            return [rest(NORTH), Plane::EMPTY, Plane::EMPTY, Plane::EMPTY];
        }
        if is_paired(P) {
            let piece = const { Piece::ALL[P] };
            let (south, west) = (twin(piece, Facing::South), twin(piece, Facing::West));
            let flat = rest(NORTH) | rest(SOUTH).moved(south.0, south.1);
            let upright = rest(EAST) | rest(WEST).moved(west.0, west.1);
            return [flat, upright, Plane::EMPTY, Plane::EMPTY];
        }
        [rest(NORTH), rest(EAST), rest(SOUTH), rest(WEST)]
    }
}

#[inline(always)]
fn all_free<const P: usize>(board: &Board) -> [Plane; 4] {
    let open = Plane::open(board);
    let north = free::<P, NORTH>(&open);
    if P == O {
        return [north, Plane::EMPTY, Plane::EMPTY, Plane::EMPTY];
    }
    let east = free::<P, EAST>(&open);
    if is_paired(P) {
        let piece = const { Piece::ALL[P] };
        let (south, west) = (twin(piece, Facing::South), twin(piece, Facing::West));
        return [north, east, north.moved(-south.0, -south.1).masked(), east.moved(-west.0, -west.1).masked()];
    }
    [north, east, free::<P, SOUTH>(&open), free::<P, WEST>(&open)]
}

/// Where turns lead, by kick.
pub(crate) struct Landed {
    /// Without a kick.
    pub straight: Plane,
    /// By one of the kicks between.
    pub kicked: Plane,
    /// By the last kick.
    pub fifth: Plane,
}

impl Landed {
    #[inline(always)]
    pub fn any_kick(&self) -> Plane {
        self.straight | self.kicked | self.fifth
    }
}

/// Turns everything in `from`, which faces `facing`. Each place takes the first kick that leads to a free one.
#[inline(always)]
pub(crate) fn kicked<const P: usize>(from: &Plane, free: &Plane, facing: usize, turn: Turn) -> Landed {
    match (facing, turn) {
        (NORTH, Turn::Right) => kicked_from::<P, NORTH, 0>(from, free),
        (EAST, Turn::Right) => kicked_from::<P, EAST, 0>(from, free),
        (SOUTH, Turn::Right) => kicked_from::<P, SOUTH, 0>(from, free),
        (WEST, Turn::Right) => kicked_from::<P, WEST, 0>(from, free),
        (NORTH, Turn::Left) => kicked_from::<P, NORTH, 1>(from, free),
        (EAST, Turn::Left) => kicked_from::<P, EAST, 1>(from, free),
        (SOUTH, Turn::Left) => kicked_from::<P, SOUTH, 1>(from, free),
        _ => kicked_from::<P, WEST, 1>(from, free),
    }
}

#[inline(always)]
pub(crate) fn kicked_from<const P: usize, const FROM: usize, const TURN: usize>(from: &Plane, free: &Plane) -> Landed {
    let left = &mut { *from };
    let straight = kick::<P, FROM, TURN, 0>(left, free);
    let mut kicked = kick::<P, FROM, TURN, 1>(left, free);
    kicked |= kick::<P, FROM, TURN, 2>(left, free);
    kicked |= kick::<P, FROM, TURN, 3>(left, free);
    let fifth = kick::<P, FROM, TURN, 4>(left, free);
    Landed { straight, kicked, fifth }
}

/// Where one kick leads; takes from `left` what it moved. The kick is a constant, so that nothing is left to compute
/// but shifts.
#[inline(always)]
fn kick<const P: usize, const FROM: usize, const TURN: usize, const KICK: usize>(
    left: &mut Plane,
    free: &Plane,
) -> Plane {
    let (dx, dy) = const { anchored_kicks(Piece::ALL[P], Facing::ALL[FROM], Turn::ALL[TURN])[KICK] };
    let landed = left.moved(dx, dy) & *free;
    *left = *left & !free.moved(-dx, -dy);
    landed
}

/// Kicks as displacements of anchors.
const fn anchored_kicks(piece: Piece, from: Facing, turn: Turn) -> [(i8, i8); KICKS] {
    let (before, after) = (anchor(piece, from), anchor(piece, from.turned(turn)));
    let mut kicks = kicks(piece, from, turn);
    let mut kick = 0;
    while kick < KICKS {
        kicks[kick] = (kicks[kick].0 + after.0 - before.0, kicks[kick].1 + after.1 - before.1);
        kick += 1;
    }
    kicks
}
