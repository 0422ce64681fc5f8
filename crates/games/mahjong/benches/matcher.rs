//! How fast a whole card is ranked for a hand, and a win is found, on one core.

use parlor_kernel::Rng;
use parlor_mahjong::{Card, Exposure, Rack, SHIPPED, Tile};
use std::{hint::black_box, time::Instant};

const HANDS: usize = 2_000;
const ROUNDS: usize = 200;

fn main() {
    for (name, text) in SHIPPED {
        let card = Card::lint(text).expect("shipped cards pass the linter");
        println!("{name}: {} hands, {} ways", card.hands().len(), card.grounds().len());
        let hands = deal(&mut Rng::new(1), &[]);
        let mut ranking = card.ranking();
        report("rank the whole card", || {
            for (rack, exposures) in &hands {
                card.rank(black_box(rack), exposures, &mut ranking);
                black_box(ranking.order()[0]);
            }
        });
        report("measure every way", || {
            for (rack, exposures) in &hands {
                card.measure(black_box(rack), exposures, &mut ranking);
                black_box(ranking.distance(0));
            }
        });
        let pung = Exposure { tile: "5B".parse().expect("a tile"), size: 3, jokers: 1 };
        let open = deal(&mut Rng::new(1), &[pung]);
        report("rank with an exposure", || {
            for (rack, exposures) in &open {
                card.rank(black_box(rack), exposures, &mut ranking);
                black_box(ranking.order()[0]);
            }
        });
        report("look for a win", || {
            for (rack, exposures) in &hands {
                black_box(card.winning(black_box(rack), exposures));
            }
        });
    }
}

/// Random hands of 14 tiles, exposures included.
fn deal(rng: &mut Rng, exposures: &[Exposure]) -> Vec<(Rack, Vec<Exposure>)> {
    let mut set: Vec<Tile> = Rack::full(false).tiles().collect();
    let exposed: u8 = exposures.iter().map(|exposure| exposure.size).sum();
    let hand = |_| {
        rng.shuffle(&mut set);
        (set[..usize::from(14 - exposed)].iter().copied().collect(), exposures.to_vec())
    };
    (0..HANDS).map(hand).collect()
}

/// The best of many rounds: whatever else the machine does only ever slows a round down.
fn report(what: &str, mut round: impl FnMut()) {
    let best = (0..ROUNDS).map(|_| {
        let start = Instant::now();
        round();
        start.elapsed().as_secs_f64() / HANDS as f64
    });
    println!("  {what}: {:.2} µs a hand", best.fold(f64::INFINITY, f64::min) * 1e6);
}
