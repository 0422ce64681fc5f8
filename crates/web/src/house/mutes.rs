//! Whom we do not want to hear. The house remembers it; what they say is left out here.

use super::{House, http::moderation};
use leptos::{prelude::*, task::spawn_local};
use parlor_wire::{Person, UserId};

impl House {
    /// Whom we have muted, latest first.
    pub fn mutes(&self) -> Signal<Vec<Person>> {
        self.mutes.into()
    }

    /// Whether we have muted somebody.
    pub fn has_muted(&self, who: UserId) -> bool {
        self.mutes.with(|mutes| mutes.iter().any(|muted| muted.id == who))
    }

    /// Does not want to hear somebody any more.
    pub fn mute(self, person: Person) {
        spawn_local(async move {
            match moderation::mute(person.id).await {
                Ok(()) => {
                    self.say(format!("{} is muted. Unmute them in the same place, or in the settings.", person.name));
                    self.mutes.update(|mutes| {
                        mutes.retain(|muted| muted.id != person.id);
                        mutes.insert(0, person);
                    });
                }
                Err(problem) => self.complain(problem),
            }
        });
    }

    /// Wants to hear somebody again.
    pub fn unmute(self, who: UserId) {
        spawn_local(async move {
            match moderation::unmute(who).await {
                Ok(()) => self.mutes.update(|mutes| mutes.retain(|muted| muted.id != who)),
                Err(problem) => self.complain(problem),
            }
        });
    }

    /// Keeps the list in step with who we are.
    pub(super) fn follow_mutes(self) {
        let who = Memo::new(move |_| self.me.with(|me| me.as_ref().map(|me| me.id)));
        Effect::new(move |_| {
            let asked = who.get();
            self.mutes.set(Vec::new());
            if asked.is_none() {
                return;
            }
            spawn_local(async move {
                let known = moderation::mutes().await;
                // We may be somebody else by now.
                if let (Ok(mutes), true) = (known, who.get_untracked() == asked) {
                    self.mutes.set(mutes);
                }
            });
        });
    }
}
