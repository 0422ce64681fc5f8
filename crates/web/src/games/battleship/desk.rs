//! What every part of the screen knows about the match.

use super::words;
use crate::{
    games::kit::Names,
    sound::{self, Cue},
    table::TableCtx,
};
use leptos::prelude::*;
use parlor_battleship::{Battleship, Cell, Config, Event, View};
use parlor_kernel::{Duel, Seat, Tick};
use std::sync::Arc;

/// A match at a table, for whoever draws it.
#[derive(Clone, Copy)]
pub struct Desk {
    /// The table.
    pub ctx: TableCtx,
    /// The match as far as this viewer may know it.
    pub view: Memo<Option<View>>,
    /// What was announced last.
    pub heard: Memo<Heard>,
}

/// Events that were announced together.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Heard {
    /// Counts them.
    pub n: u64,
    /// The events.
    pub events: Vec<Event>,
}

impl Desk {
    /// The match at that table.
    pub fn new(ctx: TableCtx) -> Self {
        let view = ctx.memo(|model| model.game.as_ref().and_then(|game| game.view_of::<Battleship>().cloned()));
        let heard = Memo::new(move |_| {
            let batch = ctx.events().get();
            let events = batch.events.iter().filter_map(|event| event.of::<Battleship>().cloned()).collect();
            Heard { n: batch.n, events }
        });
        Self { ctx, view, heard }
    }

    /// Whom to call what.
    pub fn names(&self) -> Names {
        Names::at(self.ctx)
    }

    /// Until when the awaited seats may think.
    pub fn deadline(&self) -> Memo<Option<Tick>> {
        let view = self.view;
        Memo::new(move |_| view.with(|view| view.as_ref().and_then(|view| view.deadline)))
    }

    /// Events from now on: those announced before this call are left out.
    pub fn since_now(&self) -> Memo<Heard> {
        let (heard, before) = (self.heard, self.heard.with_untracked(|heard| heard.n));
        Memo::new(move |_| heard.with(|heard| if heard.n == before { Heard::default() } else { heard.clone() }))
    }

    /// The cells of the latest attack on each seat's board.
    pub fn last_attacks(&self) -> Memo<[Vec<Cell>; 2]> {
        let heard = self.since_now();
        let known = self.view.with_untracked(|view| {
            let latest =
                |seat: usize| view.as_ref().and_then(|view| view.waters[seat].shots.last().map(|shot| shot.at));
            [0, 1].map(|seat| latest(seat).into_iter().collect::<Vec<_>>())
        });
        Memo::new(move |before: Option<&[Vec<Cell>; 2]>| {
            let mut last = before.unwrap_or(&known).clone();
            heard.with(|heard| {
                for event in &heard.events {
                    if let Event::Attacked { seat, shots, .. } = event {
                        last[Duel::other(*seat).index()] = words::fired(shots);
                    }
                }
            });
            last
        })
    }

    /// Writes the status line and plays the sounds, once for all that happens.
    pub fn narrate(self, config: Signal<Option<Arc<Config>>>) {
        let names = Memo::new(move |_| self.names());
        Effect::new(move |told: Option<u64>| {
            let (heard, names) = (self.heard.get(), names.get());
            let (Some(config), Some(view)) = (config.get(), self.view.get()) else {
                return heard.n;
            };
            let news = if told.is_some_and(|told| told != heard.n) { heard.events.as_slice() } else { &[] };
            let mut sentences: Vec<_> = news.iter().filter_map(|event| words::event(&config, event, &names)).collect();
            sentences.push(words::prompt(&config, &view, &names));
            self.ctx.status().set(sentences.join(" "));
            news.iter().filter_map(|event| sound_of(event, names.me)).for_each(sound::play);
            heard.n
        });
    }
}

/// What an event sounds like to `me`.
fn sound_of(event: &Event, me: Option<Seat>) -> Option<Cue> {
    match event {
        Event::Attacked { sunk, .. } if !sunk.is_empty() => Some(Cue::Sunk),
        Event::Attacked { shots, .. } if words::count(shots).0 > 0 => Some(Cue::Hit),
        Event::Attacked { .. } => Some(Cue::Splash),
        Event::Turn { seat, again: true, .. } if me == Some(*seat) => Some(Cue::Good),
        Event::Turn { seat, .. } | Event::Begun { first: seat, .. } if me == Some(*seat) => Some(Cue::Turn),
        Event::Over { outcome, .. } if me.is_some_and(|me| outcome.winners().contains(me)) => Some(Cue::Win),
        Event::Over { .. } if me.is_some() => Some(Cue::Lose),
        _ => None,
    }
}
