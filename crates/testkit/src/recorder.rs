//! Matches recorded as they are played.

use crate::Walk;
use parlor_kernel::{
    Audience, Entry, Format, Game, GameConfig, Header, Input, Journal, Key, KeyedDice, Playable, Record, Rejected, Rng,
    Rules, Seat, SeatLabel, Table, Tick,
};
use serde_json::Value;
use std::sync::Arc;

/// Names for the seats, so that golden replays read like matches.
const NAMES: [&str; 16] = [
    "Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gwen", "Hugo", "Iris", "Jon", "Kira", "Leo", "Mia", "Noah", "Olga",
    "Paul",
];

/// What a game announced, and to whom.
pub(crate) type Heard<G> = Vec<(Audience, <G as Game>::Event)>;

/// A table that keeps the log of its match: for random play, and for scripted matches in tests.
#[derive(Clone, Debug)]
pub struct Recorder<G: Game> {
    table: Table<G, KeyedDice>,
    header: Header,
    journal: Journal,
    entries: Vec<Entry>,
}

impl<G: Game> Recorder<G> {
    /// A new match whose dice follow from `seed`. Every `digest_every`-th entry carries a digest.
    ///
    /// # Panics
    /// If the configuration is not valid.
    pub fn new(rules: &Arc<Rules<G>>, seed: u64, digest_every: u64) -> Self {
        let config = &rules.config;
        config.validate().unwrap_or_else(|invalid| panic!("{}: {invalid}", G::SPEC.id));
        let key = key(seed);
        let label = |seat: Seat| SeatLabel { name: NAMES[seat.index()].to_owned(), bot: None };
        let header = Header {
            format: Format::NEWEST,
            game: G::SPEC.id.to_owned(),
            rules: G::SPEC.rules,
            config: serde_json::to_value(config.as_ref()).expect("configs are JSON"),
            seats: Seat::all(config.seats()).map(label).collect(),
            commitment: key.commitment(),
        };
        let journal = Journal::new(&header, digest_every);
        let table = Table::new(Arc::clone(rules), KeyedDice::new(key));
        Self { table, header, journal, entries: Vec::new() }
    }

    /// The table.
    pub const fn table(&self) -> &Table<G, KeyedDice> {
        &self.table
    }

    /// The log so far.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Lets time pass without a word in the log, which implies it.
    pub fn pass(&mut self, until: Tick) -> Heard<G> {
        let mut heard = Vec::new();
        self.table.advance(until, &mut heard);
        heard
    }

    /// Writes down that the clock did something just now.
    pub(crate) fn note_wake(&mut self) {
        self.write(Input::Wake);
    }

    /// Does `input` at `tick`, records it and gives back what was announced.
    ///
    /// # Errors
    /// If the table refuses it; then nothing is recorded.
    ///
    /// # Panics
    /// If the action is not JSON.
    pub fn apply(&mut self, tick: Tick, input: Input<G::Action>) -> Result<Heard<G>, Rejected<G::Illegal>> {
        let mut heard = Vec::new();
        let written = match input {
            Input::Act { seat, action } => {
                let written = serde_json::to_value(&action).expect("actions are JSON");
                self.table.act(tick, seat, action, &mut heard)?;
                Input::Act { seat, action: written }
            }
            Input::Leave { seat } => {
                self.table.leave(tick, seat, &mut heard)?;
                Input::Leave { seat }
            }
            Input::CallOff => {
                self.table.call_off(tick, &mut heard)?;
                Input::CallOff
            }
            Input::Wake => {
                self.table.advance(tick, &mut heard);
                Input::Wake
            }
        };
        self.write(written);
        Ok(heard)
    }

    fn write(&mut self, input: Input<Value>) {
        let table = &self.table;
        let Entry { seq, tick, digest, .. } =
            self.journal.write(table.now(), input.to_text(), |chain| table.digest(chain));
        self.entries.push(Entry { seq, tick, input, digest });
    }

    /// The whole match, once it is over.
    pub fn record(&self) -> Option<Record> {
        let table = &self.table;
        let (outcome, key) = (table.outcome()?, table.dice().key().clone());
        let footer = self.journal.footer(table.now(), outcome, key, |chain| table.digest(chain));
        Some(Record { header: self.header.clone(), entries: self.entries.clone(), footer: Some(footer) })
    }
}

/// The key of the match that `seed` names.
fn key(seed: u64) -> Key {
    // Not the stream that chooses the moves: a player must not know the dice.
    let mut rng = Rng::new(seed.rotate_left(32) ^ 0x6B65_7973);
    Key(std::array::from_fn(|_| rng.next_word() as u8))
}

/// The log of a random match, or `None` if it does not end within `max_steps`.
pub fn record_random_game<G: Playable>(rules: &Arc<Rules<G>>, seed: u64, max_steps: u64) -> Option<Record> {
    let mut walk = Walk::<G>::recording(rules, seed, G::SPEC.digest_every);
    walk.finish(max_steps);
    walk.recorder().record()
}
