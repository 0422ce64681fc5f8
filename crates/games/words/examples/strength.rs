//! How often one bot beats another, each playing half of the games from each seat:
//!
//! `cargo run --release -p parlor-words --example strength -- ONE OTHER GAMES PRESET SEED`
//!
//! Bots are the levels, and `hard-without-leaves`.

#[path = "../tests/game/arena/mod.rs"]
mod arena;
#[path = "../tests/game/shelf/mod.rs"]
mod shelf;

use std::{env, time::Instant};

fn main() {
    let arguments: Vec<_> = env::args().skip(1).collect();
    let argument = |place: usize, default: &str| arguments.get(place).cloned().unwrap_or_else(|| default.to_owned());
    let (one, other, preset) = (argument(0, "hard"), argument(1, "medium"), argument(3, "hope"));
    let games: u64 = argument(2, "1000").parse().expect("a number of games");
    let seed: u64 = argument(4, "1").parse().expect("a seed");
    let start = Instant::now();
    let met = arena::meet(&preset, &one, &other, games, seed);
    println!(
        "{preset}: {one} beats {other} in {:.1} % of {games} games (draws count half), by {:+.1} points a game; {:.1} s",
        met.percent(games),
        met.margin as f64 / games as f64,
        start.elapsed().as_secs_f64(),
    );
}
