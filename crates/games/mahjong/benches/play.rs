//! How fast whole games run, rules checked, on one core; and how long the bots think.
//!
//! `cargo bench -p parlor-mahjong --bench play -- 200` plays 200 games of each kind in each round.

mod clock;

use clock::Clock;
use parlor_kernel::{AnyGame, Entrant, Enumerate, FastDice, Game, RANDOM, Rng, SimPlan, Table, Tally, Viewer};
use parlor_mahjong::{Config, Mahjong, library};
use std::{env, hint::black_box, time::Instant};

const GAMES: u64 = 100;
const ROUNDS: u64 = 10;

fn main() {
    // Cargo adds arguments of its own.
    let games = env::args().find_map(|arg| arg.parse().ok()).unwrap_or(GAMES).max(1);
    for (level, share) in [(RANDOM, 10), ("easy", 1)] {
        let rate = rate([level; 4], games * share);
        println!("{level}: {rate:.0} games/s");
    }
    for level in ["medium", "hard"] {
        let (decisions, mean, worst) = thinking(level, games.div_ceil(10));
        println!("{level}: {:.0} µs a decision, at most {:.0} µs in {decisions}", mean * 1e6, worst * 1e6);
    }
    for bots in [["hard", "easy", "hard", "easy"], ["hard"; 4], ["easy"; 4], ["hard", "medium", "hard", "medium"]] {
        let tally = play(bots, 0, games);
        let share = |seats: [usize; 2]| 100 * seats.map(|seat| tally.wins[seat]).iter().sum::<u64>() / tally.games;
        println!(
            "{}: {} % to {} %, wall games {} %",
            bots.join(", "),
            share([0, 2]),
            share([1, 3]),
            100 * tally.draws / tally.games
        );
    }
}

fn play(bots: [&str; 4], round: u64, games: u64) -> Tally {
    let game = Entrant::<Mahjong>::new(&library());
    let (config, _) = game.configure(None, &Default::default(), Default::default()).expect("presets are valid");
    let plan = SimPlan { bots: bots.map(Into::into).into(), seed: round, games: 0..games };
    game.rules(&config).expect("the card is shipped").simulate(&plan, &mut || ()).expect("bots play to the end")
}

/// Whole games through the house's own simulation, per second: views, decisions, checks, digests. The clock ticks
/// coarsely, so all rounds are measured together.
fn rate(bots: [&str; 4], games: u64) -> f64 {
    let clock = Clock::start();
    for round in 0..ROUNDS {
        black_box(play(bots, round, games).digest);
    }
    (games * ROUNDS) as f64 / clock.seconds()
}

/// How many decisions four such bots make, and how long they take on average and at most, in seconds.
fn thinking(level: &str, games: u64) -> (u64, f64, f64) {
    let rules = Config::default().rules().expect("the card is shipped");
    let mut bots: Vec<_> = (0..4).map(|_| Mahjong::bot(level).expect("a level")).collect();
    let (mut decisions, mut total, mut worst) = (0, 0.0, 0.0);
    for seed in 0..games {
        let mut table = Table::<Mahjong, _>::new(rules.clone(), FastDice(seed));
        let mut rng = Rng::new(seed);
        while let Some(seat) = table.game().awaiting().first() {
            let view = table.view(Viewer::Seat(seat));
            // The fastest of three: other programs only ever slow a decision down.
            let taken = (0..3).map(|_| {
                let start = Instant::now();
                black_box(bots[seat.index()].choose(&rules, &view, seat, &mut rng.clone()));
                start.elapsed().as_secs_f64()
            });
            let taken = taken.fold(f64::INFINITY, f64::min);
            let action = bots[seat.index()].choose(&rules, &view, seat, &mut rng);
            (decisions, total, worst) = (decisions + 1, total + taken, f64::max(worst, taken));
            let action = action.or_else(|| table.game().sample(seat, &mut rng)).expect("an awaited seat can act");
            table.act(table.now(), seat, action, &mut ()).expect("bots obey the rules");
        }
    }
    (decisions, total / decisions as f64, worst)
}
