//! How many ways the first pieces can be placed, and how fast they are counted.
//!
//! `cargo bench -p parlor-tetris --bench perft -- 6` stops at depth 6.

use parlor_tetris::{Board, Piece, moves::perft};
use std::{env, fs, time::Instant};

const QUEUE: [Piece; 7] = [Piece::I, Piece::O, Piece::L, Piece::J, Piece::S, Piece::Z, Piece::T];

/// Boards on which moves were generated: those above the last depth.
fn boards(depth: usize) -> u64 {
    1 + (1..depth).map(|depth| perft(&Board::EMPTY, &QUEUE[..depth])).sum::<u64>()
}

fn main() {
    // Cargo adds arguments of its own.
    let deepest = env::args().find_map(|arg| arg.parse().ok()).unwrap_or(7).clamp(1, 7);
    for depth in 1..=deepest {
        let (start, processor) = (Instant::now(), processor_seconds());
        let nodes = perft(&Board::EMPTY, &QUEUE[..depth]);
        // Processor time where the system tells it, since other programs come in between.
        let seconds = match (processor, processor_seconds()) {
            (Some(then), Some(now)) => now - then,
            _ => start.elapsed().as_secs_f64(),
        };
        print!("depth {depth}: {nodes} in {seconds:.3} s");
        if seconds > 0.01 {
            let (rate, each) = (nodes as f64 / seconds, seconds / boards(depth) as f64);
            print!(", {:.0} million nodes/s, {:.0} ns/board", rate / 1e6, each * 1e9);
        }
        println!();
    }
}

/// Processor time of this thread so far, on Linux.
fn processor_seconds() -> Option<f64> {
    let text = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds: f64 = text.split(' ').next()?.parse().ok()?;
    Some(nanoseconds / 1e9)
}
