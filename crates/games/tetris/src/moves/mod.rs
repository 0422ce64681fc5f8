//! Move generation: every way a piece can come to rest, T-spins included.
//!
//! A flood fill over bit planes: for each facing of a piece one bit for each place, and falling, sliding and each kick
//! move all places at once.

mod flood;
mod plane;
mod shape;
mod slots;
mod spins;

use crate::{
    board::Board,
    piece::{Facing, Piece, Placement},
    spin::{Spin, SpinRule},
};
use flood::Reach;
use plane::Plane;
pub(crate) use slots::best_slot;
use spins::Spins;

/// Every way that one piece can come to rest on one board.
///
/// Placements that cover the same cells are one, and a T that can be turned into its place is listed as the better
/// spin only.
#[derive(Clone, Debug)]
pub struct Moves {
    piece: Piece,
    resting: [Plane; 4],
    /// Minis and full T-spins.
    spins: Option<[[Plane; 4]; 2]>,
}

/// Calls `$call` with the piece as a constant.
macro_rules! with_piece {
    ($piece:expr, $function:ident($($argument:expr),*)) => {
        match $piece {
            Piece::I => $function::<0>($($argument),*),
            Piece::O => $function::<1>($($argument),*),
            Piece::T => $function::<2>($($argument),*),
            Piece::S => $function::<3>($($argument),*),
            Piece::Z => $function::<4>($($argument),*),
            Piece::J => $function::<5>($($argument),*),
            Piece::L => $function::<6>($($argument),*),
        }
    };
}

impl Moves {
    /// Of a piece that enters. Nothing, if it cannot enter.
    #[inline]
    pub fn entering(board: &Board, piece: Piece, rule: SpinRule) -> Self {
        with_piece!(piece, entering(board, rule))
    }

    /// Of a piece that is under way.
    pub fn from(board: &Board, start: Placement, rule: SpinRule) -> Self {
        with_piece!(start.piece, under_way(board, start, rule))
    }

    /// How many they are.
    pub fn count(&self) -> u32 {
        Plane::count_sparse(&self.resting)
    }

    /// Calls `f` with each of them and what it would count as.
    #[inline(always)]
    pub fn each(&self, mut f: impl FnMut(Placement, Spin)) {
        for facing in Facing::ALL {
            let number = facing as usize;
            self.resting[number].each(|x, row| {
                let spin = match &self.spins {
                    Some([_, full]) if full[number].has(x, row) => Spin::Full,
                    Some([mini, _]) if mini[number].has(x, row) => Spin::Mini,
                    _ => Spin::None,
                };
                f(shape::placement(self.piece, facing, x, row), spin);
            });
        }
    }

    /// All of them in a list.
    pub fn list(&self) -> Vec<(Placement, Spin)> {
        let mut list = Vec::with_capacity(self.count() as usize);
        self.each(|placement, spin| list.push((placement, spin)));
        list
    }
}

/// How many sequences of placements there are for the pieces of `queue`, one after the other.
pub fn perft(board: &Board, queue: &[Piece]) -> u64 {
    match queue {
        [] => 1,
        [last] => count(board, *last).into(),
        [first, rest @ ..] => {
            let mut nodes = 0;
            Moves::entering(board, *first, SpinRule::Guideline).each(|placement, _| {
                let mut next = *board;
                next.place(placement);
                next.clear_lines();
                nodes += perft(&next, rest);
            });
            nodes
        }
    }
}

/// How many ways a piece that enters can come to rest.
#[inline]
pub fn count(board: &Board, piece: Piece) -> u32 {
    with_piece!(piece, counted(board))
}

fn counted<const P: usize>(board: &Board) -> u32 {
    Plane::count_sparse(&Reach::entering::<P>(board).resting::<P>())
}

fn entering<const P: usize>(board: &Board, rule: SpinRule) -> Moves {
    judged::<P>(board, &Reach::entering::<P>(board), rule)
}

fn under_way<const P: usize>(board: &Board, start: Placement, rule: SpinRule) -> Moves {
    judged::<P>(board, &Reach::from_start::<P>(board, start), rule)
}

#[inline(always)]
fn judged<const P: usize>(board: &Board, reach: &Reach, rule: SpinRule) -> Moves {
    let piece = Piece::ALL[P];
    let resting = reach.resting::<P>();
    let spins =
        (piece == Piece::T).then(|| Spins::of(board, reach, &resting, rule)).map(|spins| [spins.mini, spins.full]);
    Moves { piece, resting, spins }
}
