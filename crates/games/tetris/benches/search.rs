//! How strong the search is and how fast: attack per piece alone on a field, and stacks judged per second.
//!
//! `cargo bench -p parlor-tetris --bench search -- 1000 2000` judges 1,000 stacks for each of 2,000 pieces.

#[path = "../tests/game/arena/mod.rs"]
mod arena;

use arena::{Run, play};
use parlor_tetris::bot::evaluate::Weights;
use std::env;

fn main() {
    // Cargo adds arguments of its own.
    let numbers: Vec<u32> = env::args().filter_map(|arg| arg.parse().ok()).collect();
    let budgets = numbers.first().map_or(vec![1_000, 5_000], |&budget| vec![budget]);
    let pieces = numbers.get(1).copied().unwrap_or(4_000);
    println!("nodes/piece  pieces  attack/piece ± se   topped out  nodes/s");
    for budget in budgets {
        let run = Run { weights: Weights::TUNED, budget, pieces, seed: 1 };
        let result = play(&run);
        println!(
            "{:>11.0}  {pieces:>6}  {:>11.4} ± {:.4}  {:>10}  {:>5.2} million",
            f64::from(result.nodes as u32) / f64::from(pieces),
            result.attack_per_piece(),
            result.standard_error(),
            result.deaths,
            result.nodes as f64 / result.seconds / 1e6,
        );
        println!("  {:?}", result.clears);
    }
}
