//! Quick match: asking for opponents, and being found. The session sees to it that a search survives the line.

use super::{House, session::Purpose};
use crate::browser::now_ms;
use leptos::{prelude::*, task::spawn_local};
use parlor_wire::{Command, TableCode};

/// What we look for, and since when.
#[derive(Clone, PartialEq, Debug)]
pub struct Seeking {
    /// The game's id.
    pub game: String,
    /// Whether it should count for ratings.
    pub rated: bool,
    /// On the screen's clock.
    pub since_ms: f64,
}

/// The search for opponents. Copy it freely.
#[derive(Clone, Copy)]
pub struct Search {
    seeking: RwSignal<Option<Seeking>>,
    paired: RwSignal<Option<TableCode>>,
}

impl Search {
    pub(super) fn new() -> Self {
        Self { seeking: RwSignal::new(None), paired: RwSignal::new(None) }
    }

    /// What we look for now.
    pub fn seeking(&self) -> Signal<Option<Seeking>> {
        self.seeking.into()
    }

    /// The table where opponents were found, until it is shown and taken.
    pub const fn paired(&self) -> RwSignal<Option<TableCode>> {
        self.paired
    }

    /// Opponents were found, even if we have just stopped looking: they sit there and wait for us.
    pub(super) fn found(self, table: TableCode) {
        self.forget();
        self.paired.set(Some(table));
    }

    pub(super) fn forget(self) {
        if self.seeking.with_untracked(Option::is_some) {
            self.seeking.set(None);
        }
    }
}

impl House {
    /// Looks for opponents, as soon as the house lets us in.
    pub fn seek(self, game: &str, rated: bool) {
        let wish = Seeking { game: game.to_owned(), rated, since_ms: now_ms() };
        self.search.seeking.set(Some(wish.clone()));
        spawn_local(async move {
            match self.arrive().await {
                Ok(_) if self.search.seeking.with_untracked(|now| now.as_ref() == Some(&wish)) => {
                    let Seeking { game, rated, .. } = wish;
                    self.ask(Purpose::Seek, [Command::Seek { game, preset: None, rated }]);
                }
                // The player has changed their mind meanwhile.
                Ok(_) => {}
                Err(problem) => self.seek_over(problem.detail),
            }
        });
    }

    /// Looks no longer.
    pub fn stop_seeking(self) {
        self.search.seeking.set(None);
        if self.session.with_value(parlor_client::Session::is_seeking) {
            self.ask(Purpose::Nothing, [Command::Unseek]);
        }
    }

    /// The search is over, and nothing was found.
    pub(super) fn seek_over(self, sentence: String) {
        self.search.forget();
        self.toast.say(sentence);
    }
}
