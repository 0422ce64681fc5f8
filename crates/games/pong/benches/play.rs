//! How fast whole matches run on one core, in ticks of game time; and how near that is to the bare work of moving a ball.
//!
//! `cargo bench -p parlor-pong --bench play -- hope` runs only what has that word in its name.

use parlor_kernel::{
    AnyGame, Entrant, FastDice, Game, GameConfig, Library, Predict, RANDOM, Rng, Rules, SimPlan, Table, Tick,
};
use parlor_pong::{Config, Pong};
use std::{env, hint::black_box, sync::Arc, time::Instant};

const GAMES: u64 = 20;
const ROUNDS: u64 = 60;
const BARE: &str = "bare fixed-point ticks";

/// Plays the round of that number; gives back ticks per second.
type Run = fn(u64) -> f64;

fn main() {
    let mut kinds: [(&str, Run, f64); 9] = [
        ("random play, hope", |round| simulated("hope", RANDOM, round), 0.0),
        ("random play, blitz", |round| simulated("blitz", RANDOM, round), 0.0),
        ("random play, solo", |round| simulated("solo", RANDOM, round), 0.0),
        ("easy bots, hope", |round| simulated("hope", "easy", round), 0.0),
        ("hard bots, hope", |round| simulated("hope", "hard", round), 0.0),
        ("idle paddles, woken when something is due", |round| idle(round, true), 0.0),
        ("idle paddles, asked every tick", |round| idle(round, false), 0.0),
        ("a view that elapses tick by tick", watched, 0.0),
        (BARE, bare, 0.0),
    ];
    let wanted = env::args().skip(1).find(|arg| !arg.starts_with('-')).unwrap_or_default();
    // Many short rounds in turn, and the best of each: whatever else the machine does only ever slows a round down.
    for round in 0..ROUNDS {
        for (_, run, best) in kinds.iter_mut().filter(|(name, ..)| name.contains(&wanted) || *name == BARE) {
            *best = best.max(run(round));
        }
    }
    let floor = kinds[kinds.len() - 1].2;
    for (name, _, best) in kinds.iter().filter(|(_, _, best)| *best > 0.0) {
        println!("{name}: {:.1} million ticks/s, {:.2} times the bare loop", best / 1e6, best / floor);
    }
}

fn preset(name: &str) -> Arc<Config> {
    Config::preset(name).expect("a preset").into()
}

/// Whole matches through the house's own simulation: questions to players, checks, events, digests.
fn simulated(preset: &str, bot: &str, round: u64) -> f64 {
    let game = Entrant::<Pong>::new(&Library::default());
    let (config, seats) =
        game.configure(Some(preset), &Default::default(), Default::default()).expect("presets are valid");
    let plan = SimPlan { bots: vec![bot.into(); seats.into()], seed: round, games: 0..GAMES };
    let start = Instant::now();
    let tally = game.rules(&config).unwrap().simulate(&plan, &mut || ()).expect("matches end");
    black_box(tally.digest);
    tally.ticks as f64 / start.elapsed().as_secs_f64()
}

/// Matches in which no paddle ever moves.
fn idle(round: u64, asleep: bool) -> f64 {
    let config = preset("hope");
    let mut ticks = 0;
    let start = Instant::now();
    for game in 0..GAMES {
        let mut table = Table::<Pong, _>::new(Rules::plain(Arc::clone(&config)), FastDice(round ^ game << 32));
        while let Some(due) = table.game().next_wake() {
            table.advance(if asleep { due } else { table.now() + 1 }, &mut ());
        }
        ticks += table.now().0;
        black_box(table.game().position());
    }
    ticks as f64 / start.elapsed().as_secs_f64()
}

/// What a client does between two announcements.
fn watched(round: u64) -> f64 {
    let mut table = Table::<Pong, _>::new(Rules::plain(preset("hope")), FastDice(round));
    table.advance(Tick(180), &mut ());
    let first = table.view(parlor_kernel::Viewer::Spectator);
    let mut ticks = 0;
    let start = Instant::now();
    for _ in 0..1_000 {
        let mut view = black_box(&first).clone();
        for tick in 180..240 {
            Pong::elapse(&mut view, Tick(tick));
            black_box(view.position.ball.at(Tick(tick)));
        }
        ticks += 60;
    }
    f64::from(ticks) / start.elapsed().as_secs_f64()
}

/// The least a program can do that plays something like it, tick by tick: two paddles at random, a ball that bounces and
/// scores. No rules, no swept contacts, no angles, no countdowns.
fn bare(round: u64) -> f64 {
    const TICKS: u32 = 200_000;
    let (width, height, reach) = (black_box(400 << 16), black_box(300 << 16), black_box(35 << 16));
    let mut rng = Rng::new(round);
    let (mut x, mut y, mut vx, mut vy) = (width / 2, height / 2, 218_453, 100_000);
    let mut paddles = [height / 2; 2];
    let mut points = [0u32; 2];
    let start = Instant::now();
    for _ in 0..TICKS {
        let word = rng.next_word();
        for (side, paddle) in paddles.iter_mut().enumerate() {
            let step = ((word >> (8 * side) & 3) as i32 - 1).clamp(-1, 1) * (5 << 16);
            *paddle = (*paddle + step).clamp(reach, height - reach);
        }
        x += vx;
        y += vy;
        if y < 0 || y > height {
            vy = -vy;
            y += 2 * vy;
        }
        let side = usize::from(vx > 0);
        let past = if side == 0 { x < reach } else { x > width - reach };
        if past {
            if (y - paddles[side]).abs() <= reach {
                vx = -vx;
                vy += (y - paddles[side]) >> 5;
            } else {
                points[1 - side] += 1;
                (x, y, vx) = (width / 2, height / 2, -vx);
                vy = (word >> 32) as i32 % 200_000;
            }
        }
    }
    black_box((points, x, y));
    f64::from(TICKS) / start.elapsed().as_secs_f64()
}
