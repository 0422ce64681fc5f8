//! `parlor replay` and `parlor verify`: finished matches from their logs alone.

use crate::{
    cli::{LogFlags, ServeFlags, VerifyFlags},
    store,
};
use anyhow::{Context, Result, bail};
use parlor_kernel::{AnyGame, Mismatch, Record};
use parlor_wire::{MAX_NAME, MatchId, one_line, spelled_out};
use std::{fs, io::Read, path::Path, sync::Arc};

/// How much of a line is quoted, in characters.
const LINE: usize = 120;

/// Prints a match as text.
///
/// # Errors
/// If there is no such log or it does not hold.
pub fn replay(flags: &LogFlags) -> Result<()> {
    let (game, record) = find(flags)?;
    print!("{}", story(game.as_ref(), record).context("the log does not hold")?);
    Ok(())
}

/// A match as text that is safe to print: what the log calls things may come from anybody.
fn story(game: &dyn AnyGame, record: Record) -> Result<String, Mismatch> {
    Ok(game.narrate(record)?.lines().map(|line| spelled_out(line) + "\n").collect())
}

/// Checks a match.
///
/// # Errors
/// The first difference.
pub fn verify(flags: &VerifyFlags) -> Result<()> {
    let (game, record) = find(&flags.log)?;
    let entries = record.entries.len();
    let digests = record.entries.iter().filter(|entry| entry.digest.is_some()).count() + 1;
    let commitment = record.header.commitment;
    game.verify(record.clone()).map_err(|mismatch| match mismatch {
        // Nothing is known against a match that is still being played.
        Mismatch::Unfinished => anyhow::Error::from(mismatch),
        _ => anyhow::Error::from(mismatch).context("NOT fair"),
    })?;
    if let Some(told) = &flags.told {
        let text = fs::read_to_string(told).with_context(|| format!("cannot read {}", told.display()))?;
        same_story(&story(game.as_ref(), record.clone())?, &text)
            .with_context(|| format!("NOT as told in {}", told.display()))?;
    }
    for (number, draw) in (1..).zip(game.draws(record)?) {
        println!("roll {number:>2}  {draw}  ✓");
    }
    println!("Fair: the dice are the promised ones ({commitment}),");
    println!("all {entries} entries obey the rules, and all {digests} recorded positions are as replayed.");
    if flags.told.is_some() {
        println!("The text tells this match, word for word.");
    }
    Ok(())
}

/// Compares what happened with what a text says happened, line by line.
fn same_story(happened: &str, told: &str) -> Result<()> {
    let (mut happened, mut told) = (happened.trim_end().lines(), told.trim_end().lines());
    let line_of = |text: &str| one_line(text, LINE);
    for line in 1.. {
        match (happened.next(), told.next()) {
            (None, None) => return Ok(()),
            (Some(was), Some(said)) if was.trim_end() == said.trim_end() => {}
            (Some(was), Some(said)) => bail!("line {line} says “{}”, but it was “{}”", line_of(said), line_of(was)),
            (Some(was), None) => bail!("line {line} is missing: “{}”", line_of(was)),
            (None, Some(said)) => bail!("line {line} says “{}”, but there is nothing more to tell", line_of(said)),
        }
    }
    Ok(())
}

/// The log that `flags` name, and its game.
///
/// # Errors
/// If there is no such log or no such game.
pub fn find(flags: &LogFlags) -> Result<(Arc<dyn AnyGame>, Record)> {
    let mut record = if flags.log == "-" {
        let mut text = String::new();
        std::io::stdin().read_to_string(&mut text).context("cannot read standard input")?;
        Record::from_text(&text)?
    } else if Path::new(&flags.log).exists() {
        let text = fs::read_to_string(&flags.log).with_context(|| format!("cannot read {}", flags.log))?;
        Record::from_text(&text)?
    } else if let Ok(id) = flags.log.parse() {
        from_database(&flags.serve, id)?
    } else {
        bail!("there is no file called {}, and it is no match id either", flags.log);
    };
    // A log may come from anybody, and names are printed to a terminal.
    for seat in &mut record.header.seats {
        seat.name = one_line(&seat.name, MAX_NAME);
    }
    let registry = parlor_catalog::registry();
    let game = registry.game(&record.header.game).with_context(|| format!("no game called {}", record.header.game))?;
    Ok((Arc::clone(game), record))
}

fn from_database(flags: &ServeFlags, id: MatchId) -> Result<Record> {
    store::with(flags, async |store| {
        let row = store.match_row(id).await?.with_context(|| format!("there is no match {id} in the database"))?;
        let entries = store.entries(id).await?.into_iter().map(|stored| stored.entry).collect();
        Ok(Record { header: row.header, entries, footer: row.footer })
    })
}
