//! A match, for the parts of its board.

use super::{Match, words};
use crate::{
    arcade,
    sound::{self, Cue},
};
use leptos::prelude::*;
use parlor_codenames::{Action, Config, Event, Kind, Phase, Place, Side, View, Window};
use parlor_kernel::Seat;
use std::sync::Arc;

/// A match, for the parts of its board. Copy it freely.
#[derive(Clone, Copy)]
pub struct Desk {
    pub play: Match,
    pub view: Memo<Option<View>>,
    /// The card that was tapped last.
    pub chosen: RwSignal<Option<Place>>,
    config: StoredValue<Arc<Config>>,
}

impl Desk {
    pub fn new(play: Match) -> Self {
        let config = play.config();
        let view = Memo::new(move |_| {
            let mut view = play.view.get()?;
            // When a match is called off no game hears of it, only the table.
            if let (None, Some(outcome)) = (view.outcome, play.outcome.get()) {
                (view.outcome, view.deadline) = (Some(outcome), None);
            }
            Some(view)
        });
        Self { play, view, chosen: RwSignal::new(None), config: StoredValue::new(config) }
    }

    pub fn config(self) -> Arc<Config> {
        self.config.get_value()
    }

    pub fn of<R>(self, read: impl FnOnce(&View) -> R) -> Option<R> {
        self.view.with(|view| view.as_ref().map(read))
    }

    pub fn me(self) -> Option<Seat> {
        self.play.hands().first().copied()
    }

    /// Whether the viewer is to give a hint.
    pub fn gives_hint(self) -> bool {
        let Some(me) = self.me() else { return false };
        self.of(|view| match &view.phase {
            Phase::SpymasterTurn { side, .. } => view.is_hinter(me, *side) && view.outcome.is_none(),
            _ => false,
        })
        .unwrap_or_default()
    }

    /// Whether the viewer may reveal a card.
    pub fn guesses(self) -> bool {
        let Some(me) = self.me() else { return false };
        self.of(|view| match view.phase {
            Phase::TeamTurn { side, .. } => view.is_guesser(me, side),
            Phase::SuddenDeath { guessers } => guessers.contains(me),
            Phase::SpymasterTurn { .. } | Phase::Ended => false,
        })
        .unwrap_or_default()
    }

    /// Whether the viewer may intercept.
    pub fn intercepts(self) -> bool {
        let Some(me) = self.me() else { return false };
        self.of(|view| match view.phase {
            Phase::TeamTurn { side, window: Window::Open { .. }, .. } => view.is_guesser(me, side.other()),
            _ => false,
        })
        .unwrap_or_default()
    }

    pub fn act(self, action: Action) {
        if let Some(me) = self.me() {
            self.play.act(me, action);
        }
    }

    /// A card is tapped: a guesser marks it for the team, and it is chosen. In a duet only the guesser of a turn may mark
    /// cards.
    pub fn tap(self, card: Place) {
        let Some(me) = self.me() else { return };
        let state = untrack(|| {
            self.of(|view| {
                let closed = view.faces[card.index()].is_closed_to(view.side_of(me));
                let knows = !view.is_duet() && Side::BOTH.iter().any(|&side| view.is_hinter(me, side));
                let turn = matches!(view.phase, Phase::TeamTurn { side, .. } if view.is_guesser(me, side));
                let tagged = view.tags[me.index()].contains(card);
                (closed || knows || view.outcome.is_some(), turn || !view.is_duet(), tagged)
            })
        });
        match state {
            Some((false, true, tagged)) => {
                self.chosen.set((!tagged).then_some(card));
                self.act(Action::Tag { card, on: !tagged });
            }
            Some((false, false, _)) => self.chosen.update(|chosen| {
                *chosen = Some(card).filter(|_| *chosen != Some(card));
            }),
            Some((true, ..)) | None => {}
        }
    }

    /// The chosen card, while it can still be revealed.
    pub fn choice(self) -> Option<(Place, String)> {
        let card = self.chosen.get()?;
        let side = self.me().and_then(|me| self.of(|view| view.side_of(me)))?;
        self.of(|view| {
            (!view.faces[card.index()].is_closed_to(side)).then(|| (card, view.words[card.index()].clone()))
        })?
    }

    /// Writes the status line and plays the sounds.
    pub fn narrate(self) {
        let play = self.play;
        Effect::new(move |_| {
            let names = play.names.get();
            let config = self.config();
            let status = self.of(|view| words::status(&config, view, &names)).unwrap_or_default();
            play.status.set(status);
        });
        let news = play.since_now();
        Effect::new(move |_| {
            let heard = news.get();
            let (me, hands) = (untrack(|| self.me()), play.hands());
            let my_side = me.and_then(|me| untrack(|| self.of(|view| view.side_of(me))));
            for cue in heard.events.iter().filter_map(|event| cue(event, my_side, self.config().is_duet())) {
                sound::play(cue);
            }
            if let Some(Event::Over { outcome, .. }) = heard.events.last()
                && !hands.is_empty()
            {
                sound::play(arcade::ending(*outcome, &hands));
            }
            if heard.events.iter().any(|event| matches!(event, Event::TurnEnded { .. } | Event::Hinted { .. })) {
                self.chosen.set(None);
            }
            if untrack(|| self.gives_hint() || self.guesses()) && heard.events.iter().any(begins) {
                sound::play(Cue::Turn);
            }
        });
    }
}

/// Whether something may be for the viewer to do from now on.
const fn begins(event: &Event) -> bool {
    matches!(event, Event::Turn { .. } | Event::Hinted { .. } | Event::SuddenDeath { .. })
}

/// What an event sounds like to a player of `mine`.
fn cue(event: &Event, mine: Option<Side>, duet: bool) -> Option<Cue> {
    match event {
        Event::Revealed { kind: Kind::Assassin, .. } | Event::Intercepted { kind: Kind::Assassin, .. } => {
            Some(Cue::Sunk)
        }
        Event::Intercepted { result, .. } if result.is_stolen() => Some(Cue::Steal),
        Event::Intercepted { .. } => Some(Cue::Bad),
        Event::Revealed { kind: Kind::Green, .. } if duet => Some(Cue::Good),
        Event::Revealed { kind, .. } => Some(match (kind.owner(), mine) {
            (Some(owner), Some(mine)) if owner == mine => Cue::Good,
            (Some(_), None) => Cue::Place,
            _ => Cue::Bad,
        }),
        Event::Tagged { .. } => Some(Cue::Action),
        Event::TurnEnded { end: parlor_codenames::TurnEnd::Timeout, .. } => Some(Cue::Bad),
        _ => None,
    }
}
