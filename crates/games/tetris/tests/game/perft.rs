//! Counting placements, against a slow count and against the published one.

use crate::slow;

use parlor_tetris::{Board, Moves, Piece, SpinRule, moves::perft};
use std::thread;

const QUEUE: [Piece; 7] = [Piece::I, Piece::O, Piece::L, Piece::J, Piece::S, Piece::Z, Piece::T];

fn slow_perft(board: &Board, queue: &[Piece]) -> u64 {
    let (&piece, rest) = queue.split_first().expect("the depth is at least one");
    let found = slow::entering(board, piece, SpinRule::Guideline);
    if rest.is_empty() {
        return found.len() as u64;
    }
    let after = |footprint: &slow::Footprint| {
        let mut rows: Vec<[bool; 10]> = (0..24).map(|y| std::array::from_fn(|x| board.filled(x as i8, y))).collect();
        for &(x, y) in footprint {
            rows[y as usize][x as usize] = true;
        }
        rows.retain(|row| row.contains(&false));
        let drawn: Vec<String> =
            rows.iter().rev().map(|row| row.iter().map(|&cell| if cell { '#' } else { '.' }).collect()).collect();
        Board::drawn(&drawn.iter().map(String::as_str).collect::<Vec<_>>())
    };
    found.keys().map(|footprint| slow_perft(&after(footprint), rest)).sum()
}

#[test]
fn the_slow_generator_counts_the_same() {
    for depth in 1..=3 {
        assert_eq!(perft(&Board::EMPTY, &QUEUE[..depth]), slow_perft(&Board::EMPTY, &QUEUE[..depth]), "{depth}");
    }
    // Lines clear within four pieces here.
    let board = Board::drawn(&["####...###", "#####...##", "####..####"]);
    let queue = [Piece::S, Piece::T, Piece::Z];
    assert_eq!(perft(&board, &queue), slow_perft(&board, &queue));
}

#[test]
fn shallow_counts() {
    let counts = [17, 153, 5_266, 188_374, 3_497_187, 67_002_200];
    for (depth, count) in (1..).zip(counts) {
        assert_eq!(perft(&Board::EMPTY, &QUEUE[..depth]), count, "{depth}");
    }
}

/// The number that other generators publish for an empty field, SRS without half turns, placements counted by cells.
#[test]
fn seven_pieces_can_be_placed_in_as_many_ways_as_published() {
    let firsts = Moves::entering(&Board::EMPTY, QUEUE[0], SpinRule::Guideline).list();
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let share = &|worker: usize| {
        let placements = firsts.iter().skip(worker).step_by(workers);
        placements
            .map(|&(placement, _)| {
                let mut board = Board::EMPTY;
                board.place(placement);
                perft(&board, &QUEUE[1..])
            })
            .sum::<u64>()
    };
    let total: u64 = thread::scope(|scope| {
        let workers: Vec<_> = (0..workers).map(|worker| scope.spawn(move || share(worker))).collect();
        workers.into_iter().map(|worker| worker.join().expect("counting does not fail")).sum()
    });
    assert_eq!(total, 2_647_076_135);
}
