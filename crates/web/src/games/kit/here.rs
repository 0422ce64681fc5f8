//! A match in turns that this browser runs, without the house.

use super::Heard;
use crate::browser::{random_bits, random_key};
use leptos::prelude::*;
use parlor_kernel::{Audience, Hired, KeyedDice, Outcome, Playable, Rng, Rules, Seat, SeatSet, Table, Tick, Viewer};
use std::{sync::Arc, time::Duration};

/// How long a bot looks at the board before it acts.
const THINKS: Duration = Duration::from_millis(700);

/// A match in this browser. Copy it freely.
pub struct Here<G: Playable<Event: Sync>> {
    running: StoredValue<Running<G>, LocalStorage>,
    viewer: StoredValue<Viewer>,
    /// What the viewer may know.
    pub view: RwSignal<G::View>,
    /// What was announced last, as far as the viewer may hear it.
    pub heard: RwSignal<Heard<G::Event>>,
    /// The result, once there is one.
    pub outcome: RwSignal<Option<Outcome>>,
}

struct Running<G: Playable> {
    table: Table<G, KeyedDice>,
    /// The bots, by seat.
    bots: Vec<Option<Hired<G>>>,
    rng: Rng,
    /// Until a bot acts.
    thinking: Option<TimeoutHandle>,
}

impl<G: Playable<Event: Sync>> Clone for Here<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Playable<Event: Sync>> Copy for Here<G> {}

impl<G: Playable<Event: Sync>> Here<G> {
    /// A new match as `viewer` sees it; `bots` are their levels by seat, `None` for people. The rule set has been validated
    /// and has no clocks: there is no player to wait for.
    pub fn new(rules: Arc<Rules<G>>, bots: &[Option<&str>], viewer: Viewer) -> Self {
        let table = Table::<G, _>::new(rules, KeyedDice::new(random_key()));
        let here = Self {
            viewer: StoredValue::new(viewer),
            view: RwSignal::new(table.view(viewer)),
            heard: RwSignal::new(Heard::default()),
            outcome: RwSignal::new(None),
            running: StoredValue::new_local(Running {
                table,
                bots: bots.iter().map(|level| level.and_then(Hired::of)).collect(),
                rng: Rng::new(random_bits()),
                thinking: None,
            }),
        };
        here.let_bots_think();
        on_cleanup(move || {
            let thinking = here.running.try_update_value(|running| running.thinking.take()).flatten();
            thinking.iter().for_each(TimeoutHandle::clear);
        });
        here
    }

    /// Another viewer looks, where several share the screen.
    pub fn look(self, viewer: Viewer) {
        self.viewer.set_value(viewer);
        self.view.set(self.running.with_value(|running| running.table.view(viewer)));
    }

    /// Does something as `seat`.
    ///
    /// # Errors
    /// The rule against it, in a sentence.
    pub fn act(self, seat: Seat, action: G::Action) -> Result<(), String> {
        let mut said = Vec::new();
        let done = self.running.try_update_value(|running| running.table.act(Tick::ZERO, seat, action, &mut said));
        match done {
            Some(Err(rejected)) => Err(rejected.to_string()),
            Some(Ok(())) => {
                self.tell(said);
                self.let_bots_think();
                Ok(())
            }
            None => Ok(()),
        }
    }

    fn tell(self, said: Vec<(Audience, G::Event)>) {
        let viewer = self.viewer.get_value();
        let heard = said.into_iter().filter(|(audience, _)| audience.includes(viewer));
        let events = heard.map(|(_, event)| event).collect();
        let now = self.running.with_value(|running| (running.table.view(viewer), running.table.outcome()));
        self.view.set(now.0);
        self.outcome.set(now.1);
        self.heard.update(|heard| *heard = Heard { n: heard.n + 1, events });
    }

    /// If bots are awaited, they act in a moment.
    fn let_bots_think(self) {
        self.running.update_value(|running| {
            if running.thinking.is_none() && !running.awaited_bots().is_empty() {
                running.thinking = set_timeout_with_handle(move || self.let_bots_act(), THINKS).ok();
            }
        });
    }

    /// Every bot that is awaited acts: those that choose at the same time have thought at the same time.
    fn let_bots_act(self) {
        let chosen = self.running.try_update_value(|running| {
            running.thinking = None;
            let awaited = running.awaited_bots();
            awaited.iter().filter_map(|seat| Some((seat, running.ask(seat)?))).collect::<Vec<_>>()
        });
        for (seat, action) in chosen.unwrap_or_default() {
            // A bot that tries something it may not has simply done nothing.
            let _ = self.act(seat, action);
        }
    }
}

impl<G: Playable> Running<G> {
    fn awaited_bots(&self) -> SeatSet {
        if self.table.outcome().is_some() {
            return SeatSet::EMPTY;
        }
        let is_bot = |seat: &Seat| self.bots.get(seat.index()).is_some_and(Option::is_some);
        self.table.game().awaiting().iter().filter(is_bot).collect()
    }

    fn ask(&mut self, seat: Seat) -> Option<G::Action> {
        let bot = self.bots.get_mut(seat.index())?.as_mut()?;
        let (rules, now) = (Arc::clone(self.table.rules()), self.table.now());
        bot.ask(self.table.game(), &rules, seat, now, [], &mut self.rng)
    }
}
