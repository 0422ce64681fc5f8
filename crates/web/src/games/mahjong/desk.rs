//! A match, for every part of its table: what is known, what stands on the rack, and what is open beside it.

use super::{
    Match, card_of,
    choices::{self, Choice, Hand, Weight},
    looks::{Looks, Sort},
    tray::{Came, Tray},
    words,
};
use crate::{browser::is_still, house::House};
use leptos::prelude::*;
use parlor_kernel::Seat;
use parlor_mahjong::{Action, Card, Event, Hints, Rack, State, Tile, View, hints};
use std::{sync::Arc, time::Duration};

/// How long received tiles glow before they are sorted.
const GLOW: Duration = Duration::from_millis(2_000);
/// How long a deal is looked at, all tiles together.
const DEAL: Duration = Duration::from_millis(1_900);
/// How long a discard that is of no use is looked at before it is let go, at least and at most, in milliseconds.
const LETS_GO_MS: (f64, f64) = (700.0, 1_600.0);

/// What is open beside the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Panel {
    /// Hands to go for, and what to do.
    Hints,
    /// The card.
    Card,
    /// What every deal paid.
    Scores,
}

/// A match, for its parts. Copy it freely.
#[derive(Clone, Copy)]
pub struct Desk {
    /// The match itself.
    pub play: Match,
    /// What is known of it.
    pub view: Memo<Option<View>>,
    /// Whose rack it is; `None` for a spectator.
    pub me: Option<Seat>,
    /// The card, once it is there.
    pub card: RwSignal<Option<Arc<Card>>>,
    /// The tiles on the rack.
    pub tray: RwSignal<Tray>,
    /// The discard that a blank shall be traded for.
    pub picked: RwSignal<Option<Tile>>,
    /// What is open beside the table.
    pub panel: RwSignal<Option<Panel>>,
    /// Help, where it is allowed and asked for.
    pub hints: Memo<Option<Hints>>,
    /// The events of the move that the viewer looks back at.
    pub looked: Memo<Vec<Event>>,
    /// What the player is asked before it is done.
    pub risky: RwSignal<Option<Action>>,
    /// An action that has not been answered yet.
    busy: RwSignal<bool>,
    looks: Looks,
    house: House,
}

impl Desk {
    /// The desk of a match. All that it follows ends with the current component.
    pub fn new(play: Match, looks: Looks) -> Self {
        let view = play.view;
        let view = Memo::new(move |_| {
            let mut view = view.get()?;
            // A match that is called off ends at the table, and no game hears of it.
            if let (None, Some(outcome)) = (view.outcome, play.outcome.get()) {
                (view.outcome, view.deadline) = (Some(outcome), None);
            }
            Some(view)
        });
        let card = RwSignal::new(card_of(&play.config()));
        let panel = RwSignal::new(None);
        let rated = play.is_rated();
        let hints = Memo::new(move |_| {
            let asked = panel.get() == Some(Panel::Hints) || looks.sort.get() == Sort::Hand;
            let card = card.get().filter(|_| asked && !rated)?;
            view.with(|view| hints(&card, view.as_ref()?))
        });
        let desk = Self {
            play,
            view,
            me: play.hands().first().copied(),
            card,
            tray: RwSignal::new(Tray::default()),
            picked: RwSignal::new(None),
            panel,
            hints,
            looked: play.looked_at(),
            risky: RwSignal::new(None),
            busy: RwSignal::new(false),
            looks,
            house: House::expect(),
        };
        desk.follow_rack();
        desk.follow_order();
        if let Some(me) = desk.me {
            desk.be_ready(me);
            desk.let_go_of_the_useless(me);
        }
        Effect::new(move |_| {
            view.track();
            play.refusal.track();
            desk.busy.set(false);
        });
        Effect::new(move |_| {
            let status = view.with(|view| view.as_ref().map(|view| words::status(view, &play.names.get())));
            play.status.set(status.unwrap_or_default());
        });
        desk
    }

    /// Reads what is known.
    pub fn of<R>(self, read: impl FnOnce(&View) -> R) -> Option<R> {
        self.view.with(|view| view.as_ref().map(read))
    }

    /// What can be done now.
    pub fn choices(self) -> Vec<Choice> {
        let Some(me) = self.me else { return Vec::new() };
        let (card, raised, picked) = (self.card.get(), self.tray.with(Tray::raised), self.picked.get());
        let config = self.play.config();
        let read =
            |view: &View| Hand { view, me, raised: &raised, picked, card: card.as_deref(), config: &config }.choices();
        self.of(read).unwrap_or_default()
    }

    /// Does something, or asks before it. While an action is not answered, nothing else is done.
    pub fn choose(self, choice: &Choice) {
        match (&choice.why, choice.weight) {
            (Some(why), _) => self.say(why.clone()),
            (None, Weight::Risky) => self.risky.set(Some(choice.action)),
            (None, _) => self.act(choice.action),
        }
    }

    /// Does something at once.
    pub fn act(self, action: Action) {
        if let Some(me) = self.me.filter(|_| !self.busy.get_untracked()) {
            self.busy.set(true);
            self.play.act(me, action);
        }
    }

    /// Tells the player why something cannot be done.
    pub fn say(self, sentence: String) {
        self.house.toast.say(sentence);
    }

    /// Raises or lowers a tile, or says why not.
    pub fn touch(self, id: u32) {
        let Some(me) = self.me else { return };
        let Some(piece) = self.tray.with_untracked(|tray| tray.place(id).map(|place| tray.pieces()[place])) else {
            return;
        };
        let raised = self.tray.with_untracked(Tray::raised);
        let (refusal, single) = untrack(|| {
            let refusal = self.of(|view| choices::refusal(view, me, &raised, piece.tile)).flatten();
            (refusal, self.of(|view| view.state == State::LoopChooseDiscard).unwrap_or_default())
        });
        match refusal.filter(|_| !piece.raised) {
            Some(why) => self.say(why),
            None => self.tray.update(|tray| tray.touch(id, single)),
        }
    }

    /// Raises what the hints would give away.
    pub fn raise_advised(self) {
        let action = self.hints.with_untracked(|hints| hints.as_ref()?.advice.as_ref().map(|advice| advice.action));
        match action {
            Some(Action::Pass { tiles }) => self.tray.update(|tray| tray.raise(&tiles)),
            Some(Action::Discard { tile }) => self.tray.update(|tray| tray.raise(&Rack::EMPTY.with(tile))),
            Some(Action::Trade { tile }) => self.picked.set(Some(tile)),
            _ => {}
        }
    }

    /// Opens a panel, or closes it.
    pub fn flip(self, panel: Panel) {
        self.panel.update(|open| *open = if *open == Some(panel) { None } else { Some(panel) });
    }

    /// Keeps the rack in another order.
    pub fn sort(self, sort: Sort) {
        self.looks.set_sort(sort);
    }

    /// The next order: by suit, by rank, by hand where help is allowed.
    pub fn next_sort(self) {
        let next = match self.looks.sort.get_untracked() {
            Sort::Suit => Sort::Rank,
            Sort::Rank if !self.play.is_rated() => Sort::Hand,
            Sort::Rank | Sort::Hand | Sort::Own => Sort::Suit,
        };
        self.sort(next);
    }

    fn put_in_order(self) {
        let sort = self.looks.sort.get_untracked();
        let useful = self.hints.with_untracked(|hints| {
            hints.as_ref().and_then(|hints| hints.prospects.first()).map(|prospect| prospect.useful)
        });
        self.tray.update(|tray| tray.sort(sort, useful.as_ref()));
    }

    /// Keeps the rack in step with the hand: what came glows, and is then sorted.
    fn follow_rack(self) {
        let hand = Memo::new(move |_| self.of(|view| (view.dealt, view.hand)));
        let soon = StoredValue::new(None::<TimeoutHandle>);
        on_cleanup(move || soon.with_value(|soon| soon.iter().for_each(TimeoutHandle::clear)));
        Effect::new(move |before: Option<u8>| {
            let Some((dealt, hand)) = hand.get() else { return 0 };
            let again = before.is_some_and(|before| before != dealt);
            self.tray.update(|tray| {
                if again {
                    tray.clear();
                }
                tray.follow(&hand);
            });
            let (news, dealt_now) = self.tray.with_untracked(|tray| {
                (tray.has_news(), tray.pieces().iter().any(|piece| matches!(piece.came, Came::Dealt(_))))
            });
            if !news {
                self.put_in_order();
            }
            if news || dealt_now {
                let settle = move || {
                    self.tray.try_update(Tray::settle);
                    self.put_in_order();
                };
                soon.with_value(|soon| soon.iter().for_each(TimeoutHandle::clear));
                let wait = if news { GLOW } else { DEAL };
                soon.set_value(set_timeout_with_handle(settle, wait).ok());
            }
            dealt
        });
    }

    /// Keeps the rack in order, and lowers what was raised for something that is over.
    fn follow_order(self) {
        let best = Memo::new(move |_| {
            self.hints.with(|hints| hints.as_ref()?.prospects.first().map(|prospect| prospect.useful))
        });
        Effect::new(move |_| {
            self.looks.sort.track();
            best.track();
            if !self.tray.with_untracked(Tray::has_news) {
                self.put_in_order();
            }
        });
        let moment = Memo::new(move |_| self.of(|view| (view.dealt, view.state, view.direction, view.turn)));
        Effect::new(move |_| {
            moment.track();
            self.picked.set(None);
            let sealed = untrack(|| self.of(|view| view.sealed.is_some())).unwrap_or_default();
            if !sealed {
                self.tray.update(|tray| tray.raise(&Rack::EMPTY));
            }
        });
    }

    /// Who sits down to a match wants it to begin.
    fn be_ready(self, me: Seat) {
        let waits = Memo::new(move |_| {
            self.of(|view| view.state == State::Start && view.outcome.is_none() && !view.ready.contains(me))
        });
        Effect::new(move |_| {
            if waits.get() == Some(true) {
                self.play.act(me, Action::Ready);
            }
        });
    }

    /// Declines, after a moment, what cannot be claimed anyway, if the player wants that.
    fn let_go_of_the_useless(self, me: Seat) {
        let useless = Memo::new(move |_| {
            let asked = self.of(|view| {
                (view.state == State::LoopQueryClaimDiscard && view.sealed.is_none()).then_some(view.discards.len())
            });
            let number = asked.flatten()?;
            let only = self.choices().iter().all(|choice| matches!(choice.action, Action::Decline | Action::Pause));
            (only && self.looks.quick.get()).then_some(number)
        });
        let soon = StoredValue::new(None::<TimeoutHandle>);
        let forget = move || soon.with_value(|soon| soon.iter().for_each(TimeoutHandle::clear));
        on_cleanup(forget);
        Effect::new(move |_| {
            forget();
            let Some(number) = useless.get() else { return };
            // Not always after the same time: a player who thinks should look no different.
            let wait = LETS_GO_MS.0 + js_sys::Math::random() * (LETS_GO_MS.1 - LETS_GO_MS.0);
            let decline = move || {
                let still = useless.try_get_untracked().flatten() == Some(number);
                if still {
                    self.play.act(me, Action::Decline);
                }
            };
            soon.set_value(set_timeout_with_handle(decline, Duration::from_millis(wait as u64)).ok());
        });
    }
}

/// Whether tiles fly: then a deal takes its time.
pub fn flies(event: &Event) -> bool {
    matches!(event, Event::Dealt { .. }) && !is_still()
}
