//! Logs that somebody tampered with, one change at a time, as cleverly as it can be done without the house.

use parlor_kernel::{Digest, Entry, Game, Input, Mismatch, Record, Replay, Tick};
use serde_json::Value;
use std::collections::BTreeMap;

/// How often each kind of change was tried, and how often it changed nothing: that somebody asked for a pause a tick
/// later, say, and nobody agreed before. Such a log leads to the same positions at the same time.
pub type Tampered = BTreeMap<&'static str, (u32, u32)>;

/// Tampers with every entry of an honest log: its tick, its seat, its action, its place, its digest, and whether it is
/// there at all; and with the dice and the end. The numbers of the entries are always made to fit.
///
/// Every change must be refused, with the tick where the log stops being true: not before the change, and not after the
/// next digest. Only what leads through the very same recorded positions to the very same end may pass.
///
/// # Errors
/// A change that nobody noticed, or that was blamed on another tick.
pub fn tamper<G: Game>(record: &Record) -> Result<Tampered, String> {
    let record = &with_digests::<G>(record.clone()).map_err(|mismatch| mismatch.to_string())?;
    let mut tally = Tampered::new();
    let mut actions: Vec<&Value> = record.entries.iter().filter_map(action).collect();
    actions.dedup();
    for (index, entry) in record.entries.iter().enumerate() {
        let previous = index.checked_sub(1).map_or(Tick::ZERO, |before| record.entries[before].tick);
        let mut forge = |what, change: &dyn Fn(&mut Record)| {
            let mut forged = record.clone();
            change(&mut forged);
            (1..).zip(&mut forged.entries).for_each(|(seq, entry)| entry.seq = seq);
            if forged.entries == record.entries {
                return Ok(());
            }
            let (tried, passed) = tally.entry(what).or_default();
            *tried += 1;
            let from = forged.entries.get(index).map_or(previous, |changed| changed.tick.min(previous));
            let to = next_digest(&forged, index);
            match verdict::<G>(forged) {
                Ok(()) if what != "digest" => *passed += 1,
                Ok(()) => return Err(format!("{what} of entry {}: nobody notices", entry.seq)),
                Err(mismatch) => match mismatch.tick() {
                    Some(tick) if (from..=to).contains(&tick) => {}
                    _ => return Err(format!("{what} of entry {}, until {to:?}: {mismatch}", entry.seq)),
                },
            }
            Ok(())
        };
        // That the clock moved the match is implied: without that entry it is the same match.
        if entry.input == Input::Wake {
            continue;
        }
        forge("later", &|r| r.entries[index].tick = entry.tick + 1)?;
        forge("earlier", &|r| r.entries[index].tick = Tick(entry.tick.0.saturating_sub(1)))?;
        forge("seat", &|r| other_seat(&mut r.entries[index].input))?;
        forge("action", &|r| {
            let other = actions.iter().find(|&&other| action(entry).is_some_and(|this| this != other));
            if let (Input::Act { action, .. }, Some(&other)) = (&mut r.entries[index].input, other) {
                *action = other.clone();
            }
        })?;
        forge("dropped", &|r| drop(r.entries.remove(index)))?;
        forge("swapped", &|r| {
            if let [one, other, ..] = &mut r.entries[index..] {
                std::mem::swap(&mut one.input, &mut other.input);
            }
        })?;
        forge("digest", &|r| r.entries[index].digest.iter_mut().for_each(|digest| digest.0[3] ^= 1))?;
    }
    other_dice::<G>(record)?;
    Ok(tally)
}

/// The log with digests wherever the house would write them today; old logs may have fewer.
fn with_digests<G: Game>(mut record: Record) -> Result<Record, Mismatch> {
    let mut replay = Replay::<G>::new(record.clone())?;
    for entry in &mut record.entries {
        replay.step()?;
        entry.digest = entry.seq.is_multiple_of(G::SPEC.digest_every).then(|| Digest::of(replay.game()));
    }
    Ok(record)
}

fn verdict<G: Game>(record: Record) -> Result<(), Mismatch> {
    Replay::<G>::new(record).and_then(|mut replay| replay.verify())
}

const fn action(entry: &Entry) -> Option<&Value> {
    match &entry.input {
        Input::Act { action, .. } => Some(action),
        _ => None,
    }
}

fn other_seat(input: &mut Input<Value>) {
    if let Input::Act { seat, .. } | Input::Leave { seat } = input {
        seat.0 ^= 1;
    }
}

/// When the position is next compared with what was recorded.
fn next_digest(record: &Record, index: usize) -> Tick {
    // A change also reaches the entry after it.
    let later = record.entries.iter().skip(index).filter(|entry| entry.digest.is_some());
    let end = record.footer.as_ref().map_or(Tick::ZERO, |end| end.tick);
    later.map(|entry| entry.tick).next().unwrap_or(end)
}

/// Another key is not the promised one. With another promise as well, it breaks where the dice are first seen to differ.
fn other_dice<G: Game>(record: &Record) -> Result<(), String> {
    let mut forged = record.clone();
    let end = forged.footer.as_mut().ok_or("the match is not over")?;
    end.key.0[0] ^= 1;
    let commitment = end.key.commitment();
    match verdict::<G>(forged.clone()) {
        Err(Mismatch::Commitment { .. }) => {}
        other => return Err(format!("another key: {other:?}")),
    }
    forged.header.commitment = commitment;
    match verdict::<G>(forged) {
        Err(mismatch) if mismatch.tick().is_some() => Ok(()),
        other => Err(format!("another seed: {other:?}")),
    }
}
