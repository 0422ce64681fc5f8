//! A match can be played again from its log, and a log that was tampered with cannot.

use super::{LawSuite, each_match};
use crate::{
    Report, Violation,
    report::{Fault, ensure},
    walk::{legal_prefix, pick},
};
use parlor_kernel::{
    Digest, Entry, Format, Game, Input, Mismatch, Outcome, Playable, Record, Replay, Rng, Tick, Verdict,
};
use serde_json::json;

/// A recorded match goes to text and back, verifies, and ends in the very same position. Changing any fact in the log
/// is noticed.
///
/// # Errors
/// The first violation.
pub fn replay<G: Playable>(suite: &LawSuite<G>) -> Result<Report, Violation> {
    each_match(suite, "replay", 1, |walk, rng, report| {
        report.states += 1 + walk.finish(suite.max_steps);
        // A match without an end is reported by the law of termination.
        let Some(record) = walk.recorder().record() else {
            return Ok(());
        };
        honest(suite, &record, walk.game())?;
        let forgeries = forgeries(&record, rng);
        report.checks += 2 + forgeries.len() as u64;
        for (what, forged) in forgeries {
            ensure(verify(suite, &forged).is_err(), || format!("{what}: it goes unnoticed"))?;
        }
        other_action::<G>(suite, &record, rng)
    })
}

/// The log of an honest match leads to its final position.
fn honest<G: Game>(suite: &LawSuite<G>, record: &Record, game: &G) -> Result<(), Fault> {
    let text = record.to_text();
    let back = Record::from_text(&text).map_err(|error| format!("the log is not readable: {error}"))?;
    ensure(back == *record, || format!("the log reads as something else:\n{text}"))?;
    let mut replay = Replay::<G>::new(back, &suite.library).map_err(|mismatch| mismatch.to_string())?;
    replay.verify().map_err(|mismatch| mismatch.to_string())?;
    ensure(replay.game() == game, || format!("replayed to another position:\n  {:?}\n  {game:?}", replay.game()))
}

/// Checks a log as someone would who got it as text.
fn verify<G: Game>(suite: &LawSuite<G>, record: &Record) -> Result<(), String> {
    let record = Record::from_text(&record.to_text()).map_err(|error| error.to_string())?;
    Replay::<G>::new(record, &suite.library).and_then(|mut replay| replay.verify()).map_err(|error| error.to_string())
}

/// Changed logs, each with what was changed.
fn forgeries(record: &Record, rng: &mut Rng) -> Vec<(&'static str, Record)> {
    let mut forged = Vec::new();
    let mut forge = |what, change: &mut dyn FnMut(&mut Record)| {
        let mut changed = record.clone();
        change(&mut changed);
        if changed != *record {
            forged.push((what, changed));
        }
    };
    forge("another game", &mut |r| r.header.game.push('x'));
    forge("other rules", &mut |r| r.header.rules += 1);
    forge("another format", &mut |r| r.header.format = Format::First);
    forge("another name", &mut |r| r.header.seats[0].name.push('x'));
    forge("another bot", &mut |r| r.header.seats[0].bot = Some("hard".into()));
    forge("other seats", &mut |r| r.header.seats.rotate_left(1));
    forge("another promise", &mut |r| r.header.commitment.0[7] ^= 1);
    forge("no end", &mut |r| r.footer = None);
    if let Some(end) = &record.footer {
        let Outcome { verdict, .. } = end.outcome;
        let other = if verdict == Verdict::Draw { Verdict::Void } else { Verdict::Draw };
        let mut altered = |what, change: &dyn Fn(&mut parlor_kernel::Footer)| {
            forge(what, &mut |r| r.footer.iter_mut().for_each(change));
        };
        altered("another key", &|end| end.key.0[31] ^= 0x80);
        altered("another result", &|end| end.outcome.verdict = other);
        altered("another final digest", &|end| end.digest.0[0] ^= 1);
        altered("a later end", &|end| end.tick = end.tick + 1);
        altered("an earlier end", &|end| end.tick = Tick(end.tick.0.saturating_sub(1)));
    }
    if record.entries.is_empty() {
        return forged;
    }
    let place = rng.below(record.entries.len() as u32) as usize;
    forge("another digest", &mut |r| r.entries[place].digest.iter_mut().for_each(|digest| digest.0[0] ^= 1));
    forge("a nonsense action", &mut |r| {
        if let Input::Act { action, .. } = &mut r.entries[place].input {
            *action = json!({ "no such action": place });
        }
    });
    forge("a missing entry", &mut |r| {
        r.entries.remove(place);
        (1..).zip(&mut r.entries).for_each(|(seq, entry)| entry.seq = seq);
    });
    forge("a later entry", &mut |r| r.entries[place].tick = r.entries[place].tick + 1);
    forge("an earlier entry", &mut |r| r.entries[place].tick = Tick(r.entries[place].tick.0.saturating_sub(1)));
    forged
}

/// Another legal action in the log leads to a position with another digest, or makes no difference at all.
fn other_action<G: Playable>(suite: &LawSuite<G>, record: &Record, rng: &mut Rng) -> Result<(), Fault> {
    let place = rng.below(record.entries.len().max(1) as u32) as usize;
    let Some(Input::Act { seat, action }) = record.entries.get(place).map(|e| &e.input) else {
        return Ok(());
    };
    let broken = |mismatch: Mismatch| Fault::from(mismatch.to_string());
    let mut replay = Replay::<G>::new(record.clone(), &suite.library).map_err(broken)?;
    replay.seek(place).map_err(broken)?;
    let legal = legal_prefix(replay.game(), *seat, suite.prefix);
    if legal.is_empty() {
        return Ok(());
    }
    let other = serde_json::to_value(pick(&legal, rng)).map_err(|error| error.to_string())?;
    let mut forged = record.clone();
    forged.entries.truncate(place + 1);
    // The entry itself is covered, so only the position's own digest is of interest.
    forged.entries[place] = Entry {
        input: Input::Act { seat: *seat, action: other.clone() },
        digest: None,
        ..forged.entries[place].clone()
    };
    let mut forged = Replay::<G>::new(forged, &suite.library).map_err(broken)?;
    if forged.seek(place + 1).is_err() {
        // What was legal before the clock ran need not be legal after.
        return Ok(());
    }
    replay.seek(place + 1).map_err(broken)?;
    let (one, another) = (replay.game(), forged.game());
    ensure(one == another || Digest::of(one) != Digest::of(another), || {
        let seq = place + 1;
        format!("entry {seq}: {other} leads elsewhere than {action}, but to the same digest")
    })
}
