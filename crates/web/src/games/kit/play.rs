//! A match in turns as its board sees it, whether the house runs it or this browser.

use super::{Ending, Finished, Here, Names, Surrender, clock, clock::seconds_left, left_ms};
use crate::{table::TableCtx, ui::Press};
use leptos::prelude::*;
use parlor_client::MoveLog;
use parlor_kernel::{AnyEvent, Outcome, Playable, Seat, Tick};
use std::sync::Arc;

/// Events that were announced together.
#[derive(Clone, PartialEq, Debug)]
pub struct Heard<E> {
    /// Counts them, so that two equal batches still differ.
    pub n: u64,
    /// The events, oldest first.
    pub events: Vec<E>,
}

impl<E> Default for Heard<E> {
    fn default() -> Self {
        Self { n: 0, events: Vec::new() }
    }
}

/// A match, for every part of its board. Copy it freely.
pub struct Play<G: Playable<Event: Sync>> {
    host: Host<G>,
    config: StoredValue<Arc<G::Config>>,
    hands: StoredValue<Vec<Seat>>,
    /// The match as far as its viewer may know it.
    pub view: Signal<Option<G::View>>,
    /// What was announced last; the view includes it.
    pub heard: Signal<Heard<G::Event>>,
    /// The result, once there is one.
    pub outcome: Signal<Option<Outcome>>,
    /// Whom to call what.
    pub names: Signal<Names>,
    /// The status line: whose turn it is and what to do.
    pub status: RwSignal<String>,
    /// Why the last action was refused, for a few seconds.
    pub refusal: Signal<Option<String>>,
    /// What has happened, move by move.
    pub moves: Signal<MoveLog>,
    /// The number of the move that the viewer looks back at.
    pub looked: RwSignal<Option<u64>>,
}

/// Who runs a match.
#[allow(clippy::large_enum_variant, reason = "both are handles, and there is one for every match")]
enum Host<G: Playable<Event: Sync>> {
    /// The house, at this table.
    House(TableCtx),
    /// This browser.
    Browser(Browser<G>),
}

/// What there is to a match in this browser beside the match.
struct Browser<G: Playable<Event: Sync>> {
    here: Here<G>,
    refusal: RwSignal<Option<String>>,
    /// Whether the board has come to all that is known, if it runs behind.
    caught_up: RwSignal<Option<Signal<bool>>>,
    /// Ends the match before its end.
    stop: Callback<()>,
}

impl<G: Playable<Event: Sync>> Clone for Browser<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Playable<Event: Sync>> Copy for Browser<G> {}

impl<G: Playable<Event: Sync>> Clone for Play<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Playable<Event: Sync>> Copy for Play<G> {}

impl<G: Playable<Event: Sync>> Clone for Host<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Playable<Event: Sync>> Copy for Host<G> {}

/// Draws the match at a table. Another match, or another seat, is drawn from scratch.
pub fn at_table<G: Playable<Event: Sync>>(ctx: TableCtx, board: fn(Play<G>) -> AnyView) -> AnyView {
    let scene = ctx.scene();
    let draw = move || scene.get().and_then(|(_, me)| Play::at(ctx, me)).map(board);
    view! { {draw} }.into_any()
}

/// What there is to say about the match at a table, once it is over.
pub fn result_at<G: Playable<Event: Sync>>(ctx: TableCtx, details: fn(Play<G>) -> AnyView) -> AnyView {
    let me = untrack(|| ctx.part());
    Play::at(ctx, me).map(details).into_any()
}

/// What has happened in a match in this browser, in the same words as at a table.
fn told_here<G: Playable<Event: Sync>>(
    heard: RwSignal<Heard<G::Event>>,
    config: Arc<G::Config>,
    names: Signal<Names>,
) -> RwSignal<MoveLog> {
    let moves = RwSignal::new(MoveLog::default());
    Effect::new(move |_| {
        heard.with(|heard| {
            let names = names.get_untracked();
            let names: Vec<_> = Seat::all(names.count()).map(|seat| names.name(seat).to_owned()).collect();
            let words = G::step_text(&config, &heard.events.iter().collect::<Vec<_>>(), &names);
            if !words.is_empty() {
                let events = heard.events.iter().cloned().map(AnyEvent::new::<G>).collect();
                moves.update(|moves| moves.tell(words, events));
            }
        });
    });
    moves
}

impl<G: Playable<Event: Sync>> Play<G> {
    /// How the match was decided, as `tell` has it.
    pub fn ending(self, outcome: Outcome, tell: fn(&Finished<'_, G>) -> Ending) -> Option<Ending> {
        let (config, view, names) = (self.config.get_value(), self.view.get_untracked()?, self.names.get_untracked());
        Some(tell(&Finished { config: &config, view: &view, outcome, names: &names }))
    }

    /// The match at a table, as `me` plays or watches it. Its rules are read once: they stay as they are.
    fn at(ctx: TableCtx, me: Option<Seat>) -> Option<Self> {
        let config = ctx.with_untracked(|model| model.info.read_config())??;
        let view = ctx.memo(|model| model.game.as_ref().and_then(|game| game.view_of::<G>().cloned()));
        let outcome = ctx.memo(|model| model.game.as_ref()?.ended.as_ref().map(|ended| ended.outcome));
        let heard = Memo::new(move |_| {
            let batch = ctx.events().get();
            let events = batch.events.iter().filter_map(|event| event.of::<G>().cloned()).collect();
            Heard { n: batch.n, events }
        });
        Some(Self {
            host: Host::House(ctx),
            config: StoredValue::new(Arc::new(config)),
            hands: StoredValue::new(me.into_iter().collect()),
            view: view.into(),
            heard: heard.into(),
            outcome: outcome.into(),
            names: Memo::new(move |_| Names::at(ctx, me)).into(),
            status: ctx.status(),
            refusal: ctx.refusal(),
            moves: ctx.moves(),
            looked: ctx.looked(),
        })
    }

    /// A match in this browser in which `hands` are played by people. `stop` ends it.
    pub fn here(
        here: Here<G>,
        config: Arc<G::Config>,
        hands: Vec<Seat>,
        names: Signal<Names>,
        status: RwSignal<String>,
        stop: Callback<()>,
    ) -> Self {
        let (refusal, caught_up) = (RwSignal::new(None), RwSignal::new(None::<Signal<bool>>));
        Self {
            host: Host::Browser(Browser { here, refusal, caught_up, stop }),
            config: StoredValue::new(Arc::clone(&config)),
            hands: StoredValue::new(hands),
            view: Signal::derive(move || Some(here.view.get())),
            heard: here.heard.into(),
            outcome: here.outcome.into(),
            names,
            status,
            refusal: refusal.into(),
            moves: told_here::<G>(here.heard, config, names).into(),
            looked: RwSignal::new(None),
        }
    }

    /// The events of the move that the viewer looks back at; none while they look at how things stand.
    pub fn looked_at(self) -> Memo<Vec<G::Event>> {
        Memo::new(move |_| {
            let events = match self.host {
                Host::House(ctx) => ctx.looked_at(),
                Host::Browser(_) => {
                    let told = |number| self.moves.with(|moves| moves.get(number).map(|told| told.events.clone()));
                    self.looked.get().and_then(told).unwrap_or_default()
                }
            };
            events.iter().filter_map(|event| event.of::<G>().cloned()).collect()
        })
    }

    /// The rule set.
    pub fn config(self) -> Arc<G::Config> {
        self.config.get_value()
    }

    /// The seats that are played from here.
    pub fn hands(self) -> Vec<Seat> {
        self.hands.get_value()
    }

    /// Whether the house runs it.
    pub const fn is_at_table(self) -> bool {
        matches!(self.host, Host::House(_))
    }

    /// Whether it counts for ratings: then players are on their own.
    pub fn is_rated(self) -> bool {
        match self.host {
            Host::House(ctx) => ctx.with_untracked(|model| model.info.rated).unwrap_or_default(),
            Host::Browser(_) => false,
        }
    }

    /// Where the match can be watched again, once it is over. This browser keeps no log of its own matches.
    pub fn replay(self) -> Option<String> {
        match self.host {
            Host::House(ctx) => {
                let id = ctx.with_untracked(|model| model.game.as_ref().map(|game| game.id)).flatten()?;
                Some(format!("/replay/{id}"))
            }
            Host::Browser(_) => None,
        }
    }

    /// Does something as `seat`, one of [`Self::hands`]. A refusal shows up in [`Self::refusal`].
    pub fn act(self, seat: Seat, action: G::Action) {
        match self.host {
            Host::House(ctx) => ctx.act(&action),
            Host::Browser(Browser { here, refusal, .. }) => refusal.set(here.act(seat, action).err()),
        }
    }

    /// Events from now on: those announced before this call are left out.
    pub fn since_now(self) -> Memo<Heard<G::Event>> {
        let (heard, before) = (self.heard, self.heard.with_untracked(|heard| heard.n));
        Memo::new(move |_| heard.with(|heard| if heard.n == before { Heard::default() } else { heard.clone() }))
    }

    /// Holds back the end of the match until the board has `caught_up` with it.
    pub fn wait_with_the_end(self, signal: Signal<bool>) {
        match self.host {
            Host::House(ctx) => ctx.wait_with_the_end(signal),
            Host::Browser(Browser { caught_up, .. }) => caught_up.set(Some(signal)),
        }
    }

    /// The result, once the board has told it.
    pub fn told(self) -> Signal<Option<Outcome>> {
        match self.host {
            Host::House(ctx) => {
                let over = ctx.is_over();
                Signal::derive(move || self.outcome.get().filter(|_| over.get()))
            }
            Host::Browser(Browser { caught_up, .. }) => Signal::derive(move || {
                let told = caught_up.get().and_then(|caught_up| caught_up.try_get()).unwrap_or(true);
                self.outcome.get().filter(|_| told)
            }),
        }
    }

    /// The seconds left until `deadline`, while there is one. Nothing is timed without the house.
    pub fn seconds_left(self, deadline: Memo<Option<Tick>>) -> Memo<Option<u32>> {
        match self.host {
            Host::House(ctx) => seconds_left::<G>(ctx, deadline),
            Host::Browser(_) => Memo::new(|_| None),
        }
    }

    /// The time left until `deadline`, while there is one. Nothing is timed without the house.
    pub fn clock(self, deadline: Memo<Option<Tick>>) -> impl IntoView {
        match self.host {
            Host::House(ctx) => Some(clock::<G>(ctx, deadline)),
            Host::Browser(_) => None,
        }
    }

    /// How many milliseconds are left until `deadline`. Nothing is timed without the house.
    pub fn left_ms(self, deadline: Tick) -> Option<f64> {
        match self.host {
            Host::House(ctx) => left_ms::<G>(ctx, deadline),
            Host::Browser(_) => None,
        }
    }

    /// The way out of a match that cannot be given up: a table has one of its own.
    pub fn stop(self) -> Option<impl IntoView> {
        match self.host {
            Host::House(_) => None,
            Host::Browser(Browser { stop, .. }) => {
                Some(view! { <Press test="local-stop" class="quiet" on_press=stop>"Stop"</Press> })
            }
        }
    }

    /// The way out of the match: at a table, to give up after a question.
    pub fn way_out(self, title: &'static str, stay: &'static str, surrender: G::Action) -> AnyView
    where
        G::Action: Sync,
    {
        match self.host {
            Host::House(ctx) => view! { <Surrender ctx title stay action=surrender /> }.into_any(),
            Host::Browser(_) => self.stop().into_any(),
        }
    }
}
