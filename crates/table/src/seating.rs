//! Users who sit down, stand up, talk, or are deleted.

use crate::{seats::SeatError, table::Table, turn::Turn};
use parlor_kernel::{Refusal, Seat};
use parlor_store::{User, Write};
use parlor_wire::{Room, UserId, frame::TableEvent};

impl Turn<'_> {
    /// A user sits down.
    pub(crate) fn sit(&mut self, user: &User, seat: Option<Seat>) -> Result<(), Refusal> {
        if self.table.saved.is_playing() {
            return self.relieve(user, seat);
        }
        self.table.saved.sit(user, seat)?;
        self.save_and_show(user.id);
        self.begin_if_ready();
        Ok(())
    }

    /// A user takes over from a bot while the match runs.
    fn relieve(&mut self, user: &User, wanted: Option<Seat>) -> Result<(), Refusal> {
        let Table { saved, rules, presence, .. } = &mut *self.table;
        let own = saved.seat_of(user.id);
        let level = rules.middle_bot().unwrap_or_default();
        saved.relieve(user, wanted, &level, |seat, before| rules.admits(seat, before))?;
        own.into_iter().for_each(|own| presence.let_go(own));
        self.save_and_show(user.id);
        Ok(())
    }

    /// The host moves who sits in one seat to another.
    pub(crate) fn move_seats(&mut self, host: UserId, from: Seat, to: Seat) -> Result<(), Refusal> {
        self.table.saved.move_seats(host, from, to)?;
        self.save_and_show_all();
        Ok(())
    }

    /// The host has chance decide who sits where.
    pub(crate) fn shuffle_seats(&mut self, host: UserId) -> Result<(), Refusal> {
        let Table { saved, chance, .. } = &mut *self.table;
        saved.shuffle(host, &mut chance.rng())?;
        self.save_and_show_all();
        Ok(())
    }

    /// The host begins: bots take the empty seats.
    pub(crate) fn begin_as_host(&mut self, host: UserId, bots: Option<String>) -> Result<(), Refusal> {
        let Table { saved, rules, .. } = &mut *self.table;
        let level = bots.or_else(|| rules.middle_bot()).unwrap_or_default();
        let mut filled = saved.clone();
        filled.fill(rules.game(), host, &level)?;
        let before = std::mem::replace(saved, filled);
        let begun = if self.table.is_complete() { self.begin() } else { Err(SeatError::NotReady.into()) };
        if begun.is_err() {
            self.table.saved = before;
        }
        begun
    }

    /// A player stands up. During a match that is leaving it for good.
    pub(crate) fn stand(&mut self, user: UserId) -> Result<(), Refusal> {
        let seat = self.table.saved.seat_of(user).ok_or(SeatError::NotSeated)?;
        let successor = if self.table.saved.is_playing() { self.give_up(seat)? } else { None };
        self.table.presence.let_go(seat);
        match successor {
            Some(level) => self.table.saved.hand_over(seat, level),
            None => self.table.saved.vacate(seat),
        }
        self.save_and_show(user);
        Ok(())
    }

    /// A user must stand up, whether they play or hold the bet.
    pub(crate) fn stand_up(&mut self, user: &User) -> Result<(), Refusal> {
        if self.table.saved.bet().is_some_and(|bet| bet.holder() == Some(user.id)) {
            self.holder_left(user.id)?;
        }
        if self.table.saved.seat_of(user.id).is_some() { self.stand(user.id) } else { Ok(()) }
    }

    /// Users have been deleted: nothing they said is shown any more, and what was said since is not kept either.
    pub(crate) fn forget(&mut self, gone: &[User]) -> Result<(), Refusal> {
        // A user who never said anything leaves nothing to be written: there are many tables.
        let talkers: Vec<_> = gone.iter().filter(|user| self.table.talk.forget(user.id)).collect();
        let code = self.table.code;
        self.write(talkers.iter().map(|user| Write::ForgetChat { code, user: user.id }));
        let result = gone.iter().try_for_each(|user| {
            self.forget_payer(user.id);
            self.stand_up(user)
        });
        if !talkers.is_empty() {
            // On new runs of numbers: those who come back must not be sent it with what they have missed.
            self.refresh_all();
        }
        result
    }

    /// A user says something, in their own room if they name none.
    pub(crate) fn say(&mut self, user: &User, text: &str, room: Option<Room>) -> Result<(), Refusal> {
        let viewer = self.table.viewer(user.id);
        let Table { talk, rules, house, saved, chance, .. } = &mut *self.table;
        let pace = (&*rules, house.chat_per_ten_seconds);
        let line = talk.say((user, viewer), (text, room), saved.is_playing(), pace, (self.now, chance))?;
        self.write([Write::Chat { code: self.table.code, line: line.clone().into() }]);
        self.table.presence.stir(self.now.house_ms);
        let room = line.room;
        let said = TableEvent::Chat(line).into();
        for viewer in self.viewers() {
            if self.table.rules.reads(viewer, room) {
                self.publish(viewer, &said);
            }
        }
        Ok(())
    }
}
