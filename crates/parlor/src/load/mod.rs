//! `parlor load`: bots play at many tables of a house at once, each as a client of its own, and it is measured what that
//! costs.

mod figures;
mod player;

use crate::cli::LoadFlags;
use anyhow::{Context, Result, anyhow, bail};
use figures::{Figures, Report};
use futures_util::{StreamExt, TryStreamExt, stream};
use indicatif::{ProgressBar, ProgressStyle};
use parlor_client::native::{NativeError, Visitor};
use parlor_gauge::{MeasuredServer, Pace, Process, check_open_files};
use parlor_kernel::{Registry, SeatSet};
use parlor_wire::http::OpenTable;
use player::Player;
use serde_json::Value;
use std::{env, io::IsTerminal, iter::Sum, sync::Arc, time::Duration};
use tokio::{
    runtime::Runtime,
    sync::watch,
    task::JoinSet,
    time::{Instant, interval, sleep, sleep_until},
};

/// How many tables are set up at once.
const AT_ONCE: usize = 8;

/// How long they play at most before anything is counted. Real-time games begin with a countdown.
const WARM_UP: Duration = Duration::from_secs(10);
/// How often it is looked whether they are warm.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// Files that a process has open besides its connections.
const OTHER_FILES: u64 = 64;

/// What all players of a run share.
struct Run {
    registry: Registry,
    wish: OpenTable,
    seats: u8,
    level: String,
    pace: Option<Pace>,
    figures: Figures,
}

/// Plays at many tables and prints what was measured.
///
/// # Errors
/// If there is no such game, preset or bot, or the house cannot be reached or refuses.
pub fn run(flags: &LoadFlags) -> Result<()> {
    if !flags.pid.is_empty() && flags.pid.len() != flags.url.len() {
        bail!("give --pid once for each --url, or not at all: what one node takes is not what the house takes");
    }
    let run = Arc::new(Run::of(flags)?);
    check_open_files(u64::from(flags.tables) * u64::from(run.seats) + OTHER_FILES)?;
    let report = Runtime::new().context("cannot start the runtime")?.block_on(measure(flags, run))?;
    if flags.json {
        println!("{}", serde_json::to_string(&report)?);
    } else {
        println!("{report}");
    }
    Ok(())
}

impl Run {
    fn of(flags: &LoadFlags) -> Result<Self> {
        let registry = parlor_catalog::registry();
        let Some(game) = registry.game(&flags.game) else {
            let known: Vec<_> = registry.games().map(|game| game.spec().id).collect();
            bail!("{} is not in this house; choose one of: {}", flags.game, known.join(", "));
        };
        let preset = flags.preset.clone().unwrap_or_else(|| game.default_preset().to_owned());
        let (config, seats) =
            game.configure(Some(&preset), &Value::Null, SeatSet::EMPTY).map_err(|refusal| anyhow!(refusal.message))?;
        let levels: Vec<_> = game.info().bots.iter().map(|level| level.id).collect();
        let level = flags.bot.clone().unwrap_or_else(|| levels[0].to_owned());
        if !levels.contains(&level.as_str()) {
            bail!("there is no bot called {level}; choose one of: {}", levels.join(", "));
        }
        // Before the clock runs: a lexicon takes a moment.
        game.rules(&config).map_err(|refusal| anyhow!(refusal.message))?.load()?;
        let wish = OpenTable { game: flags.game.clone(), preset: Some(preset), ..OpenTable::default() };
        let pace = flags.rate.map(Pace::new);
        Ok(Self { registry: registry.clone(), wish, seats, level, pace, figures: Figures::default() })
    }
}

/// Sets the tables up, lets everyone play, and looks what it took.
async fn measure(flags: &LoadFlags, run: Arc<Run>) -> Result<Report> {
    let own = if flags.url.is_empty() {
        let program = env::current_exe().context("the program does not know where it is")?;
        Some(MeasuredServer::house(&[program.as_os_str()]).await?)
    } else {
        None
    };
    let nodes = match &own {
        Some(house) => vec![house.base()],
        None => flags.url.iter().map(|url| url.trim_end_matches('/')).collect(),
    };
    let processes = match &own {
        Some(house) => vec![house.process()],
        None => flags.pid.iter().copied().map(Process).collect(),
    };
    let empty = sum(&processes, Process::memory);
    let (go, gate) = watch::channel(false);
    let mut playing = set_up(flags, &nodes, &run, &gate).await?;
    go.send_replace(true);
    warm_up(&run.figures, flags.tables).await;
    let before = sum(&processes, Process::cpu_seconds);
    run.figures.start();
    let started = Instant::now();
    watch_over(&run.figures, started + Duration::from_secs(flags.seconds.into())).await;
    run.figures.stop();
    let seconds = started.elapsed().as_secs_f64();
    let after = sum(&processes, Process::cpu_seconds);
    let memory = sum(&processes, Process::memory);
    let cost = figures::Cost {
        cpu_seconds: before.zip(after).map(|(before, after)| after - before),
        memory: memory.zip(empty),
        tables: flags.tables,
    };
    playing.shutdown().await;
    Ok(run.figures.report(&run, flags.tables, seconds, &cost))
}

/// What all nodes take together; nothing if it is not known of one.
fn sum<T: Sum>(nodes: &[Process], of: fn(Process) -> Option<T>) -> Option<T> {
    if nodes.is_empty() { None } else { nodes.iter().copied().map(of).sum() }
}

/// Opens the tables, with a client in every seat. They play as soon as the gate opens.
async fn set_up(
    flags: &LoadFlags,
    nodes: &[&str],
    run: &Arc<Run>,
    gate: &watch::Receiver<bool>,
) -> Result<JoinSet<()>> {
    let bar = bar(flags.tables.into(), "{bar:40} {pos}/{len} tables, {eta} left");
    let mut first = Vec::with_capacity(nodes.len());
    for node in nodes {
        first.push(Visitor::enter_nameless(node).await.with_context(|| format!("cannot enter {node}"))?);
    }
    let mut playing = JoinSet::new();
    let tables = stream::iter(0..flags.tables).map(|number| table(&first, run, number.into()));
    let mut tables = tables.buffer_unordered(AT_ONCE);
    while let Some(players) = tables.try_next().await.map_err(|error| advised(error, !flags.url.is_empty()))? {
        for player in players {
            playing.spawn(player.play(Arc::clone(run), gate.clone()));
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(playing)
}

/// A table with a client in each seat, none of whom has moved. Tables are opened at the nodes in turn, and the players of
/// each come to them in turn.
async fn table(first: &[Visitor], run: &Run, number: u64) -> Result<Vec<Player>, NativeError> {
    let node = |seat: u8| &first[(number as usize + usize::from(seat)) % first.len()];
    let host = node(0).companion().await?;
    let code = host.open_table(&run.wish).await?.code;
    let mut players = Vec::with_capacity(run.seats.into());
    for seat in 0..run.seats {
        let visitor = if seat == 0 { host.clone() } else { node(seat).companion().await? };
        players.push(Player::sit(&visitor, run, code, number << 8 | u64::from(seat)).await?);
    }
    Ok(players)
}

/// Waits until there were as many actions as there are tables.
async fn warm_up(figures: &Figures, tables: u32) {
    let end = Instant::now() + WARM_UP;
    while figures.answered() < u64::from(tables) && Instant::now() < end {
        sleep(LOOK_EVERY).await;
    }
}

/// A refusal by a house that was not opened for this is most likely one of its limits.
fn advised(error: NativeError, foreign: bool) -> anyhow::Error {
    let refused = error.code().is_some();
    let error = anyhow::Error::from(error).context("cannot set the tables up");
    if foreign && refused {
        return error
            .context("the house refuses so many guests of one address: raise its limits, or open fewer tables");
    }
    error
}

/// Shows how it goes until the time is over or Ctrl-C is pressed.
async fn watch_over(figures: &Figures, end: Instant) {
    let seconds = (end - Instant::now()).as_secs();
    let bar = bar(seconds, "{bar:40} {pos}/{len} s, {msg}");
    let mut second = interval(Duration::from_secs(1));
    second.tick().await;
    let mut seen = 0;
    loop {
        tokio::select! {
            () = sleep_until(end) => break,
            // Without a handler for it, only the clock ends this.
            Ok(()) = tokio::signal::ctrl_c() => break,
            _ = second.tick() => {
                let actions = figures.actions();
                bar.inc(1);
                bar.set_message(format!("{} actions/s", actions - seen));
                seen = actions;
            }
        }
    }
    bar.finish_and_clear();
}

fn bar(length: u64, template: &str) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(length).with_style(style)
}
