//! What we have, as the house last told it.

use crate::house::{House, http};
use leptos::{prelude::*, task::spawn_local};
use parlor_wire::http::Purse;

/// Our purse. It is looked into where it is shown, not all the time. Copy it freely.
#[derive(Clone, Copy)]
pub struct Gold {
    house: House,
    purse: RwSignal<Option<Purse>>,
}

impl Gold {
    /// A purse that has not been read yet.
    pub fn new(house: House) -> Self {
        let purse = RwSignal::new(None);
        let me = Memo::new(move |_| house.visitor.me().with(|me| me.as_ref().map(|me| me.id)));
        Effect::new(move |_| {
            me.track();
            // That was another person's.
            purse.set(None);
        });
        Self { house, purse }
    }

    /// The purse, from anywhere below the app.
    pub fn expect() -> Self {
        expect_context()
    }

    /// What is in it, once the house has told; guests have none.
    pub fn purse(&self) -> Option<Purse> {
        self.purse.get()
    }

    /// How much gold is in it.
    pub fn balance(&self) -> Option<u64> {
        self.purse().map(|purse| purse.balance)
    }

    /// Looks into it again. Fails quietly: what is asked of the purse is checked by the house anyway.
    pub fn look(self) {
        let owner = self.house.visitor.me().get_untracked().map(|me| me.id);
        if !untrack(|| self.house.visitor.has_account()) {
            return;
        }
        spawn_local(async move {
            let Ok(purse) = http::gold::purse().await else { return };
            if self.house.visitor.me().get_untracked().map(|me| me.id) == owner {
                self.purse.set(Some(purse));
            }
        });
    }
}
