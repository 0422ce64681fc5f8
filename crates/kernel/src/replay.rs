//! Playing a recorded match again, step by step, and checking that it is what it claims to be.

use crate::{
    AssetError, Chain, Digest, Entry, Game, GameConfig, Input, KeyedDice, Library, Outcome, Predict, Record, Rules,
    Seat, Sink, Table, Tick, Viewer, journal::same_digest,
};
use std::sync::Arc;
use thiserror::Error;

/// The first thing in a log that does not hold.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum Mismatch {
    /// It is the log of another game.
    #[error("This is a log of {found}, not of {expected}.")]
    OtherGame {
        /// The game asked to replay it.
        expected: &'static str,
        /// The game in the header.
        found: String,
    },
    /// It was played under other rules.
    #[error(
        "This log needs version {found} of the game's rules, under which it was played; this program has version {known}."
    )]
    OtherRules {
        /// The version here.
        known: u32,
        /// The version in the header.
        found: u32,
    },
    /// The rule set names an asset that is missing or wrong.
    #[error(transparent)]
    Asset(AssetError),
    /// The rule set cannot be read or played.
    #[error("The rule set in the header is not valid: {0}.")]
    Config(String),
    /// The header names more or fewer players than there are seats.
    #[error("The header names {found} seats, but the match has {expected}.")]
    Seats {
        /// By the rule set.
        expected: u8,
        /// In the header.
        found: usize,
    },
    /// The match is not over, so its dice are still secret.
    #[error("The match is not over: its key is not published yet, so it cannot be replayed.")]
    Unfinished,
    /// The published key is not the promised one.
    #[error("The dice are not the promised ones: the key's hash is {found}, but {promised} was promised.")]
    Commitment {
        /// In the header.
        promised: String,
        /// From the footer's key.
        found: String,
    },
    /// An input that the rules refuse.
    #[error("Entry {seq} at tick {}: {why}", tick.0)]
    Refused {
        /// Which entry.
        seq: u64,
        /// When.
        tick: Tick,
        /// What the rules say.
        why: String,
    },
    /// Time runs backwards.
    #[error("Entry {seq} is at tick {}, before the entry it follows.", tick.0)]
    Backwards {
        /// Which entry.
        seq: u64,
        /// When.
        tick: Tick,
    },
    /// The position differs from the recorded one, or something before it was altered.
    #[error(
        "Entry {seq} at tick {}: the log up to here and its position have digest {found}, but {recorded} is recorded.",
        tick.0
    )]
    Digest {
        /// Which entry (the number after the last one is the footer).
        seq: u64,
        /// When.
        tick: Tick,
        /// In the log.
        recorded: Digest,
        /// As replayed.
        found: Digest,
    },
    /// An entry lacks the digest that proves its position.
    #[error("Entry {seq} at tick {}: the digest of the position is missing.", tick.0)]
    NoDigest {
        /// Which entry.
        seq: u64,
        /// When.
        tick: Tick,
    },
    /// An entry says that the clock did something, but it did not.
    #[error("Entry {seq} at tick {}: nothing happened then.", tick.0)]
    Idle {
        /// Which entry.
        seq: u64,
        /// When.
        tick: Tick,
    },
    /// The match ended at another moment than recorded.
    #[error("The log says that the match ended at tick {}, but it ended at tick {}.", recorded.0, found.0)]
    End {
        /// In the footer.
        recorded: Tick,
        /// As replayed.
        found: Tick,
    },
    /// The result differs from the recorded one.
    #[error("The log ends at tick {} with {recorded:?}, but the match ended with {found:?}.", tick.0)]
    Outcome {
        /// When.
        tick: Tick,
        /// In the log.
        recorded: Outcome,
        /// As replayed.
        found: Option<Outcome>,
    },
}

impl Mismatch {
    /// The moment of the match in which the log stops being true; none if it was never the log of such a match.
    pub const fn tick(&self) -> Option<Tick> {
        match self {
            Self::Refused { tick, .. }
            | Self::Backwards { tick, .. }
            | Self::Digest { tick, .. }
            | Self::NoDigest { tick, .. }
            | Self::Idle { tick, .. }
            | Self::End { found: tick, .. }
            | Self::Outcome { tick, .. } => Some(*tick),
            Self::OtherGame { .. }
            | Self::OtherRules { .. }
            | Self::Asset(_)
            | Self::Config(_)
            | Self::Seats { .. }
            | Self::Unfinished
            | Self::Commitment { .. } => None,
        }
    }
}

/// A finished match that can be stepped through in both directions.
#[derive(Clone, Debug)]
pub struct Replay<G: Game> {
    record: Record,
    rules: Arc<Rules<G>>,
    dice: KeyedDice,
    end: Tick,
    table: Table<G, KeyedDice>,
    chain: Chain,
    position: usize,
}

/// What one step of a replay did.
#[derive(Clone, PartialEq, Debug)]
pub struct Step<G: Game> {
    /// When.
    pub tick: Tick,
    /// The seat that acted and what it did; `None` for the clock, a leaver or the end.
    pub action: Option<(Seat, G::Action)>,
    /// Whether the clock did it, because no seat acted in time.
    pub by_clock: bool,
    /// What was announced, secrets included.
    pub events: Vec<G::Event>,
}

impl<G: Game> Step<G> {
    /// What is said of a step that no seat took: in a game of turns the clock only does what was for a seat to do.
    pub fn clock_text(&self) -> Option<&'static str> {
        (self.by_clock && !G::SPEC.real_time).then_some("Time was up.")
    }
}

/// Collects events regardless of their audience: a finished match has no secrets.
struct All<E>(Vec<E>);

impl<E> Sink<E> for All<E> {
    fn announce(&mut self, _: crate::Audience, event: E) {
        self.0.push(event);
    }
}

impl<G: Game> Replay<G> {
    /// Prepares `record` for replaying, with the assets of `library`.
    ///
    /// # Errors
    /// If it is not a finished match of this game under known rules with the promised dice.
    pub fn new(record: Record, library: &Library) -> Result<Self, Mismatch> {
        let header = &record.header;
        if header.game != G::SPEC.id {
            return Err(Mismatch::OtherGame { expected: G::SPEC.id, found: header.game.clone() });
        }
        if header.rules != G::SPEC.rules {
            return Err(Mismatch::OtherRules { known: G::SPEC.rules, found: header.rules });
        }
        let config: G::Config =
            serde_json::from_value(header.config.clone()).map_err(|error| Mismatch::Config(error.to_string()))?;
        config.validate().map_err(|error| Mismatch::Config(error.to_string()))?;
        let (expected, found) = (config.seats(), header.seats.len());
        if found != usize::from(expected) {
            return Err(Mismatch::Seats { expected, found });
        }
        let footer = record.footer.as_ref().ok_or(Mismatch::Unfinished)?;
        let found = footer.key.commitment();
        if found != header.commitment {
            return Err(Mismatch::Commitment { promised: header.commitment.to_string(), found: found.to_string() });
        }
        let rules = Arc::new(Rules::load(config, library).map_err(Mismatch::Asset)?);
        let dice = KeyedDice::new(footer.key.clone());
        let table = Table::new(Arc::clone(&rules), dice.clone());
        let chain = Chain::new(header);
        Ok(Self { end: footer.tick, record, rules, dice, table, chain, position: 0 })
    }

    /// The log.
    pub const fn record(&self) -> &Record {
        &self.record
    }

    /// The rules.
    pub const fn rules(&self) -> &Arc<Rules<G>> {
        &self.rules
    }

    /// The rule set.
    pub fn config(&self) -> &Arc<G::Config> {
        &self.rules.config
    }

    /// How many steps the match has: one for each entry and one for the end.
    pub fn len(&self) -> usize {
        self.record.entries.len() + 1
    }

    /// Whether there is nothing to step through; never, since every match has an end.
    pub const fn is_empty(&self) -> bool {
        false
    }

    /// When the match ended.
    pub const fn end(&self) -> Tick {
        self.end
    }

    /// How many steps have been taken.
    pub const fn position(&self) -> usize {
        self.position
    }

    /// The position reached, secrets included.
    pub const fn game(&self) -> &G {
        self.table.game()
    }

    /// The match's time.
    pub const fn now(&self) -> Tick {
        self.table.now()
    }

    /// What `viewer` knew at this point.
    pub fn view(&self, viewer: Viewer) -> G::View
    where
        G: Predict,
    {
        self.table.view(viewer)
    }

    /// Takes the next step; `None` at the end.
    ///
    /// # Errors
    /// If the log does not hold there.
    pub fn step(&mut self) -> Result<Option<Step<G>>, Mismatch> {
        let mut events = All(Vec::new());
        let step = match self.record.entries.get(self.position) {
            Some(entry) => {
                let action = apply(&mut self.table, entry, &mut events)?;
                self.chain.push(entry.tick, &entry.input.to_text());
                entry.proves(|| self.table.digest(&self.chain))?;
                let by_clock = matches!(entry.input, Input::Wake);
                Step { tick: entry.tick, action, by_clock, events: events.0 }
            }
            None if self.position == self.record.entries.len() => {
                if self.end < self.table.now() {
                    return Err(Mismatch::Backwards { seq: self.position as u64 + 1, tick: self.end });
                }
                self.table.advance(self.end, &mut events);
                Step { tick: self.end, action: None, by_clock: false, events: events.0 }
            }
            None => return Ok(None),
        };
        self.position += 1;
        Ok(Some(step))
    }

    /// Goes to the position after `position` steps, forwards or back.
    ///
    /// # Errors
    /// If the log does not hold on the way there.
    pub fn seek(&mut self, position: usize) -> Result<(), Mismatch> {
        if position < self.position {
            self.table = Table::new(Arc::clone(&self.rules), self.dice.clone());
            self.chain = Chain::new(&self.record.header);
            self.position = 0;
        }
        while self.position < position && self.step()?.is_some() {}
        Ok(())
    }

    /// Goes to a moment of the match, forwards or back: all that was done until then, and the time since. For games
    /// that move by themselves; what their clock did on the way is not announced.
    ///
    /// # Errors
    /// If the log does not hold on the way there.
    pub fn seek_time(&mut self, tick: Tick) -> Result<(), Mismatch> {
        if tick < self.table.now() {
            self.seek(0)?;
        }
        while self.record.entries.get(self.position).is_some_and(|entry| entry.tick <= tick) {
            self.step()?;
        }
        self.table.advance(tick.min(self.end), &mut ());
        Ok(())
    }

    /// Replays the whole match and checks every input, every digest and the result, and that no digest is missing.
    ///
    /// # Errors
    /// The first difference.
    pub fn verify(&mut self) -> Result<(), Mismatch> {
        self.seek(0)?;
        while let Some(entry) = self.record.entries.get(self.position) {
            let &Entry { seq, tick, digest, ref input } = entry;
            let is_wake = *input == Input::Wake;
            let told = self.step()?.is_some_and(|step| !step.events.is_empty());
            if is_wake && !told {
                return Err(Mismatch::Idle { seq, tick });
            }
            if digest.is_none() && self.chain.needs_digest(seq, is_wake, G::SPEC.digest_every) {
                return Err(Mismatch::NoDigest { seq, tick });
            }
        }
        // What ended with an entry ended when that was written.
        let found = self.table.now();
        if self.table.outcome().is_some() && found < self.end {
            return Err(Mismatch::End { recorded: self.end, found });
        }
        self.step()?;
        let Some(footer) = &self.record.footer else {
            return Err(Mismatch::Unfinished);
        };
        let found = self.table.outcome();
        if found != Some(footer.outcome) {
            return Err(Mismatch::Outcome { tick: footer.tick, recorded: footer.outcome, found });
        }
        let seq = self.record.entries.len() as u64 + 1;
        same_digest(seq, footer.tick, footer.digest, self.table.digest(&self.chain.closed(footer.tick)))
    }
}

/// Applies one entry of a log to a table; gives back who did what.
pub(crate) fn apply<G: Game, S: Sink<G::Event>>(
    table: &mut Table<G, KeyedDice>,
    entry: &Entry,
    out: &mut S,
) -> Result<Option<(Seat, G::Action)>, Mismatch> {
    let &Entry { seq, tick, ref input, .. } = entry;
    if tick < table.now() {
        return Err(Mismatch::Backwards { seq, tick });
    }
    let refused = |why: String| Mismatch::Refused { seq, tick, why };
    Ok(match input {
        Input::Act { seat, action } => {
            let action: G::Action =
                serde_json::from_value(action.clone()).map_err(|error| refused(error.to_string()))?;
            table.act(tick, *seat, action.clone(), out).map_err(|error| refused(error.to_string()))?;
            Some((*seat, action))
        }
        Input::Leave { seat } => {
            table.leave(tick, *seat, out).map_err(|error| refused(error.to_string()))?;
            None
        }
        Input::CallOff => {
            table.call_off(tick, out).map_err(|error| refused(error.to_string()))?;
            None
        }
        Input::Wake => {
            table.advance(tick, out);
            None
        }
    })
}
