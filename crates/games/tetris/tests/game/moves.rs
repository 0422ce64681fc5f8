//! The fast move generator finds what the slow one finds.

use crate::slow;

use parlor_kernel::Rng;
use parlor_tetris::{Board, Facing, Moves, Piece, Placement, Spin, SpinRule, board::WIDTH, moves};
use proptest::prelude::*;
use std::collections::BTreeMap;

/// A board of so many rows, each cell filled with a chance of `percent`; the topmost rows are left open.
fn random_board(seed: u64, rows: usize, percent: u32) -> Board {
    let mut rng = Rng::new(seed);
    let drawn: Vec<String> = (0..rows)
        .map(|_| {
            let gap = rng.below(WIDTH as u32) as usize;
            let cell = |x| if x != gap && rng.percent(percent) { '#' } else { '.' };
            (0..WIDTH).map(cell).collect()
        })
        .collect();
    Board::drawn(&drawn.iter().map(String::as_str).collect::<Vec<_>>())
}

fn fast(moves: &Moves) -> BTreeMap<slow::Footprint, Spin> {
    let list = moves.list();
    let found: BTreeMap<_, _> = list.iter().map(|&(placement, spin)| (placement.footprint(), spin)).collect();
    assert_eq!(found.len(), list.len(), "a placement is listed twice");
    assert_eq!(moves.count() as usize, list.len());
    found
}

fn agree(board: &Board, piece: Piece, rule: SpinRule) {
    let ours = fast(&Moves::entering(board, piece, rule));
    assert_eq!(ours, slow::entering(board, piece, rule), "{piece} {rule:?} on {board:?}");
    assert_eq!(moves::count(board, piece) as usize, ours.len());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_500))]

    #[test]
    fn fast_and_slow_agree(seed: u64, rows in 0usize..=23, percent in 5u32..95) {
        let board = random_board(seed, rows, percent);
        for piece in Piece::ALL {
            agree(&board, piece, SpinRule::Guideline);
        }
        agree(&board, Piece::T, SpinRule::Hope);
    }

    #[test]
    fn fast_and_slow_agree_from_anywhere(seed: u64, rows in 0usize..=20, percent in 5u32..95, x in -1i8..10, y in 0i8..22) {
        let board = random_board(seed, rows, percent);
        for piece in Piece::ALL {
            for facing in Facing::ALL {
                let start = Placement { piece, facing, x, y };
                let ours = fast(&Moves::from(&board, start, SpinRule::Guideline));
                prop_assert_eq!(ours, slow::moves(&board, start, SpinRule::Guideline), "{:?} on {:?}", start, board);
            }
        }
    }
}

/// Boards as they come up in play: pieces at random, wherever they can come to rest.
#[test]
fn fast_and_slow_agree_in_play() {
    let mut rng = Rng::new(5);
    for _ in 0..60 {
        let mut board = Board::EMPTY;
        loop {
            let piece = Piece::ALL[rng.below(7) as usize];
            agree(&board, piece, if rng.percent(50) { SpinRule::Hope } else { SpinRule::Guideline });
            let mut list = Moves::entering(&board, piece, SpinRule::Guideline).list();
            if list.is_empty() {
                break;
            }
            // Low ones mostly, so that matches last.
            list.sort_by_key(|(placement, _)| placement.footprint().map(|(_, y)| y).iter().sum::<i8>());
            let (placement, _) = list[rng.below((list.len() as u32).div_ceil(3)) as usize];
            board.place(placement);
            board.clear_lines();
        }
    }
}
