//! A match that runs in this browser, without the house: people at one keyboard, bots, or one player alone.

use crate::browser::random_key;
use leptos::prelude::*;
use parlor_kernel::{Hired, Key, KeyedDice, Playable, Rng, Rules, Seat, Table, Tick, Viewer};
use parlor_wire::http::RunLog;
use serde_json::Value;
use std::sync::Arc;

/// No picture takes longer in the match than this, in milliseconds: a page that could not be seen for a while goes on
/// where it was.
const LONGEST_MS: f64 = 100.0;

/// A match in this browser. Copy it freely.
pub struct Local<G: Playable>(StoredValue<Match<G>, LocalStorage>);

impl<G: Playable> Clone for Local<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Playable> Copy for Local<G> {}

struct Match<G: Playable> {
    table: Table<G, KeyedDice>,
    /// The bots, by seat.
    bots: Vec<Option<Hired<G>>>,
    rng: Rng,
    /// The match's time in milliseconds, and the browser's when it was last looked at.
    clock_ms: f64,
    looked_ms: Option<f64>,
    asked: Tick,
    /// No picture takes longer in the match than this, in milliseconds.
    longest_ms: f64,
    /// What its player did, if that is written down.
    inputs: Option<Vec<(Tick, Value)>>,
}

impl<G: Playable> Match<G> {
    /// The match's time, with fractions of a tick.
    fn time(&self) -> f64 {
        self.clock_ms * f64::from(G::SPEC.ticks_per_second) / 1000.0
    }

    /// Lets time pass, and asks the bots.
    fn run(&mut self, now_ms: f64) {
        let passed = self.looked_ms.replace(now_ms).map_or(0.0, |before| now_ms - before);
        if self.table.game().outcome().is_some() {
            return;
        }
        self.clock_ms += passed.clamp(0.0, self.longest_ms);
        let now = Tick(self.time() as u64);
        while self.asked + G::BOT_EVERY <= now {
            self.asked = self.asked + G::BOT_EVERY;
            self.table.advance(self.asked, &mut ());
            for seat in Seat::all(self.bots.len() as u8) {
                self.ask(seat);
            }
        }
        self.table.advance(now, &mut ());
    }

    fn ask(&mut self, seat: Seat) {
        let Some(bot) = &mut self.bots[seat.index()] else { return };
        let (now, rules) = (self.table.now(), Arc::clone(self.table.rules()));
        let action = bot.ask(self.table.game(), &rules, seat, now, [], &mut self.rng);
        if let Some(action) = action {
            // A bot that tries something it may not has simply done nothing.
            let _ = self.table.act(now, seat, action, &mut ());
        }
    }
}

impl<G: Playable> Local<G> {
    /// A new match; `bots` are their levels by seat, `None` for people.
    pub fn new(rules: Arc<Rules<G>>, bots: &[Option<String>]) -> Self {
        Self::go_on(Table::new(rules, KeyedDice::new(random_key())), bots)
    }

    /// Goes on with a match from where it stands.
    pub fn go_on(table: Table<G, KeyedDice>, bots: &[Option<String>]) -> Self {
        let hire = |level: &Option<String>| level.as_deref().and_then(Hired::of);
        Self(StoredValue::new_local(Match {
            clock_ms: table.now().0 as f64 * 1000.0 / f64::from(G::SPEC.ticks_per_second),
            asked: table.now(),
            table,
            bots: bots.iter().map(hire).collect(),
            rng: Rng::new(crate::browser::random_bits()),
            looked_ms: None,
            longest_ms: LONGEST_MS,
            inputs: None,
        }))
    }

    /// A run alone with the dice of `key`: its clock stops for nothing, and what its player does is written down.
    pub fn run(rules: Arc<Rules<G>>, key: Key) -> Self {
        let run = Self::go_on(Table::new(rules, KeyedDice::new(key)), &[None]);
        run.0.update_value(|running| (running.longest_ms, running.inputs) = (f64::INFINITY, Some(Vec::new())));
        run
    }

    /// What the player of a run did.
    pub fn log(self) -> Option<RunLog> {
        self.0.try_with_value(|running| {
            let inputs = running.inputs.clone()?;
            Some(RunLog { inputs, end: running.table.now() })
        })?
    }

    /// Lets the match run until now; gives back what `viewer` sees, and the time.
    pub fn shot(self, viewer: Viewer, now_ms: f64) -> Option<(G::View, f64)> {
        self.0.try_update_value(|running| {
            running.run(now_ms);
            (running.table.view(viewer), running.time())
        })
    }

    /// Does something as `seat`, if the rules allow it.
    pub fn act(self, seat: Seat, action: G::Action) -> bool {
        let done = self.0.try_update_value(|running| {
            let now = running.table.now();
            let written = running.inputs.is_some().then(|| serde_json::to_value(&action).ok()).flatten();
            let done = running.table.act(now, seat, action, &mut ()).is_ok();
            if let Some((inputs, input)) = running.inputs.as_mut().zip(written).filter(|_| done) {
                inputs.push((now, input));
            }
            done
        });
        done == Some(true)
    }

    /// Reads the position.
    pub fn with<R>(self, read: impl FnOnce(&G) -> R) -> Option<R> {
        self.0.try_with_value(|running| read(running.table.game()))
    }
}
