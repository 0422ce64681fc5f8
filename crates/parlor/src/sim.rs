//! `parlor sim`: bots play each other.

use crate::cli::SimFlags;
use anyhow::{Context, Result, bail};
use indicatif::{ProgressBar, ProgressStyle};
use parlor_kernel::{AnyRules, SeatSet, SimPlan, Tally};
use serde::Serialize;
use serde_json::{Map, Value};
use std::{io::IsTerminal, ops::Range, thread, time::Instant};

/// How many games a thread plays before it reports progress.
const CHUNK: u64 = 256;

/// What is printed with `--json`.
#[derive(Debug, Serialize)]
struct Report<'a> {
    game: &'a str,
    preset: &'a str,
    bots: &'a [String],
    games: u64,
    plies: u64,
    seconds: f64,
    games_per_s: f64,
    plies_per_s: f64,
    wins: &'a [u64],
    draws: u64,
    mean_plies: f64,
    scores: Vec<f64>,
    ticks: u64,
    digest: String,
}

/// Plays the games and prints what came out.
///
/// # Errors
/// If the game, a bot or an option does not exist.
pub fn run(flags: &SimFlags) -> Result<()> {
    let registry = parlor_catalog::registry();
    let Some(game) = registry.game(&flags.game) else {
        let known: Vec<_> = registry.games().map(|game| game.spec().id).collect();
        bail!("{} is not in this house; choose one of: {}", flags.game, known.join(", "));
    };
    let preset = flags.preset.as_deref().unwrap_or(game.info().presets[0].id).to_owned();
    let options = options(&flags.options)?;
    // Bots play here as people would: nothing is adapted for them.
    let (config, _) =
        game.configure(Some(&preset), &options, SeatSet::EMPTY).map_err(|refusal| anyhow::anyhow!(refusal.message))?;
    let started = Instant::now();
    let rules = game.rules(&config).map_err(|refusal| anyhow::anyhow!(refusal.message))?;
    let tally = play(rules.as_ref(), flags)?;
    let seconds = started.elapsed().as_secs_f64();
    let per = |total: f64| if tally.games == 0 { 0.0 } else { total / tally.games as f64 };
    let report = Report {
        game: game.spec().id,
        preset: &preset,
        bots: &flags.bots,
        games: tally.games,
        plies: tally.plies,
        seconds,
        games_per_s: tally.games as f64 / seconds,
        plies_per_s: tally.plies as f64 / seconds,
        wins: &tally.wins,
        draws: tally.draws,
        mean_plies: per(tally.plies as f64),
        scores: tally.scores.iter().map(|&score| per(score as f64)).collect(),
        ticks: tally.ticks,
        digest: format!("{:016x}", tally.digest),
    };
    if flags.json {
        println!("{}", serde_json::to_string(&report)?)
    } else {
        print_table(&report)
    }
    Ok(())
}

fn print_table(report: &Report) {
    println!("{} ({}), {} games in {:.2} s", report.game, report.preset, report.games, report.seconds);
    println!(
        "{:.0} games/s, {:.0} plies/s, {:.1} plies a game",
        report.games_per_s, report.plies_per_s, report.mean_plies
    );
    for (seat, bot) in report.bots.iter().enumerate() {
        let share = 100.0 * report.wins[seat] as f64 / report.games.max(1) as f64;
        println!("  seat {} {bot:<10} {share:>5.1} % won, mean score {:.2}", seat + 1, report.scores[seat]);
    }
    println!("  drawn {}; digest {}", report.draws, report.digest);
}

/// Options as JSON where they can be read as such, as text otherwise: `width=8`, `spacing=apart`.
fn options(pairs: &[String]) -> Result<Value> {
    let mut options = Map::new();
    for pair in pairs {
        let (key, value) = pair.split_once('=').with_context(|| format!("--set takes KEY=VALUE, not {pair}"))?;
        let value = serde_json::from_str(value).unwrap_or_else(|_| Value::String(value.to_owned()));
        options.insert(key.to_owned(), value);
    }
    Ok(Value::Object(options))
}

/// Plays on as many threads as asked. Games are numbered, so who plays which does not matter.
fn play(rules: &dyn AnyRules, flags: &SimFlags) -> Result<Tally> {
    let bar = progress_bar(flags.games);
    let threads = flags.threads.clamp(1, 256) as u64;
    let share = |thread: u64| flags.games * thread / threads..flags.games * (thread + 1) / threads;
    let mut total = Tally::default();
    thread::scope(|scope| -> Result<()> {
        let workers: Vec<_> = (0..threads)
            .map(|thread| {
                let bar = &bar;
                scope.spawn(move || play_range(rules, flags, share(thread), bar))
            })
            .collect();
        for worker in workers {
            let tally = worker.join().map_err(|_| anyhow::anyhow!("a simulation thread panicked"))??;
            total.add(&tally);
        }
        Ok(())
    })?;
    bar.finish_and_clear();
    Ok(total)
}

fn play_range(rules: &dyn AnyRules, flags: &SimFlags, games: Range<u64>, bar: &ProgressBar) -> Result<Tally> {
    let plan = SimPlan { bots: flags.bots.clone(), seed: flags.seed, games };
    let mut since = 0;
    Ok(rules.simulate(&plan, &mut || {
        since += 1;
        if since == CHUNK {
            bar.inc(CHUNK);
            since = 0;
        }
    })?)
}

fn progress_bar(games: u64) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} games, {per_sec}, {eta} left");
    ProgressBar::new(games).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
