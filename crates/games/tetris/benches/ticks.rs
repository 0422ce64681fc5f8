//! How fast a recorded match runs again, in ticks of its own time.

use parlor_kernel::{FastDice, Game, GameConfig, Rng, Seat, Table, Tick};
use parlor_tetris::{Action, Config, Key, Tetris};
use std::{hint::black_box, time::Instant};

const MATCHES: u64 = 40;
const ROUNDS: usize = 30;

/// A match between two players who hold keys, move, turn and drop about twice a second.
fn record(config: &Config, seed: u64) -> Vec<(Tick, Seat, Action)> {
    let mut rng = Rng::new(seed);
    let mut table = Table::<Tetris, _>::new(config.clone().into(), FastDice(seed));
    let mut inputs = Vec::new();
    let mut now = Tick::ZERO;
    while table.game().outcome().is_none() && now < Tick(36_000) {
        now = now + u64::from(1 + rng.below(10));
        let seat = Seat(rng.below(2) as u8);
        let key = Key::ALL[rng.below(7) as usize];
        let action = match rng.below(12) {
            0..=2 => Action::Press(key),
            3..=8 => Action::Release(key),
            9 => Action::Tap(Key::Hard),
            _ => Action::Tap(key),
        };
        if table.act(now, seat, action, &mut ()).is_ok() {
            inputs.push((now, seat, action));
        }
    }
    inputs
}

fn replay(config: &Config, seed: u64, inputs: &[(Tick, Seat, Action)]) -> u64 {
    let mut table = Table::<Tetris, _>::new(config.clone().into(), FastDice(seed));
    for &(now, seat, action) in inputs {
        // What was accepted once is accepted again.
        table.act(now, seat, action, &mut ()).expect("the same match");
    }
    black_box(table.game().score(Seat(0)));
    table.now().0
}

fn main() {
    for preset in Config::preset_ids() {
        let config = Config { start_level: 10, ..Config::preset(preset).expect("a preset") };
        let matches: Vec<_> = (0..MATCHES).map(|seed| record(&config, seed)).collect();
        let (mut best, mut rate) = (f64::MAX, 0.0);
        // Whatever else the machine does only ever slows a round down.
        for _ in 0..ROUNDS {
            let start = Instant::now();
            let ticks: u64 = matches.iter().zip(0..).map(|(inputs, seed)| replay(&config, seed, inputs)).sum();
            let seconds = start.elapsed().as_secs_f64();
            if seconds < best {
                (best, rate) = (seconds, ticks as f64 / seconds);
            }
        }
        println!("replaying inputs, {preset}: {:.0} million ticks/s", rate / 1e6);
    }
}
