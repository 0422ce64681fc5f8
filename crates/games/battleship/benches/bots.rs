//! How many single shots each bot needs to sink a random classic fleet, and how long it thinks about each.
//!
//! `cargo bench -p parlor-battleship --bench bots -- 500` plays 500 matches for each bot instead of 10,000.

#[path = "../tests/game/arena/mod.rs"]
mod arena;

use std::{env, fs, time::Instant};

const GAMES: u64 = 10_000;
const SEED: u64 = 1;

fn main() {
    // Cargo adds arguments of its own.
    let games = env::args().find_map(|arg| arg.parse().ok()).unwrap_or(GAMES).max(1);
    println!("bot       games     mean ± se     median  p95  µs/shot");
    for level in ["random", "easy", "medium", "hard"] {
        let clock = Clock::start();
        let mut attacks = arena::attacks(&arena::classic(), level, games, SEED);
        let seconds = clock.seconds();
        let mean = arena::mean(&attacks);
        let total: u32 = attacks.iter().sum();
        attacks.sort_unstable();
        let quantile = |percent: usize| attacks[attacks.len() * percent / 100];
        println!(
            "{level:<8} {games:>6}  {mean:>7.3} ± {:.3}  {:>6}  {:>3}  {:>7.2}",
            standard_error(&attacks, mean),
            quantile(50),
            quantile(95),
            seconds * 1e6 / f64::from(total),
        );
    }
}

fn standard_error(sample: &[u32], mean: f64) -> f64 {
    let squares: f64 = sample.iter().map(|&value| (f64::from(value) - mean).powi(2)).sum();
    squares.sqrt() / sample.len() as f64
}

/// Measures processor time where the system tells it, since other programs come in between; else the time of day.
struct Clock {
    wall: Instant,
    processor: Option<f64>,
}

impl Clock {
    fn start() -> Self {
        Self { wall: Instant::now(), processor: processor_seconds() }
    }

    fn seconds(&self) -> f64 {
        match (self.processor, processor_seconds()) {
            (Some(then), Some(now)) => now - then,
            _ => self.wall.elapsed().as_secs_f64(),
        }
    }
}

/// Processor time of this thread so far, on Linux.
fn processor_seconds() -> Option<f64> {
    let text = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds: f64 = text.split(' ').next()?.parse().ok()?;
    Some(nanoseconds / 1e9)
}
