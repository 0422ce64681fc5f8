//! The moment before a number lands.

use crate::{
    browser::is_still,
    sound::{self, Cue},
};
use leptos::prelude::*;
use parlor_death_roll::{Roll, View};
use parlor_kernel::{Duel, Seat};
use std::time::Duration;

/// How long each number that might have been is up, in milliseconds: ever slower, 0.9 seconds in all.
const TURNS: [u64; 9] = [45, 50, 60, 70, 85, 105, 130, 160, 195];
/// How long a number lies there before the next one tumbles.
const HOLD_MS: u64 = 350;
/// A screen further behind than this catches up at once.
const BEHIND: usize = 2;

/// Which rolls have landed on the screen. Those that have not tumble one after the other.
#[derive(Clone, Copy)]
pub struct Suspense {
    rolls: Signal<Vec<Roll>>,
    landed: RwSignal<usize>,
    /// How many have lain there for a moment, too.
    rested: RwSignal<usize>,
    /// The number that is up while one tumbles.
    up: RwSignal<Option<u32>>,
    timer: StoredValue<Option<TimeoutHandle>>,
}

impl Suspense {
    /// Rolls from now on tumble; those that are known already have landed.
    pub fn new(rolls: Signal<Vec<Roll>>) -> Self {
        let landed = RwSignal::new(rolls.with_untracked(Vec::len));
        let rested = RwSignal::new(landed.get_untracked());
        let suspense = Self { rolls, landed, rested, up: RwSignal::new(None), timer: StoredValue::new(None) };
        Effect::new(move |_| {
            let known = rolls.with(Vec::len);
            let behind = known.checked_sub(landed.get_untracked());
            if behind.is_none_or(|behind| behind > BEHIND) {
                suspense.skip();
            } else if suspense.timer.with_value(Option::is_none) {
                suspense.next();
            }
        });
        on_cleanup(move || suspense.stop());
        suspense
    }

    /// The rolls that have landed.
    pub fn landed(self) -> Vec<Roll> {
        let landed = self.landed.get();
        self.rolls.with(|rolls| rolls[..landed.min(rolls.len())].to_vec())
    }

    /// How many rolls have landed.
    pub fn count(self) -> usize {
        self.landed.get()
    }

    /// Whether all that is known has landed.
    pub fn is_settled(self) -> bool {
        self.rolls.with(Vec::len) <= self.landed.get()
    }

    /// Whether the last number has been seen for a moment: only then may something cover it.
    pub fn is_rested(self) -> bool {
        self.rolls.with(Vec::len) <= self.rested.get()
    }

    /// Who is awaited in a match that is on or over, as far as the screen has told: a tumbling number may be the last.
    pub fn awaited(self, view: &View) -> Option<Seat> {
        match view.outcome {
            None => Some(view.turn),
            Some(_) if self.is_settled() => None,
            Some(_) => view.rolls.last().map(|roll| Duel::other(roll.seat)),
        }
    }

    /// The number that is up while one tumbles.
    pub fn up(self) -> Option<u32> {
        self.up.get()
    }

    /// Lets everything land at once.
    pub fn skip(self) {
        self.stop();
        self.up.set(None);
        self.landed.set(self.rolls.with_untracked(Vec::len));
        self.rested.set(self.landed.get_untracked());
    }

    fn next(self) {
        let landed = self.landed.get_untracked();
        if let Some(roll) = self.rolls.with_untracked(|rolls| rolls.get(landed).copied()) {
            sound::play(Cue::Dice);
            self.tumble(roll, 0);
        }
    }

    fn tumble(self, roll: Roll, turn: usize) {
        match TURNS.get(turn) {
            Some(&ms) if !is_still() => {
                self.up.set(Some(any_below(roll.max)));
                self.after(ms, move || self.tumble(roll, turn + 1));
            }
            _ => {
                self.up.set(None);
                self.landed.update(|landed| *landed += 1);
                self.after(HOLD_MS, move || {
                    self.rested.set(self.landed.get_untracked());
                    self.next();
                });
            }
        }
    }

    fn after(self, ms: u64, then: impl FnOnce() + 'static) {
        let run = move || {
            self.timer.set_value(None);
            then();
        };
        self.timer.set_value(set_timeout_with_handle(run, Duration::from_millis(ms)).ok());
    }

    fn stop(self) {
        if let Some(Some(timer)) = self.timer.try_update_value(Option::take) {
            timer.clear();
        }
    }
}

/// Any number from 1 to `max`, for show only.
pub fn any_below(max: u32) -> u32 {
    1 + (js_sys::Math::random() * f64::from(max)) as u32
}
