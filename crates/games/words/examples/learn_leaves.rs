//! Learns what leaves are worth, by self-play:
//!
//! `cargo run --release -p parlor-words --example learn_leaves -- PRESET GAMES ROUNDS > data/leaves/classic.txt`
//!
//! In each round a bot that takes the best equity plays against itself with the values of the round before. A leave is worth
//! what racks that contain it bring in a turn beyond what all racks bring; the values of its features are fitted to that
//! by least squares.

#[path = "../tests/game/shelf/mod.rs"]
mod shelf;

use parlor_kernel::{FastDice, Game, GameConfig, Rng, Rules, Table, Tick, Viewer};
use parlor_words::{Choice, Config, Leaves, Prospect, RACK, Tiles, Words};
use std::{env, sync::Arc};

/// One more than the features: what any rack brings.
const SIZE: usize = Leaves::FEATURES + 1;
/// Features that are hardly ever seen are worth little.
const DOUBT: f64 = 200.0;

fn main() {
    let arguments: Vec<_> = env::args().skip(1).collect();
    let argument = |place: usize, default: &str| arguments.get(place).cloned().unwrap_or_else(|| default.to_owned());
    let preset = argument(0, "days");
    let games: u64 = argument(1, "10000").parse().expect("a number of games");
    let rounds: u64 = argument(2, "3").parse().expect("a number of rounds");
    let rules = shelf::rules(Config::preset(&preset).expect("a preset"));
    let mut leaves = Leaves::new([]);
    for round in 0..rounds {
        let mut fit = Fit::new();
        for game in 0..games {
            observe(&rules, &leaves, round * games + game, &mut fit);
        }
        leaves = fit.solve();
        eprintln!("round {} of {rounds}: {} turns", round + 1, fit.turns);
    }
    println!("# What tiles are worth that stay on the rack, in hundredths of a point.");
    println!("# Learnt by examples/learn_leaves.rs: {preset}, {rounds} rounds of {games} games.");
    print!("{}", leaves.text());
}

/// Plays a game, and notes what each rack brought while the bag was full enough.
fn observe(rules: &Arc<Rules<Words>>, leaves: &Leaves, seed: u64, fit: &mut Fit) {
    let mut rng = Rng::new(seed);
    let mut table = Table::<Words, _>::new(Arc::clone(rules), FastDice(seed));
    while let Some(seat) = table.game().awaiting().first() {
        let view = table.game().view(Viewer::Seat(seat));
        let prospect = Prospect::new(rules, &view, Some(leaves));
        let best = prospect.best();
        if u32::from(view.common.bag) >= u32::from(RACK) && !matches!(best.choice, Choice::Pass) {
            fit.turns += 1;
            let mut tiles: Vec<_> = view.rack().iter().collect();
            rng.shuffle(&mut tiles);
            for size in 0..tiles.len() {
                fit.add(&tiles[..size].iter().copied().collect(), f64::from(best.equity));
            }
        }
        let action = prospect.action(&best.choice);
        table.act(Tick(0), seat, action, &mut ()).expect("a legal choice");
    }
}

/// Sums for a fit by least squares.
struct Fit {
    products: Vec<f64>,
    results: Vec<f64>,
    turns: u64,
}

impl Fit {
    fn new() -> Self {
        Self { products: vec![0.0; SIZE * SIZE], results: vec![0.0; SIZE], turns: 0 }
    }

    fn add(&mut self, leave: &Tiles, equity: f64) {
        let mut features = vec![Leaves::FEATURES];
        Leaves::features(leave, |feature| features.push(feature));
        for &row in &features {
            self.results[row] += equity;
            for &column in &features {
                self.products[row * SIZE + column] += 1.0;
            }
        }
    }

    /// Elimination; the matrix is symmetric and positive, so no row has to be exchanged.
    fn solve(&self) -> Leaves {
        let mut matrix = self.products.clone();
        let mut values = self.results.clone();
        for feature in 0..Leaves::FEATURES {
            matrix[feature * SIZE + feature] += DOUBT;
        }
        for pivot in 0..SIZE {
            let (done, rest) = matrix.split_at_mut((pivot + 1) * SIZE);
            let row = &done[pivot * SIZE..];
            for (below, other) in rest.chunks_mut(SIZE).enumerate() {
                let factor = other[pivot] / row[pivot];
                if factor != 0.0 {
                    other[pivot..].iter_mut().zip(&row[pivot..]).for_each(|(value, above)| *value -= factor * above);
                    values[pivot + 1 + below] -= factor * values[pivot];
                }
            }
        }
        for pivot in (0..SIZE).rev() {
            let row = &matrix[pivot * SIZE..(pivot + 1) * SIZE];
            let known: f64 = row[pivot + 1..].iter().zip(&values[pivot + 1..]).map(|(a, b)| a * b).sum();
            values[pivot] = (values[pivot] - known) / row[pivot];
        }
        Leaves::new(values[..Leaves::FEATURES].iter().map(|value| value.round() as i32))
    }
}
