//! Invitations: those we got, those we sent, and what became of them.

use super::{House, http};
use crate::browser::now_ms;
use leptos::{prelude::*, task::spawn_local};
use parlor_wire::{
    Command, CommandId, Invitation, InvitationEnd, InvitationId, Invitee, Pace, Status, TableCode, http::OpenTable,
};
use std::collections::{HashMap, HashSet};

/// An invitation that waits for an answer.
#[derive(Clone, PartialEq, Debug)]
pub struct Pending {
    /// The invitation.
    pub invitation: Invitation,
    /// When it runs out, on the screen's clock.
    pub until_ms: f64,
    /// Whether it is ours to answer.
    pub incoming: bool,
}

impl Pending {
    /// How many seconds are left when the screen's clock shows `now_ms`.
    pub fn seconds_left(&self, now_ms: f64) -> u64 {
        ((self.until_ms - now_ms).max(0.0) / 1000.0).ceil() as u64
    }

    /// The name of whoever is on the other side.
    pub fn other(&self) -> &str {
        if self.incoming { &self.invitation.from.name } else { &self.invitation.to.name }
    }
}

/// An invitation that has just ended.
#[derive(Clone, PartialEq, Debug)]
pub struct Over {
    /// The invitation.
    pub pending: Pending,
    /// How.
    pub end: InvitationEnd,
    /// Whether we ended it ourselves, here.
    pub by_us: bool,
    /// Whether it ended while there was no line, and we only hear of it now.
    pub late: bool,
}

/// Called with the answer to a command: nothing, or why it was refused.
type Answer = Box<dyn FnOnce(Result<(), String>)>;

/// All that a page knows about invitations. Copy it freely.
#[derive(Clone, Copy)]
pub(super) struct Invitations {
    pending: RwSignal<Vec<Pending>>,
    over: RwSignal<Vec<Over>>,
    /// Those that waited when the line broke, until the house tells of them again, or how they ended.
    missed: StoredValue<Vec<Pending>>,
    /// Those that were announced before: a line that comes back tells of them again.
    heard: StoredValue<HashSet<InvitationId>>,
    /// The latest that came, to be announced.
    fresh: RwSignal<Option<Pending>>,
    /// Those that we are ending here.
    answering: StoredValue<HashSet<InvitationId>>,
    answers: StoredValue<HashMap<CommandId, Answer>, LocalStorage>,
}

impl Invitations {
    pub(super) fn new() -> Self {
        Self {
            pending: RwSignal::new(Vec::new()),
            over: RwSignal::new(Vec::new()),
            missed: StoredValue::new(Vec::new()),
            heard: StoredValue::new(HashSet::new()),
            fresh: RwSignal::new(None),
            answering: StoredValue::new(HashSet::new()),
            answers: StoredValue::new_local(HashMap::new()),
        }
    }

    /// We are somebody else.
    pub(super) fn start_over(self) {
        self.pending.set(Vec::new());
        self.missed.set_value(Vec::new());
        self.answers.set_value(HashMap::new());
        self.heard.set_value(HashSet::new());
    }
}

impl House {
    /// The invitations that wait for an answer, the oldest first.
    pub fn invitations(&self) -> Signal<Vec<Pending>> {
        self.invited.pending.into()
    }

    /// How many wait for ours.
    pub fn invitations_waiting(&self) -> usize {
        self.invited.pending.with(|pending| pending.iter().filter(|pending| pending.incoming).count())
    }

    /// The latest invitation that came to us.
    pub fn fresh_invitation(&self) -> Signal<Option<Pending>> {
        self.invited.fresh.into()
    }

    /// What has just ended, the oldest first, until whoever shows it takes it.
    pub(crate) const fn invitations_over(&self) -> RwSignal<Vec<Over>> {
        self.invited.over
    }

    /// Invites somebody, as soon as the house lets us in.
    pub fn invite(self, to: Invitee, wish: OpenTable, pace: Pace, answered: impl FnOnce(Result<(), String>) + 'static) {
        spawn_local(async move {
            match self.arrive().await {
                Ok(_) => self.request(Command::Invite { to, wish, pace }, answered),
                Err(problem) => answered(Err(problem.detail)),
            }
        });
    }

    /// Accepts an invitation.
    pub fn accept_invitation(self, id: InvitationId) {
        self.end_invitation(id, Command::AcceptInvitation { invitation: id });
    }

    /// Declines an invitation.
    pub fn decline_invitation(self, id: InvitationId) {
        self.end_invitation(id, Command::DeclineInvitation { invitation: id });
    }

    /// Takes an invitation of ours back.
    pub fn withdraw_invitation(self, id: InvitationId) {
        self.end_invitation(id, Command::WithdrawInvitation { invitation: id });
    }

    fn end_invitation(self, id: InvitationId, command: Command) {
        self.invited.answering.update_value(|answering| _ = answering.insert(id));
        self.request(command, move |result| {
            if let Err(sentence) = result {
                self.invited.answering.update_value(|answering| _ = answering.remove(&id));
                self.say(sentence);
            }
        });
    }

    /// Gives a command and calls `answered` with what comes of it.
    pub fn request(self, command: Command, answered: impl FnOnce(Result<(), String>) + 'static) {
        let Some(id) = self.session.try_update_value(|session| session.command(command)) else { return };
        self.invited.answers.update_value(|answers| _ = answers.insert(id, Box::new(answered)));
        self.connect();
        self.flush();
    }

    /// Whether somebody waits for the answer to that command.
    pub(super) fn answered(self, id: Option<&CommandId>, result: Result<(), String>) -> bool {
        let answer = id.and_then(|id| self.invited.answers.try_update_value(|answers| answers.remove(id)).flatten());
        answer.map(|answer| answer(result)).is_some()
    }

    /// The line is new: whatever still waits is told again. How the rest ended meanwhile has to be asked.
    pub(super) fn ask_what_was_missed(self) {
        let known = self.invited.pending.try_update(std::mem::take).unwrap_or_default();
        self.invited.missed.update_value(|missed| missed.extend(known));
        if self.invited.missed.with_value(Vec::is_empty) {
            return;
        }
        spawn_local(async move {
            // Whoever cannot ask now asks again with the next line.
            let Ok(mine) = http::invitations().await else { return };
            for past in mine.over.into_iter().rev() {
                self.uninvited(past.id, past.end);
            }
        });
    }

    /// Somebody invites us, or our own invitation is on its way.
    pub(super) fn invited(self, invitation: Invitation) {
        let incoming = self.me.with_untracked(|me| me.as_ref().is_some_and(|me| me.id == invitation.to.id));
        let (id, until_ms) = (invitation.id, now_ms() + invitation.expires_in_ms as f64);
        let pending = Pending { invitation, until_ms, incoming };
        let is_new = self.invited.heard.try_update_value(|heard| heard.insert(id)).unwrap_or(false);
        self.invited.missed.update_value(|missed| missed.retain(|known| known.invitation.id != id));
        self.invited.pending.update(|all| {
            all.retain(|known| known.invitation.id != id);
            all.push(pending.clone());
        });
        if is_new && incoming {
            self.invited.fresh.set(Some(pending));
        }
    }

    /// An invitation has ended. That may be told twice: by the line, and by what was missed without one.
    pub(super) fn uninvited(self, id: InvitationId, end: InvitationEnd) {
        let by_us = self.invited.answering.try_update_value(|answering| answering.remove(&id)).unwrap_or(false);
        let take = |all: &mut Vec<Pending>| {
            let place = all.iter().position(|known| known.invitation.id == id)?;
            Some(all.remove(place))
        };
        let missed = self.invited.missed.try_update_value(take).flatten();
        let late = missed.is_some();
        if let Some(pending) = missed.or_else(|| self.invited.pending.try_update(take).flatten()) {
            self.invited.over.update(|over| over.push(Over { pending, end, by_us, late }));
        }
    }

    /// Whether we sit in a match at that table, if it is shown. Hears of every change of that.
    pub fn is_playing_at(&self, code: TableCode) -> bool {
        self.entered.track();
        self.tables.with_value(|tables| tables.get(&code).map(|table| table.signals)).is_some_and(|signals| {
            signals.track();
            self.is_playing(code)
        })
    }

    fn is_playing(&self, code: TableCode) -> bool {
        self.with_table(code, |model| model.seat.is_some() && model.info.status == Status::Playing) == Some(true)
    }

    /// Whether we sit in a match at another table that is shown here.
    pub fn is_playing_elsewhere(&self, table: TableCode) -> bool {
        let codes: Vec<_> = self.tables.with_value(|tables| tables.keys().copied().collect());
        codes.into_iter().any(|code| code != table && self.is_playing(code))
    }
}
