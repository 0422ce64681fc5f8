//! How long it takes to list every placement of a piece, T-spins included.

use parlor_kernel::Rng;
use parlor_tetris::{Board, Moves, Piece, SpinRule};
use std::{hint::black_box, time::Instant};

const ROUNDS: usize = 50;

/// Boards as they come up in play: low placements at random.
fn boards() -> Vec<Board> {
    let mut rng = Rng::new(1);
    let mut boards = Vec::new();
    while boards.len() < 2_000 {
        let mut board = Board::EMPTY;
        while board.height() < 15 {
            let piece = Piece::ALL[rng.below(7) as usize];
            let mut list = Moves::entering(&board, piece, SpinRule::Guideline).list();
            list.sort_by_key(|(placement, _)| placement.footprint().map(|(_, y)| y).iter().sum::<i8>());
            let (placement, _) = list[rng.below(4).min(list.len() as u32 - 1) as usize];
            board.place(placement);
            board.clear_lines();
            boards.push(board);
        }
    }
    boards
}

fn main() {
    let boards = boards();
    for piece in Piece::ALL {
        let mut best = f64::MAX;
        let mut placements = 0;
        for _ in 0..ROUNDS {
            placements = 0;
            let start = Instant::now();
            for board in &boards {
                Moves::entering(black_box(board), piece, SpinRule::Guideline).each(|placement, spin| {
                    black_box((placement, spin));
                    placements += 1;
                });
            }
            best = best.min(start.elapsed().as_secs_f64());
        }
        let calls = boards.len() as f64;
        println!("{piece}: {:.0} ns/call, {:.1} placements", best * 1e9 / calls, f64::from(placements) / calls);
    }
}
