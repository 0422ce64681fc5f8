//! The tables that this page follows.

use super::{House, http};
use crate::{
    parts::Unloaded,
    table::{Fate, TableCtx, TableSignals},
};
use futures_util::future::join;
use leptos::{prelude::*, task::spawn_local};
use parlor_client::TableModel;
use parlor_wire::{KnownCode, Status, TableCode, http::Problem};
use std::{collections::BTreeMap, time::Duration};

/// How long to wait before knocking again at a house that could not be reached.
const KNOCK_AGAIN: Duration = Duration::from_secs(3);
/// A table that is shown nowhere may be on its way to another place on the screen.
const ON_ITS_WAY: Duration = Duration::from_millis(500);

/// The tables that have been shown on this page. Copy it freely.
#[derive(Clone, Copy)]
pub(super) struct Tables {
    /// Owns their signals, which outlive the places that show them.
    owner: StoredValue<Owner>,
    followed: StoredValue<BTreeMap<TableCode, Followed>>,
    /// Tells whenever a table is shown.
    entered: Trigger,
}

/// A table that has been shown.
struct Followed {
    signals: TableSignals,
    /// How many places on the screen show it now.
    places: u32,
}

impl Tables {
    pub(super) fn new() -> Self {
        Self {
            owner: StoredValue::new(Owner::current().unwrap_or_default()),
            followed: StoredValue::new(BTreeMap::new()),
            entered: Trigger::new(),
        }
    }

    /// What tells of a table that has been shown.
    pub(super) fn signals(self, code: TableCode) -> Option<TableSignals> {
        self.followed.with_value(|tables| tables.get(&code).map(|table| table.signals))
    }

    /// One place more shows a table.
    fn show(self, code: TableCode) -> TableSignals {
        let fresh = || self.owner.with_value(|owner| owner.with(TableSignals::new));
        let shown = self.followed.try_update_value(|tables| {
            let followed = tables.entry(code).or_insert_with(|| Followed { signals: fresh(), places: 0 });
            followed.places += 1;
            followed.signals
        });
        self.entered.notify();
        shown.unwrap_or_else(fresh)
    }

    /// One place less shows it. Says whether that was the last.
    fn hide(self, code: TableCode) -> bool {
        let places = self.followed.try_update_value(|tables| {
            let followed = tables.get_mut(&code)?;
            followed.places = followed.places.saturating_sub(1);
            Some(followed.places)
        });
        places.flatten() == Some(0)
    }

    /// Whether a table that was shown is shown nowhere now.
    fn is_hidden(self, code: TableCode) -> bool {
        self.followed.with_value(|tables| tables.get(&code).is_some_and(|table| table.places == 0))
    }

    /// Each with what tells of it, and whether it is shown now.
    fn all(self) -> Vec<(TableCode, TableSignals, bool)> {
        self.followed
            .with_value(|tables| tables.iter().map(|(&code, table)| (code, table.signals, table.places > 0)).collect())
    }
}

impl House {
    /// Gives back the words of moves that this tab remembers of the match at a table.
    pub(crate) fn recall_moves(&self, table: TableCode, words: Vec<String>) {
        self.session.update_value(|session| session.recall(table, words));
        self.tables.signals(table).iter().for_each(TableSignals::change);
    }

    /// Shows a table in one more place, until the current component goes.
    pub fn enter(self, code: TableCode) -> TableCtx {
        let signals = self.tables.show(code);
        on_cleanup(move || {
            if self.tables.hide(code) {
                set_timeout(move || self.settle(code), ON_ITS_WAY);
            }
        });
        self.follow(code, signals);
        TableCtx::new(code, self, signals)
    }

    pub(crate) fn with_table<R>(&self, code: TableCode, f: impl FnOnce(&TableModel) -> R) -> Option<R> {
        self.session.with_value(|session| session.table(code).map(f))
    }

    /// Follows a table as soon as the house lets us in and what it takes to show its game is here: what the house tells of
    /// a match could not be read before that.
    pub(crate) fn follow(self, code: TableCode, signals: TableSignals) {
        spawn_local(async move {
            let (arrived, game) = join(self.arrive(), self.game_at(code)).await;
            match (arrived, game) {
                (Ok(_), Ok(game)) => {
                    if let Err(Unloaded::Unreachable) = self.screen(game).await {
                        return signals.decide(Fate::Unloaded);
                    }
                    signals.decide(Fate::There);
                    self.session.update_value(|session| session.watch(code));
                    self.connect();
                    self.flush();
                }
                // A house that is out of reach or out of order, or has no time for us, says nothing about the table.
                (Err(problem), _) | (_, Err(problem)) if http::may_pass(&problem) => {
                    signals.miss();
                    self.knock_again(code, move || self.follow(code, signals));
                }
                (Err(problem), _) | (_, Err(problem)) => signals.decide(Fate::Gone(problem.detail)),
            }
        });
    }

    /// Which game is played at a table.
    async fn game_at(self, code: TableCode) -> Result<String, Problem> {
        match self.with_table(code, |model| model.info.game.clone()) {
            Some(game) => Ok(game),
            None => http::table(code).await.map(|info| info.game),
        }
    }

    /// Does something after a while, if the table is still shown then.
    fn knock_again(self, code: TableCode, knock: impl FnOnce() + 'static) {
        let again = move || {
            if !self.tables.is_hidden(code) {
                knock();
            }
        };
        set_timeout(again, KNOCK_AGAIN);
    }

    /// Follows what is shown as another user, or for the first time.
    pub(super) fn follow_anew(self) {
        for (code, signals, shown) in self.tables.all() {
            signals.forget();
            if shown {
                self.follow(code, signals);
            }
        }
    }

    /// Stops following a table that is shown nowhere, unless we sit there and its match is on or yet to come: a player is
    /// then expected to be around.
    pub(super) fn settle(self, code: TableCode) {
        let expected = self.with_table(code, |model| {
            model.seat.is_some() && model.closed.is_none() && model.info.status != Status::Ended
        });
        if self.tables.is_hidden(code) && expected != Some(true) {
            self.session.update_value(|session| session.unwatch(code));
            self.flush();
            self.tables.signals(code).inspect(TableSignals::forget);
        }
    }

    /// Asks whether there is such a table.
    fn find(self, code: TableCode) {
        spawn_local(async move {
            let Some(signals) = self.tables.signals(code) else { return };
            match http::table(code).await {
                Ok(_) => signals.decide(Fate::There),
                Err(problem) if problem.status == 404 => signals.decide(Fate::Gone(problem.detail)),
                // The line will tell, once it is up.
                Err(_) => {}
            }
        });
    }

    /// A table cannot be followed. Most likely it closed while the line was down: then it is shown to be gone.
    pub(super) fn not_followed(self, table: TableCode, code: &str, message: String) {
        self.find(table);
        if KnownCode::of(code) == Some(KnownCode::UnknownTable) {
            return;
        }
        self.toast.say(message);
        self.knock_again(table, move || {
            self.session.update_value(|session| session.watch(table));
            self.flush();
        });
    }

    /// Whether we sit in a match at that table, if it is shown. Hears of every change of that.
    pub fn is_playing_at(&self, code: TableCode) -> bool {
        self.tables.entered.track();
        self.tables.signals(code).is_some_and(|signals| {
            signals.track();
            self.is_playing(code)
        })
    }

    fn is_playing(&self, code: TableCode) -> bool {
        self.with_table(code, |model| model.seat.is_some() && model.info.status == Status::Playing) == Some(true)
    }

    /// Whether we sit in a match at another table that is shown here.
    pub fn is_playing_elsewhere(&self, table: TableCode) -> bool {
        self.tables.all().into_iter().any(|(code, ..)| code != table && self.is_playing(code))
    }
}
