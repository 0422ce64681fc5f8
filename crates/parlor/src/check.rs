//! `parlor check`: whether everything in a data directory is as the house wrote it.

use crate::{cli::ServeFlags, config, store::Place};
use anyhow::{Context, Result, bail};
use indicatif::{ProgressBar, ProgressStyle};
use parlor_kernel::{Format, Input, Mismatch, Record, Registry, Verdict};
use parlor_store::{Audit, DELETED_PLAYER, Store, check_file};
use parlor_wire::MatchId;
use std::io::IsTerminal;
use tokio::runtime::Runtime;

/// How many faults are told before the rest is left out.
const TOLD: usize = 20;
/// How many matches are looked up at a time.
const PAGE: u32 = 500;

/// Checks the database file, the ledger, and the log of every finished match. The house may be open or closed.
///
/// # Errors
/// What is wrong, if anything is.
pub fn run(flags: &ServeFlags) -> Result<()> {
    let place = Place::of(&config::load(flags)?)?;
    Runtime::new()?.block_on(check(&place))
}

async fn check(place: &Place) -> Result<()> {
    match place {
        // First, and without changing anything: a damaged file must not be brought up to date.
        Place::File(path) if path.exists() => {
            let faults = check_file(path).await.with_context(|| format!("cannot read {place}"))?;
            none_of(&faults, "the database is damaged")?;
            println!("The database file is sound.");
        }
        // That there is none is said when it is opened.
        Place::File(_) => {}
        Place::Postgres(_) => println!("The files of {place} are its server's: pg_amcheck looks through them."),
    }
    let store = place.open().await?;
    let checked = contents(&*store).await;
    store.close().await;
    checked
}

async fn contents(store: &dyn Store) -> Result<()> {
    let Audit { transfers, out, in_escrow, faults } = store.audit().await?;
    none_of(&faults, "the ledger does not hold")?;
    println!("The ledger holds: {transfers} transfers, {out} gold with players, {in_escrow} of it in bets.");
    let Checked { held, older, written_off, redacted, faults } = matches(store).await?;
    none_of(&faults, "finished matches do not hold")?;
    println!("The logs hold: {held} finished matches went as they say.");
    let apart = [
        (older, "Not replayed: {} played by rules that this version does not have."),
        (written_off, "Not replayed: {} written off."),
        (redacted, "Not bound to their players any more: {} with a player who was deleted."),
    ];
    for (count, why) in apart {
        if count > 0 {
            println!("{}", why.replace("{}", &count.to_string()));
        }
    }
    Ok(())
}

fn none_of(faults: &[String], what: &str) -> Result<()> {
    if faults.is_empty() {
        return Ok(());
    }
    let more = if faults.len() > TOLD { "\n  … and more" } else { "" };
    let told = faults.iter().take(TOLD).map(|fault| format!("\n  {fault}")).collect::<String>();
    bail!("{what}:{told}{more}")
}

/// What was found in the logs.
#[derive(Default)]
struct Checked {
    held: u64,
    older: u64,
    written_off: u64,
    redacted: u64,
    faults: Vec<String>,
}

/// Replays every finished match, until more are bad than are told.
async fn matches(store: &dyn Store) -> Result<Checked> {
    let registry = parlor_catalog::registry();
    let bar = progress_bar(store.finished_count().await?);
    let mut checked = Checked::default();
    let mut after = None;
    'all: loop {
        let page = store.finished(after, PAGE).await?;
        let Some(last) = page.last() else { break };
        after = Some(*last);
        for id in page {
            match one(store, &registry, id).await {
                Ok(Log::Holds) => checked.held += 1,
                Ok(Log::OtherRules) => checked.older += 1,
                Ok(Log::WrittenOff) => checked.written_off += 1,
                Ok(Log::Redacted) => checked.redacted += 1,
                Err(error) => checked.faults.push(format!("match {id}: {error:#}")),
            }
            if checked.faults.len() > TOLD {
                break 'all;
            }
            bar.inc(1);
        }
    }
    bar.finish_and_clear();
    Ok(checked)
}

/// What can be said of a log that is not wrong.
enum Log {
    Holds,
    /// It was played by rules that this program does not have.
    OtherRules,
    /// The house ended the match because it could not go on.
    WrittenOff,
    /// A player was deleted: the name that the log is bound to is gone from its header.
    Redacted,
}

async fn one(store: &dyn Store, registry: &Registry, id: MatchId) -> Result<Log> {
    let row = store.match_row(id).await?.context("it is gone")?;
    let entries: Vec<_> = store.entries(id).await?.into_iter().map(|stored| stored.entry).collect();
    if let Some((expected, entry)) = (1..).zip(&entries).find(|(expected, entry)| entry.seq != *expected) {
        bail!("entry {expected} is missing; entry {} is in its place", entry.seq);
    }
    let called_off = matches!(entries.last().map(|entry| &entry.input), Some(Input::CallOff));
    let void = row.footer.as_ref().is_some_and(|footer| footer.outcome.verdict == Verdict::Void);
    if void && !called_off {
        return Ok(Log::WrittenOff);
    }
    let Some(game) = registry.game(&row.header.game) else { return Ok(Log::OtherRules) };
    let redacted = row.header.format != Format::First
        && row.header.seats.iter().any(|label| label.name == DELETED_PLAYER && label.bot.is_none());
    match game.verify(Record { header: row.header, entries, footer: row.footer }) {
        Ok(()) => Ok(Log::Holds),
        Err(Mismatch::OtherRules { .. }) => Ok(Log::OtherRules),
        Err(_) if redacted => Ok(Log::Redacted),
        Err(mismatch) => Err(mismatch.into()),
    }
}

fn progress_bar(matches: u64) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} matches, {per_sec}, {eta} left");
    ProgressBar::new(matches).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
