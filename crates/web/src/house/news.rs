//! What happens in our games over days while we look elsewhere.

use super::{
    House,
    http::{self, notices},
};
use crate::{games, push};
use leptos::{prelude::*, task::spawn_local};
use parlor_wire::{News, Pace, Status, http::MyTable};

/// In how many games over days it is our turn. Copy it freely.
#[derive(Clone, Copy)]
pub struct Turns(RwSignal<usize>);

impl Turns {
    pub(super) fn new() -> Self {
        Self(RwSignal::new(0))
    }

    /// In how many.
    pub fn count(&self) -> Signal<usize> {
        self.0.into()
    }

    /// Takes in the tables at which we sit.
    pub fn count_among(&self, tables: &[MyTable]) {
        let waits = |mine: &&MyTable| {
            mine.my_turn && mine.table.pace == Pace::Correspondence && mine.table.status == Status::Playing
        };
        // Nothing is drawn anew for the same number.
        self.0.maybe_update(|count| {
            let now = tables.iter().filter(waits).count();
            std::mem::replace(count, now) != now
        });
    }
}

impl House {
    /// Something happened where we do not look.
    pub(super) fn hear_news(self, news: &News) {
        let name = games::face(news.game()).map_or("a game", |face| face.game.name);
        self.toast.say(news.sentence(name));
        self.count_turns();
    }

    /// Asks in how many games it is our turn.
    pub fn count_turns(self) {
        spawn_local(async move {
            if let Ok(mine) = http::my_tables().await {
                self.turns.count_among(&mine);
            }
        });
    }

    /// A visitor whose browser takes messages is told there in every session: a subscription
    /// belongs to a session, and a new one has none yet.
    pub(super) fn keep_subscription(self) {
        if !push::is_supported() {
            return;
        }
        spawn_local(async move {
            if let Some(subscription) = push::subscription().await
                && notices::settings().await.is_ok_and(|settings| !settings.here)
            {
                // The settings page says so if it does not work.
                let _ = notices::subscribe(&subscription).await;
            }
        });
    }
}
