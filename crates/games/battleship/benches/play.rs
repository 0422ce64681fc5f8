//! How fast random games run, rules checked, on one core; and how near that is to the bare work of shooting.

use parlor_battleship::{Battleship, Config};
use parlor_kernel::{AnyGame, Entrant, GameConfig, Library, RANDOM, Rng, SimPlan};
use std::{hint::black_box, time::Instant};

const GAMES: u64 = 400;
const ROUNDS: u64 = 150;
/// The classic fleet, one ship in every second row.
const FLEET: u128 = 0b11111 | 0b1111 << 20 | 0b111 << 40 | 0b111 << 60 | 0b11 << 80;

fn main() {
    let mut presets: Vec<_> = Config::preset_ids().map(|preset| (preset, 0.0)).collect();
    let mut floor = 0.0;
    // Many short rounds in turn, and the best of each: whatever else the machine does only ever slows a round down.
    for round in 0..ROUNDS {
        for (preset, best) in &mut presets {
            *best = f64::max(*best, random_play(preset, round));
        }
        floor = f64::max(floor, bare_shots(round));
    }
    for (preset, best) in &presets {
        println!("random play, {preset}: {:.1} million plies/s", best / 1e6);
    }
    let (_, engine) = presets[0];
    println!("random play: {:.1} million plies/s", engine / 1e6);
    println!("bare shots on 128-bit boards: {:.1} million plies/s, {:.1} times as many", floor / 1e6, floor / engine);
}

/// Whole games between random players through the house's own simulation: sampling, checks, events, digests.
fn random_play(preset: &str, round: u64) -> f64 {
    let game = Entrant::<Battleship>::new(&Library::default());
    let (config, _) = game.configure(Some(preset), &Default::default(), Default::default()).expect("presets are valid");
    let plan = SimPlan { bots: vec![RANDOM.into(); 2], seed: round, games: 0..GAMES };
    let start = Instant::now();
    let tally = game.rules(&config).unwrap().simulate(&plan, &mut || ()).expect("random players play to the end");
    black_box(tally.digest);
    tally.plies as f64 / start.elapsed().as_secs_f64()
}

/// The least a program can do that plays the same random games: two boards of bits, no rules, no ships, no turns.
fn bare_shots(round: u64) -> f64 {
    let mut rng = Rng::new(round);
    let mut plies = 0;
    let start = Instant::now();
    for _ in 0..GAMES {
        let ships = [black_box(FLEET), black_box(FLEET)];
        let mut shot = [0u128; 2];
        let mut side = 0;
        while ships[0] & !shot[0] != 0 && ships[1] & !shot[1] != 0 {
            let cell = loop {
                let cell = 1u128 << rng.below(100);
                if shot[side] & cell == 0 {
                    break cell;
                }
            };
            shot[side] |= cell;
            side ^= 1;
            plies += 1;
        }
        black_box(shot);
    }
    f64::from(plies) / start.elapsed().as_secs_f64()
}
