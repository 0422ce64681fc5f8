//! What the house tells, in the addon's words.

use crate::{
    dialect::{About, Awaited, Dialect, Errand, Then},
    games::At,
    invite,
    place::{self, Place},
};
use parlor_client::{BadFrame, EndedInvitation, Notice, OpenInvitation, TableModel};
use parlor_kernel::AnyEvent;
use parlor_wire::{
    InvitationEnd, ServerFrame, TableCode,
    addon::{
        AddonFrame, Body,
        talk::{Accept, Decline, State},
    },
};

impl Dialect {
    /// Takes in a native frame from the house. What the addon should hear of it waits in [`Dialect::to_addon`].
    ///
    /// # Errors
    /// If the frame makes no sense here: a defect. What the addon knows is no longer right then.
    pub fn hear(&mut self, frame: &ServerFrame, now_ms: f64) -> Result<(), BadFrame> {
        if let Some(notice) = self.session.hear(frame, now_ms)? {
            self.notice(notice, now_ms);
        }
        Ok(())
    }

    fn notice(&mut self, notice: Notice<Awaited>, now_ms: f64) {
        match notice {
            Notice::Hello(me) => {
                let (id, version) = (me.id.to_string(), env!("CARGO_PKG_VERSION").into());
                self.greet(State::Hello { name: me.name, id, version });
            }
            // The next picture shows it; and addons ask for their tables when they come.
            Notice::Settled(_) | Notice::News(_) => {}
            Notice::Done { what, .. } => self.done(what.then),
            Notice::Refused { what: Some(Awaited { about, then }), code, message, .. } => {
                self.refuse(&about, &code, &message);
                self.refused(then);
            }
            Notice::Refused { what: None, code, message, .. } => self.object(&code, &message),
            Notice::SeekOver { code, message } => {
                self.seeking = None;
                self.object(&code, &message);
            }
            Notice::NotFollowed { table, code, message } => {
                let unknown = About { game: None, id: table.into(), word: "GSYNC" };
                let about = self.coming.remove(&table).map_or(unknown, |coming| coming.about);
                self.forget(table);
                self.refuse(&about, &code, &message);
            }
            Notice::Paired(table) => {
                let about = About { game: self.seeking.take(), id: table.into(), word: "ANYONE" };
                self.accepted(table, about, Body::Accept(Accept { invitation: None }));
            }
            Notice::Invited { open, .. } => self.invited(&open),
            Notice::InvitationOver(ended) => self.invitation_over(&ended),
            Notice::Refreshed(code) => self.refreshed(code),
            Notice::Began(code) => self.renew(code),
            Notice::Changed(code) => self.tell(code, |place, table| place.changed(table)),
            Notice::Game { table, events } => self.happened(table, &events, now_ms),
            Notice::Ended(code) => self.ended(code, now_ms),
            Notice::Chat(code, line) => self.tell(code, |_, _| vec![place::said(&line)]),
            Notice::Closed(code, reason) => {
                self.tell(code, |_, _| vec![Body::State(State::Idle { reason })]);
                self.forget(code);
            }
        }
    }

    fn tell(&mut self, code: TableCode, what: impl FnOnce(&mut Place, &TableModel) -> Vec<Body>) {
        let (Some(place), Some(table)) = (self.places.get_mut(&code), self.session.table(code)) else { return };
        let bodies = what(place, table);
        self.out.extend(bodies.into_iter().map(|body| place.frame(table, body)));
    }

    fn happened(&mut self, code: TableCode, events: &[AnyEvent], now_ms: f64) {
        self.tell(code, |place, table| {
            let Some(game) = &table.game else { return Vec::new() };
            let at = At { table, game, now_ms };
            events.iter().flat_map(|event| place.tongue.tell(&at, event)).collect()
        });
    }

    fn ended(&mut self, code: TableCode, now_ms: f64) {
        self.tell(code, |place, table| {
            let Some(game) = &table.game else { return Vec::new() };
            // How it looked in the end, and then how it ended.
            let mut bodies = place.tongue.picture(&At { table, game, now_ms });
            bodies.extend(game.ended.iter().flat_map(|ended| place::end(table, ended)));
            bodies
        });
    }

    fn done(&mut self, then: Then) {
        match then {
            Then::Nothing => {}
            Then::Follow(code) => self.follow(code),
            Then::Leave(code) => self.left(code),
        }
    }

    fn refused(&mut self, then: Then) {
        match then {
            Then::Nothing => {}
            Then::Follow(code) => self.unfollow(code),
            // An addon that wanted to come back is still there.
            Then::Leave(code) => self.arrive(code),
        }
    }

    /// The addon has gone from a table, where it sat or watched. It may want to come back at once.
    pub(crate) fn left(&mut self, code: TableCode) {
        self.tell(code, |_, _| vec![Body::State(State::Idle { reason: "You have left the table.".into() })]);
        self.forget(code);
        if self.coming.contains_key(&code) {
            self.session.watch(code);
        }
    }

    /// All is known about a table, perhaps for the first time, perhaps from another place.
    fn refreshed(&mut self, code: TableCode) {
        self.resumed(code);
        self.arrive(code);
        let seated = self.session.table(code).is_some_and(|table| table.seat.is_some());
        if seated {
            self.follow(code);
        }
        // A player who has just stood up need not see it from there.
        if seated || !self.is_leaving(code) {
            self.renew(code);
        }
    }

    /// A match begins, or all that the addon knew of a table may be wrong: it is told everything.
    fn renew(&mut self, code: TableCode) {
        if let (Some(place), Some(table)) = (self.places.get_mut(&code), self.session.table(code)) {
            place.renew(table);
            self.to_show.insert(code);
        }
    }

    /// One table less to wait for.
    fn resumed(&mut self, code: TableCode) {
        if let Some(left) = &mut self.resuming {
            left.remove(&code);
        }
    }

    fn forget(&mut self, code: TableCode) {
        self.resumed(code);
        self.places.remove(&code);
        self.session.unwatch(code);
    }

    fn invited(&mut self, open: &OpenInvitation) {
        self.out.extend(invite::invitation(&self.registry, open));
    }

    fn invitation_over(&mut self, ended: &EndedInvitation) {
        let invitation = &ended.open.invitation;
        let Some(game) = invite::wished_type(&self.registry, &invitation.wish) else { return };
        let is_words = invite::is_words_over_days(game, invitation.pace);
        let told = match ended.end {
            InvitationEnd::Accepted { table } => {
                let accept = Accept { invitation: Some(invitation.id.to_string()) };
                let accept = if is_words { Body::WordsAccept(accept) } else { Body::Accept(accept) };
                let about = About { game: Some(game), id: table.into(), word: accept.word() };
                return self.accepted(table, about, accept);
            }
            InvitationEnd::Declined => Decline::Declined,
            InvitationEnd::Withdrawn => Decline::Withdrawn,
            InvitationEnd::Expired => Decline::Expired,
        };
        let told = if is_words { Body::WordsDecline(told) } else { Body::Decline(told) };
        self.out.push(AddonFrame::new(game, invitation.id.into(), told));
    }

    /// A game was agreed on: goes to its table.
    fn accepted(&mut self, table: TableCode, about: About, accept: Body) {
        self.out.push(AddonFrame { game: about.game, id: table.into(), body: accept });
        self.come(table, about, Errand::Look);
    }
}
