//! Playing a run again by its inputs: what it is worth is what comes of that, not what a client says.

use super::RunError;
use parlor_kernel::{AnyRules, AnyTable, Entry, Format, Header, Journal, Key, Seat, SeatLabel, Tick};
use parlor_store::{Counts, MatchRow, NewEntry, NewResult, Player, Write};
use parlor_wire::{MatchId, UserId, http::RunLog};
use std::sync::Arc;

/// Whose run it was, and when.
#[derive(Clone, Debug)]
pub struct Runner {
    /// Who.
    pub user: UserId,
    /// Their name.
    pub name: String,
    /// When it began, on the wall clock in milliseconds.
    pub begun_at: u64,
    /// Now, on the wall clock in milliseconds.
    pub now: u64,
    /// Now, on the house's clock in milliseconds.
    pub house_ms: u64,
}

/// A run that has been played again.
#[derive(Debug)]
pub struct Proven {
    /// What it is worth.
    pub worth: i64,
    /// What keeps its log as a match that counts for nothing else.
    pub writes: Vec<Write>,
    /// How long that log is, in bytes.
    pub weight: usize,
}

/// Plays a run again, and gives back what came of it. Its log would be kept as the match `id`.
pub fn prove(
    rules: &Arc<dyn AnyRules>,
    key: Key,
    log: &RunLog,
    id: MatchId,
    runner: &Runner,
) -> Result<Proven, RunError> {
    let spec = rules.spec();
    let mut table = rules.open(key.clone()).map_err(|_| RunError::Unplayable)?;
    let header = Header {
        format: Format::NEWEST,
        game: spec.id.into(),
        rules: spec.rules,
        config: rules.config().as_ref().clone(),
        seats: vec![SeatLabel { name: runner.name.clone(), bot: None }],
        commitment: key.commitment(),
    };
    let mut journal = Journal::new(&header, spec.digest_every);
    let mut lines = Vec::with_capacity(log.inputs.len());
    for (number, (tick, action)) in (1..).zip(&log.inputs) {
        if *tick < table.now() || *tick > log.end {
            return Err(RunError::OutOfOrder(number));
        }
        pass(table.as_mut(), &mut journal, &mut lines, *tick);
        // What the clock did stands in the log by itself; an input that the rules refuse has no place in it.
        let (input, _) = table
            .act(*tick, Seat(0), &action.to_string())
            .map_err(|refusal| RunError::Illegal { number, why: refusal.message })?;
        write(table.as_mut(), &mut journal, &mut lines, *tick, input);
    }
    pass(table.as_mut(), &mut journal, &mut lines, log.end);
    let outcome = table.outcome().ok_or(RunError::Unfinished)?;
    let worth = table.worth().ok_or(RunError::GoalMissed)?;
    let footer = journal.footer(table.now(), outcome, key.clone(), |chain| table.digest(chain));
    let weight = lines.iter().map(|line| line.input.len() + 80).sum();
    let &Runner { user, begun_at, now, house_ms, .. } = runner;
    let row = MatchRow {
        id,
        header,
        key,
        rated: false,
        opened_ms: house_ms,
        started_at: begun_at,
        ended_at: None,
        footer: None,
    };
    let result = NewResult { place: None, team: None, score: table.score(Seat(0)), stats: table.stats(Seat(0)) };
    let mut writes = vec![Write::BeginMatch { row: Box::new(row), players: vec![Player::user(user)] }];
    writes.extend(lines.into_iter().map(|entry| Write::Append { id, entry }));
    let (turns, results, counts) = (table.turns(), vec![result], Counts::Nothing);
    writes.push(Write::EndMatch { id, footer, at: now, turns, results, counts });
    Ok(Proven { worth, writes, weight })
}

/// Lets time pass. As in any log, only what a viewer hears of is written down.
fn pass(table: &mut dyn AnyTable, journal: &mut Journal, lines: &mut Vec<NewEntry>, until: Tick) {
    if !table.advance(until).is_empty() {
        write(table, journal, lines, until, "\"wake\"".into());
    }
}

fn write(table: &mut dyn AnyTable, journal: &mut Journal, lines: &mut Vec<NewEntry>, tick: Tick, input: String) {
    let Entry { seq, tick, input, digest } = journal.write(tick, input, |chain| table.digest(chain));
    lines.push(NewEntry { seq, tick, input, digest, command: None });
}
