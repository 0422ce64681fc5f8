//! Those we do not want to hear. The house remembers it; what they say is left out here.

use super::{House, http::moderation};
use leptos::{prelude::*, task::spawn_local};
use parlor_wire::{Person, UserId};

/// Those we do not want to hear. Copy it freely.
#[derive(Clone, Copy)]
pub struct Mutes(RwSignal<Vec<Person>>);

impl Mutes {
    pub(super) fn new() -> Self {
        Self(RwSignal::new(Vec::new()))
    }

    /// All of them, latest first.
    pub fn list(&self) -> Signal<Vec<Person>> {
        self.0.into()
    }

    /// Whether a user is among them.
    pub fn has(&self, who: UserId) -> bool {
        self.0.with(|mutes| mutes.iter().any(|muted| muted.id == who))
    }
}

impl House {
    /// Does not want to hear a user any more.
    pub fn mute(self, person: Person) {
        spawn_local(async move {
            match moderation::mute(person.id).await {
                Ok(()) => {
                    self.toast
                        .say(format!("{} is muted. Unmute them in the same place, or in the settings.", person.name));
                    self.mutes.0.update(|mutes| {
                        mutes.retain(|muted| muted.id != person.id);
                        mutes.insert(0, person);
                    });
                }
                Err(problem) => self.complain(problem),
            }
        });
    }

    /// Wants to hear a user again.
    pub fn unmute(self, who: UserId) {
        spawn_local(async move {
            match moderation::unmute(who).await {
                Ok(()) => self.mutes.0.update(|mutes| mutes.retain(|muted| muted.id != who)),
                Err(problem) => self.complain(problem),
            }
        });
    }

    /// Keeps the list in step with who we are.
    pub(super) fn follow_mutes(self) {
        let who = Memo::new(move |_| self.visitor.me().with(|me| me.as_ref().map(|me| me.id)));
        Effect::new(move |_| {
            let asked = who.get();
            self.mutes.0.set(Vec::new());
            if asked.is_none() {
                return;
            }
            spawn_local(async move {
                let known = moderation::mutes().await;
                // We may be another user by now.
                if let (Ok(mutes), true) = (known, who.get_untracked() == asked) {
                    self.mutes.0.set(mutes);
                }
            });
        });
    }
}
