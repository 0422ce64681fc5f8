//! What the house tells, in the addon's words.

use crate::{
    dialect::{About, Dialect, Errand},
    games::At,
    invite,
    place::{self, Place},
};
use parlor_client::{Notice, TableModel};
use parlor_wire::{
    CommandId, Invitation, InvitationEnd, InvitationId, TableCode,
    addon::{
        Body, Frame, GameId,
        talk::{Accept, Decline, State},
    },
};
use serde_json::value::RawValue;

/// The word of whoever leaves a table.
const LEAVE: &str = "LEAVE";

impl Dialect {
    /// Takes in a native frame from the house. What the addon should hear of it waits in [`Dialect::to_addon`].
    pub fn hear(&mut self, text: &str, now_ms: f64) {
        match self.session.receive(text, now_ms) {
            Ok(notices) => notices.into_iter().for_each(|notice| self.notice(notice, now_ms)),
            Err(error) => tracing::error!(%error, "the house's own frame cannot be read"),
        }
    }

    fn notice(&mut self, notice: Notice, now_ms: f64) {
        match notice {
            Notice::Hello(me) => {
                let (id, version) = (me.id.to_string(), env!("CARGO_PKG_VERSION").into());
                self.greet(State::Hello { name: me.name, id, version });
            }
            // The next picture shows it.
            Notice::Settled(_) => {}
            Notice::Done(id) => self.done(&id),
            Notice::Refused { id, code, message } => self.refused(id, &code, &message),
            Notice::Paired(table) => {
                let about = About { game: self.seeking.take(), id: table.into(), word: "ANYONE" };
                self.accepted(table, about, None);
            }
            Notice::Invited(invitation) => self.invited(invitation),
            Notice::InvitationOver(id, end) => self.invitation_over(id, end),
            Notice::Refreshed(code) => self.refreshed(code, now_ms),
            Notice::Began(code) => {
                if let (Some(place), Some(table)) = (self.places.get_mut(&code), self.session.table(code)) {
                    place.renew(table);
                }
                self.show(code, now_ms);
            }
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

    fn happened(&mut self, code: TableCode, events: &[Box<RawValue>], now_ms: f64) {
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

    fn done(&mut self, id: &CommandId) {
        let Some(About { id, word: LEAVE, .. }) = self.asked.remove(id) else { return };
        if let Ok(code) = id.as_str().parse() {
            self.left(code);
        }
    }

    /// Whoever was at a table, in a seat or beside it, has gone.
    pub(crate) fn left(&mut self, code: TableCode) {
        self.tell(code, |_, _| vec![Body::State(State::Idle { reason: "You have left the table.".into() })]);
        self.forget(code);
    }

    fn refused(&mut self, id: Option<CommandId>, code: &str, message: &str) {
        let Some(id) = id else { return self.object(code, message) };
        if let Some(table) = self.watches.remove(&id) {
            let unknown = About { game: None, id: table.into(), word: "GSYNC" };
            let about = self.coming.remove(&table).map_or(unknown, |coming| coming.about);
            self.forget(table);
            return self.refuse(&about, code, message);
        }
        if let Some(about) = self.asked.remove(&id) {
            self.refuse(&about, code, message);
        }
    }

    /// All is known about a table, perhaps for the first time, perhaps from another place.
    fn refreshed(&mut self, code: TableCode, now_ms: f64) {
        self.watches.retain(|_, table| *table != code);
        self.resumed(code);
        self.arrive(code);
        if self.is_leaving(code) && self.session.table(code).is_some_and(|table| table.seat.is_none()) {
            // Whoever has just stood up need not see it from there.
            return;
        }
        if let (Some(place), Some(table)) = (self.places.get_mut(&code), self.session.table(code)) {
            place.renew(table);
        }
        self.show(code, now_ms);
    }

    fn is_leaving(&self, code: TableCode) -> bool {
        self.asked.values().any(|about| about.word == LEAVE && about.id.as_str().parse() == Ok(code))
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

    fn invited(&mut self, invitation: Box<Invitation>) {
        let sent = self.session.me().is_some_and(|me| me.id == invitation.from.id);
        let Some((game, told)) = invite::invitation(&self.registry, &invitation, sent) else { return };
        self.out.push(told);
        self.invitations.insert(invitation.id, (game, invitation));
    }

    fn invitation_over(&mut self, id: InvitationId, end: InvitationEnd) {
        let Some((game, _)) = self.invitations.remove(&id) else { return };
        let name: GameId = id.to_string().parse().unwrap_or_default();
        let told = match end {
            InvitationEnd::Accepted { table } => {
                let about = About { game: Some(game), id: table.into(), word: "GACC" };
                return self.accepted(table, about, Some(id.to_string()));
            }
            InvitationEnd::Declined => Decline::Declined,
            InvitationEnd::Withdrawn => Decline::Withdrawn,
            InvitationEnd::Expired => Decline::Expired,
        };
        self.out.push(Frame::new(game, name, Body::Decline(told)));
    }

    /// A game was agreed on: goes to its table.
    fn accepted(&mut self, table: TableCode, about: About, invitation: Option<String>) {
        let accept = Body::Accept(Accept { invitation });
        self.out.push(Frame { game: about.game, id: table.into(), body: accept });
        self.come(table, about, Errand::Look);
    }
}
