//! The same match once more, from nothing but what was written: what everyone may know of it.

use parlor_kernel::{Announcement, AnyBot, AnyTable, Audience, Input, RANDOM, Registry, Rng, Seat, Tick, Viewer};
use parlor_store::{MatchRow, NewEntry};
use parlor_wire::MatchId;
use serde_json::value::RawValue;

/// A match that follows the log.
pub struct Shadow {
    pub id: MatchId,
    /// The secret of its dice, as it would stand in a frame.
    pub key: String,
    pub is_over: bool,
    table: Box<dyn AnyTable>,
    bot: Box<dyn AnyBot>,
}

impl Shadow {
    /// A match that begins.
    pub fn new(games: &Registry, row: &MatchRow) -> Self {
        let game = games.game(&row.header.game).expect("the game");
        let rules = game.rules(&row.header.config).expect("the rule set");
        let table = rules.open(row.key.clone()).expect("its assets");
        let bot = table.hire(RANDOM).expect("every game can be played at random");
        let key = serde_json::to_string(&row.key).expect("keys are JSON").trim_matches('"').to_owned();
        Self { id: row.id, key, is_over: false, table, bot }
    }

    /// An entry of the log: what is announced with it.
    pub fn apply(&mut self, entry: &NewEntry) -> Result<Vec<Announcement>, String> {
        let input: Input<Box<RawValue>> = serde_json::from_str(&entry.input).map_err(|error| error.to_string())?;
        let mut announced = self.table.advance(entry.tick);
        let more = match input {
            Input::Act { seat, action } => self.table.act(entry.tick, seat, action.get()),
            Input::Leave { seat } => self.table.leave(entry.tick, seat),
            Input::CallOff => self.table.call_off(entry.tick),
            Input::Wake => return Ok(announced),
        };
        if !announced.is_empty() {
            return Err(format!("entry {} swallows what the clock did", entry.seq));
        }
        announced = more.map_err(|refusal| format!("entry {} is against the rules: {}", entry.seq, refusal.code))?.1;
        Ok(announced)
    }

    /// Whether that is all that `viewer` may know now.
    pub fn is_view(&self, viewer: Viewer, view: &RawValue) -> bool {
        self.table.view(viewer) == view.get()
    }

    /// Lets time pass without anything happening.
    pub fn settle(&mut self, tick: Tick) -> Result<(), String> {
        let announced = self.table.advance(tick);
        if announced.is_empty() { Ok(()) } else { Err("something happened that is not in the log".into()) }
    }

    /// Who may know of an input that is on its way.
    pub fn input_audience(&self, seat: Seat, action: &RawValue) -> Option<Audience> {
        self.table.input_audience(seat, action.get()).ok()
    }

    /// Something that `seat` may do.
    pub fn any_action(&mut self, seat: Seat, rng: &mut Rng) -> Option<String> {
        let now = self.table.now();
        if self.is_over {
            return None;
        }
        self.table.ask(self.bot.as_mut(), seat, now, &[], rng)
    }

    /// The moment it has come to.
    pub fn now(&self) -> Tick {
        self.table.now()
    }

    /// A seat it waits for.
    pub fn awaited(&self) -> Option<Seat> {
        if self.is_over { None } else { self.table.awaiting().first() }
    }
}
