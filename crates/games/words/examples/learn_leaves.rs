//! Learns what leaves are worth, by self-play:
//!
//! `cargo run --release -p parlor-words --example learn_leaves -- PRESET GAMES ROUNDS > data/leaves/classic.txt`
//!
//! In each round a bot that takes the best equity plays against itself with the values of the round before. In every
//! position some racks are drawn at random from the tiles that are not on the board, so that tiles which the bot would not
//! keep are seen too. A rack is worth the equity of its best play beyond what all racks have at that stage of the game; the
//! values of its groups are fitted to that by least squares. The last round has four times as many games.

#[path = "../tests/game/shelf/mod.rs"]
mod shelf;

use parlor_kernel::{FastDice, Game, GameConfig, Rng, Rules, Table, Tick, Viewer};
use parlor_words::{Config, Leaves, Prospect, RACK, Tile, Tiles, Words};
use std::{env, sync::Arc, thread};

/// How many racks are tried in a position.
const RACKS: usize = 4;
/// The groups of a rack: single tiles, pairs and triples.
const GROUPS: usize = 7 + 21 + 35;
/// How many tiles there can be in a bag, and one more.
const BAGS: usize = Tiles::MOST + 1;
/// The values of groups, then what all racks bring with so many tiles in the bag.
const SIZE: usize = Leaves::GROUPS + BAGS;
/// Values of groups are taken to be small until so many racks say otherwise, by the number of tiles: larger groups tell
/// less.
const DOUBT: [f64; 3] = [20.0, 200.0, 1_000.0];

fn main() {
    let arguments: Vec<_> = env::args().skip(1).collect();
    let argument = |place: usize, default: &str| arguments.get(place).cloned().unwrap_or_else(|| default.to_owned());
    let preset = argument(0, "days");
    let games: u64 = argument(1, "2000").parse().expect("a number of games");
    let rounds: u64 = argument(2, "3").parse().expect("a number of rounds");
    let rules = shelf::rules(Config::preset(&preset).expect("a preset"));
    let mut leaves = Leaves::new([]);
    for round in 0..rounds {
        let last = round + 1 == rounds;
        let seeds = round * games..(round + if last { 4 } else { 1 }) * games;
        let seen = observe(&rules, &leaves, seeds);
        leaves = learn(&rules.config, &seen);
        eprintln!("round {} of {rounds}: {} racks", round + 1, seen.len());
    }
    println!(
        "# What groups of tiles are worth on a rack, in hundredths of a point: each row is the beginning of its groups."
    );
    println!("# Learnt by examples/learn_leaves.rs: {preset}, {rounds} rounds of {games} games.");
    print!("{}", leaves.text());
}

/// A rack that was tried.
struct Seen {
    groups: [u16; GROUPS],
    bag: u8,
    equity: f64,
}

impl Seen {
    /// The columns in which it has a one.
    fn columns(&self) -> impl Iterator<Item = usize> {
        let bag = Leaves::GROUPS + usize::from(self.bag);
        self.groups.iter().map(|&group| group.into()).chain([bag])
    }
}

/// Plays games, and notes what racks bring.
fn observe(rules: &Arc<Rules<Words>>, leaves: &Leaves, seeds: std::ops::Range<u64>) -> Vec<Seen> {
    let threads = thread::available_parallelism().map_or(1, |threads| threads.get());
    let seeds: Vec<_> = seeds.collect();
    thread::scope(|scope| {
        let parts = seeds
            .chunks(seeds.len().div_ceil(threads).max(1))
            .map(|seeds| scope.spawn(|| seeds.iter().flat_map(|&seed| play(rules, leaves, seed)).collect::<Vec<_>>()));
        let parts: Vec<_> = parts.collect();
        parts.into_iter().flat_map(|part| part.join().expect("games are played to their end")).collect()
    })
}

fn play(rules: &Arc<Rules<Words>>, leaves: &Leaves, seed: u64) -> Vec<Seen> {
    let mut rng = Rng::new(seed);
    let mut table = Table::<Words, _>::new(Arc::clone(rules), FastDice(seed));
    let mut seen = Vec::new();
    while let Some(seat) = table.game().awaiting().first() {
        let view = table.game().view(Viewer::Seat(seat));
        if view.common.bag >= RACK {
            let mut tiles: Vec<_> = view.unseen(&rules.config).plus(&view.rack()).iter().collect();
            for _ in 0..RACKS {
                rng.shuffle(&mut tiles);
                let rack: Tiles = tiles[..RACK.into()].iter().copied().collect();
                let mut view = view.clone();
                view.racks[seat.index()] = Some(rack);
                let equity = Prospect::new(rules, &view, Some(leaves)).best().equity.into();
                let groups: Vec<_> = Leaves::groups(&rack).into_iter().map(|group| group as u16).collect();
                let groups = groups.try_into().expect("a whole rack");
                seen.push(Seen { groups, bag: view.common.bag, equity });
            }
        }
        let prospect = Prospect::new(rules, &view, Some(leaves));
        let action = prospect.action(&prospect.best().choice);
        table.act(Tick(0), seat, action, &mut ()).expect("a legal choice");
    }
    seen
}

/// The values that fit best to what was seen, by conjugate gradients.
fn learn(config: &Config, seen: &[Seen]) -> Leaves {
    let doubts = doubts();
    let mut counts = doubts.clone();
    let mut left = vec![0.0; SIZE];
    for rack in seen {
        for column in rack.columns() {
            counts[column] += 1.0;
            left[column] += rack.equity;
        }
    }
    // What has not been explained of each column; at first that is everything but the averages.
    let mut values = vec![0.0; SIZE];
    for column in Leaves::GROUPS..SIZE {
        values[column] = left[column] / counts[column];
    }
    let times = |values: &[f64]| {
        let mut product: Vec<_> = values.iter().zip(&doubts).map(|(value, doubt)| value * doubt).collect();
        for rack in seen {
            let sum: f64 = rack.columns().map(|column| values[column]).sum();
            rack.columns().for_each(|column| product[column] += sum);
        }
        product
    };
    let dot = |one: &[f64], other: &[f64]| one.iter().zip(other).map(|(a, b)| a * b).sum::<f64>();
    let scaled = |left: &[f64]| left.iter().zip(&counts).map(|(left, count)| left / count).collect::<Vec<_>>();
    left.iter_mut().zip(times(&values)).for_each(|(left, explained)| *left -= explained);
    let mut direction = scaled(&left);
    let mut error = dot(&left, &direction);
    let enough = error * 1e-7;
    while error > enough {
        let product = times(&direction);
        let step = error / dot(&direction, &product);
        values.iter_mut().zip(&direction).for_each(|(value, direction)| *value += step * direction);
        left.iter_mut().zip(&product).for_each(|(left, product)| *left -= step * product);
        let next = scaled(&left);
        let remains = dot(&left, &next);
        direction.iter_mut().zip(&next).for_each(|(old, new)| *old = new + remains / error * *old);
        error = remains;
    }
    values.truncate(Leaves::GROUPS);
    centred(config, values)
}

/// How much each column is doubted. What all racks bring is not.
fn doubts() -> Vec<f64> {
    let mut doubts = vec![0.01; SIZE];
    // The last group of a few tiles is all of them.
    let mut doubt = |tiles: &[Tile]| {
        let groups = Leaves::groups(&tiles.iter().copied().collect());
        doubts[groups[groups.len() - 1]] = DOUBT[tiles.len() - 1];
    };
    for one in Tile::all() {
        doubt(&[one]);
        for two in Tile::all() {
            doubt(&[one, two]);
            Tile::all().for_each(|three| doubt(&[one, two, three]));
        }
    }
    doubts
}

/// The values as they are kept: what an average rack of the whole bag is worth is taken from its tiles.
fn centred(config: &Config, mut values: Vec<f64>) -> Leaves {
    let rounded = |values: &[f64]| Leaves::new(values.iter().map(|value| value.round() as i16));
    let average = f64::from(rounded(&values).value(&Tiles::default(), &config.bag));
    for tile in Tile::all() {
        values[Leaves::groups(&[tile].into_iter().collect())[0]] -= average / f64::from(RACK);
    }
    rounded(&values)
}
