//! What every part of the screen knows about the match.

use super::{Desk, words};
use crate::sound::{self, Cue};
use leptos::prelude::*;
use parlor_battleship::{Cell, Event};
use parlor_kernel::{Duel, Seat, Tick};

impl Desk {
    /// Until when the awaited seats may think.
    pub fn deadline(self) -> Memo<Option<Tick>> {
        Memo::new(move |_| self.view.with(|view| view.as_ref().and_then(|view| view.deadline)))
    }

    /// The cells of the latest attack on each seat's board.
    pub fn last_attacks(self) -> Memo<[Vec<Cell>; 2]> {
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
    pub fn narrate(self) {
        let config = self.config();
        Effect::new(move |told: Option<u64>| {
            let (heard, names) = (self.heard.get(), self.names.get());
            let Some(view) = self.view.get() else {
                return heard.n;
            };
            let news = if told.is_some_and(|told| told != heard.n) { heard.events.as_slice() } else { &[] };
            let mut sentences: Vec<_> = news.iter().filter_map(|event| words::event(&config, event, &names)).collect();
            sentences.push(words::prompt(&config, &view, &names));
            self.status.set(sentences.join(" "));
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
