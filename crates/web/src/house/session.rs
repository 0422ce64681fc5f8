//! What is said to the house, and its answers.

use super::{House, catalog::Catalog};
use crate::{
    browser::{now_ms, random_bits},
    table::{Fate, TableSignals},
};
use leptos::prelude::*;
use parlor_client::{Notice, Session, typed::Typed};
use parlor_wire::{Command, KnownCode, Room, TableCode, slash::Slash};
use serde_json::value::RawValue;

/// What a command was given for, and what its answer is good for.
pub(super) enum Purpose {
    /// Nothing here.
    Nothing,
    /// A table: a refusal is shown there.
    Table(TableCode),
    /// What hands do all the time in a real-time match: what comes too late is nothing to complain about.
    Hands,
    /// To find opponents.
    Seek,
    /// A caller who is called with the answer: nothing, or why it was refused.
    Call(Box<dyn FnOnce(Result<(), String>)>),
}

/// A session of its own name, so that its commands are never taken for those of another.
pub(super) fn fresh(catalog: Catalog) -> Session<Purpose> {
    let mut session = Session::new(catalog.registry(), format!("w{:x}", random_bits() >> 16));
    session.list_moves();
    session.type_in(catalog.screens().into_iter().map(|screen| screen.typed()));
    session
}

impl House {
    /// What a typed command means, at that table and in that room of it, or at none.
    pub(crate) fn typed(&self, slash: &Slash, table: Option<TableCode>, room: Option<Room>) -> Typed {
        self.session.with_value(|session| session.typed(slash, table, room))
    }

    /// Gives a command about a table; a refusal will show up there.
    pub fn command(&self, table: TableCode, command: Command) {
        self.give(table, vec![command]);
    }

    /// Gives commands about a table, each once the one before it is done; a refusal ends the row and will show up
    /// there.
    pub fn give(&self, table: TableCode, commands: Vec<Command>) {
        self.ask(Purpose::Table(table), commands);
    }

    /// Gives a command and calls `answered` with the answer.
    pub fn request(self, command: Command, answered: impl FnOnce(Result<(), String>) + 'static) {
        self.ask(Purpose::Call(Box::new(answered)), [command]);
    }

    pub(super) fn ask(self, what: Purpose, commands: impl IntoIterator<Item = Command>) {
        self.session.update_value(|session| _ = session.give(what, commands));
        self.connect();
        self.flush();
    }

    /// Acts in a real-time match at a table; a refusal will show up there.
    pub fn input(&self, table: TableCode, action: Box<RawValue>) {
        self.input_for(Purpose::Table(table), table, action);
    }

    /// Does what hands do all the time in a real-time match at a table. The next picture shows what comes of it.
    pub fn press(&self, table: TableCode, action: Box<RawValue>) {
        self.input_for(Purpose::Hands, table, action);
    }

    fn input_for(&self, what: Purpose, table: TableCode, action: Box<RawValue>) {
        self.session.update_value(|session| _ = session.input(what, table, action, now_ms()));
        self.flush();
    }

    /// Takes in a frame. One that makes no sense is passed over: a newer house may say more than we know.
    pub(super) fn receive(self, text: &str) {
        let now = now_ms();
        match self.session.try_update_value(|session| session.receive(text, now)) {
            Some(Ok(Some(notice))) => self.react(notice),
            Some(Err(error)) => leptos::logging::warn!("{error}"),
            Some(Ok(None)) | None => {}
        }
        self.flush();
    }

    pub(super) fn react(self, notice: Notice<Purpose>) {
        let signals = |code| self.tables.signals(code);
        match notice {
            Notice::Hello(me) => {
                self.recognise(me);
                self.ask_what_was_missed();
                self.count_turns();
                self.keep_subscription();
            }
            Notice::Done { what: Purpose::Call(answered), .. } => answered(Ok(())),
            Notice::Done { .. } => {}
            Notice::Refused { what, late, code, message, .. } => {
                if let (Some(Purpose::Table(table)), Some(KnownCode::Kicked)) = (&what, KnownCode::of(&code)) {
                    signals(*table).inspect(TableSignals::send_away);
                }
                self.refused(what, late, message);
            }
            Notice::NotFollowed { table, code, message } => self.not_followed(table, &code, message),
            Notice::Paired(table) => self.search.found(table),
            Notice::SeekOver { message, .. } => self.seek_over(message),
            Notice::News(news) => self.hear_news(&news),
            Notice::Invited { open, news } => self.invited(*open, news),
            Notice::InvitationOver(ended) => self.invitation_over(*ended),
            Notice::Refreshed(code) => {
                if let Some(signals) = signals(code) {
                    signals.decide(Fate::There);
                    signals.change();
                }
            }
            Notice::Changed(code) | Notice::Began(code) | Notice::Ended(code) | Notice::Closed(code, _) => {
                signals(code).inspect(TableSignals::change);
                self.settle(code);
            }
            // A screen of a real-time match draws all the time.
            Notice::Settled(_) => {}
            Notice::Game { table, events } => {
                if let Some(signals) = signals(table) {
                    signals.change();
                    signals.happen(events);
                }
            }
            Notice::Chat(code, line) => {
                if let Some(signals) = signals(code) {
                    let mine = self.visitor.id_untracked() == Some(line.from);
                    if !mine && !untrack(|| self.mutes.has(line.from)) {
                        signals.hear(line.room);
                    }
                    signals.change();
                }
            }
        }
    }

    fn refused(self, what: Option<Purpose>, late: bool, message: String) {
        match what {
            Some(Purpose::Call(answered)) => answered(Err(message)),
            Some(Purpose::Seek) => self.seek_over(message),
            Some(Purpose::Hands) => {}
            Some(Purpose::Table(code)) => match self.tables.signals(code) {
                Some(signals) if late => signals.refuse_late(&message),
                Some(signals) => signals.refuse(message),
                None => self.toast.say(message),
            },
            Some(Purpose::Nothing) | None => self.toast.say(message),
        }
    }
}
