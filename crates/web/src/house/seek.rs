//! Quick match: asking to be paired with somebody, and being found.

use super::House;
use crate::browser::now_ms;
use leptos::{prelude::*, task::spawn_local};
use parlor_wire::{Command, CommandId, TableCode};

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

/// The command that asked for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Sought {
    id: CommandId,
    answered: bool,
}

impl House {
    /// What we look for now.
    pub fn seeking(&self) -> Signal<Option<Seeking>> {
        self.seeking.into()
    }

    /// The table where somebody was found, until whoever shows it takes it.
    pub const fn paired(&self) -> RwSignal<Option<TableCode>> {
        self.paired
    }

    /// Looks for somebody to play with, as soon as the house lets us in.
    pub fn seek(self, game: &str, rated: bool) {
        let wish = Seeking { game: game.to_owned(), rated, since_ms: now_ms() };
        self.seeking.set(Some(wish.clone()));
        spawn_local(async move {
            match self.arrive().await {
                Ok(_) if self.seeking.with_untracked(|now| now.as_ref() == Some(&wish)) => {
                    self.say_seek();
                    self.connect();
                    self.flush();
                }
                // Changed their mind meanwhile.
                Ok(_) => {}
                Err(problem) => {
                    self.seeking.set(None);
                    self.say(problem.detail);
                }
            }
        });
    }

    /// Looks no longer.
    pub fn stop_seeking(self) {
        self.seeking.set(None);
        if self.sought.try_update_value(Option::take).flatten().is_some() {
            self.session.update_value(|session| _ = session.command(Command::Unseek));
            self.flush();
        }
    }

    /// The house ends a search with the connection: a new one has to be told again, unless the session repeats it.
    pub(super) fn seek_again(self) {
        if self.sought.with_value(|sought| sought.as_ref().is_some_and(|sought| sought.answered)) {
            self.say_seek();
        }
    }

    fn say_seek(self) {
        let Some(Seeking { game, rated, .. }) = self.seeking.get_untracked() else { return };
        let command = Command::Seek { game, preset: None, rated };
        let id = self.session.try_update_value(|session| session.command(command));
        self.sought.set_value(id.map(|id| Sought { id, answered: false }));
    }

    /// The house looks for somebody now.
    pub(super) fn seek_answered(self, id: &CommandId) {
        self.sought.update_value(|sought| {
            if let Some(sought) = sought.as_mut().filter(|sought| sought.id == *id) {
                sought.answered = true;
            }
        });
    }

    /// Whether a refusal was about the search, which then is over. One that names no command is about a search that
    /// the house had begun: it found somebody and could not seat us.
    pub(super) fn seek_refused(self, id: Option<&CommandId>) -> bool {
        let about = |sought: &Sought| id.map_or(sought.answered, |id| sought.id == *id);
        let ours = self.sought.with_value(|sought| sought.as_ref().is_some_and(about));
        if ours {
            self.forget_seek();
        }
        ours
    }

    /// Somebody was found, even if we have just stopped looking: they sit there and wait for us.
    pub(super) fn found(self, table: TableCode) {
        self.forget_seek();
        self.paired.set(Some(table));
    }

    pub(super) fn forget_seek(self) {
        self.sought.set_value(None);
        if self.seeking.with_untracked(Option::is_some) {
            self.seeking.set(None);
        }
    }
}
