//! What a table does by itself, and when.

use crate::{
    bet::Bet,
    input::{Facts, Moment},
    table::Table,
    turn::Turn,
};
use parlor_kernel::{Refusal, Seat};
use parlor_store::Write;
use parlor_wire::{Pace, Status, frame::TableEvent};

impl Table {
    /// Whether a match begins by itself: it could, and there are no players whom the host may want to move before.
    pub(crate) fn can_begin(&self) -> bool {
        let is_settled = !self.rules.is_arranged() || self.saved.people().count() == 1;
        is_settled && !self.is_stuck && self.is_complete()
    }

    /// Whether a match could begin: every seat is taken, everyone is ready and has put in the bet, and all of them are
    /// there; over days they need not be.
    pub(crate) fn is_complete(&self) -> bool {
        let is_live = self.saved.pace == Pace::Live;
        let here = !is_live || self.saved.people().all(|(_, user)| self.presence.is_connected(user));
        let is_funded = self.saved.bet().is_none_or(Bet::is_funded);
        !self.saved.is_playing() && self.saved.all_ready() && here && is_funded && self.saved.people().next().is_some()
    }

    /// When the table next has something to do by itself.
    pub(crate) fn next_due_ms(&self, now: Moment) -> Option<u64> {
        if self.can_begin() || self.is_hold_due(now) {
            return Some(now.house_ms);
        }
        let leaves = Seat::all(self.saved.count()).filter_map(|seat| self.ruled_at(seat));
        let clocks = [self.wakes_at(), self.bots_due_ms(), self.bots.next_due_ms(), self.goes_on_at()];
        let bet = [self.saved.bet().and_then(Bet::due), self.holder_leaves_at(), self.closes_at()];
        let forfeits = self.forfeits_next_at().map(|at| now.house_ms + at.saturating_sub(now.wall_ms));
        leaves.chain(clocks.into_iter().chain(bet).flatten()).chain(forfeits).min()
    }

    /// When the game next moves by itself.
    fn wakes_at(&self) -> Option<u64> {
        self.saved.clock.house_ms(self.live.as_ref()?.next_wake_ms()?)
    }

    /// When the bots of a real-time match are asked next.
    fn bots_due_ms(&self) -> Option<u64> {
        let live = self.live.as_ref().filter(|_| !self.saved.acting_bots().is_empty())?;
        self.saved.clock.house_ms(live.bots_due_ms()?)
    }

    /// When a gone player's seat is given up. Over days no player loses by being away (their day clock runs anyway); one who has
    /// played to the end may go, and one who is out of the match has gone.
    pub(crate) fn leaves_at(&self, seat: Seat) -> Option<u64> {
        let since = self.presence.gone_since(seat)?;
        let stays = self.saved.pace == Pace::Correspondence
            || self.saved.seats[seat.index()].substitute.is_some()
            || self.has_played(seat)
            || self.has_left(seat);
        let times = &self.house.times;
        let grace = if self.is_solo() { times.solo_idle_ms } else { times.grace_ms };
        (!stays).then_some(since + grace)
    }

    /// Whether the player in `seat` is there or may still come back, so that it matters to them how the match goes on. Over days
    /// players need not be there.
    pub(crate) fn plays_on(&self, seat: Seat) -> bool {
        let place = &self.saved.seats[seat.index()];
        let is_there = place.occupant.person().is_some_and(|user| self.presence.is_connected(user));
        let may_come = || self.saved.pace == Pace::Correspondence || self.leaves_at(seat).is_some();
        !self.has_left(seat) && place.substitute.is_none() && (is_there || may_come())
    }

    /// Whether everyone who plays here is gone, and none of them has played to the end.
    fn is_deserted(&self) -> bool {
        !self.presence.is_player_there(&self.saved) && !self.has_anybody_played()
    }

    /// When it is ruled about a gone player's seat. While nobody is left to win, everyone has their whole grace.
    fn ruled_at(&self, seat: Seat) -> Option<u64> {
        let leaves = self.leaves_at(seat)?;
        let everyone = self.saved.people().filter_map(|(other, _)| self.leaves_at(other));
        if self.is_deserted() { everyone.max() } else { Some(leaves) }
    }

    /// When a holder who is not connected counts as gone.
    pub(crate) fn holder_leaves_at(&self) -> Option<u64> {
        self.presence.holder_gone_since().map(|since| since + self.house.times.grace_ms)
    }

    /// When the table closes if nothing happens.
    fn closes_at(&self) -> Option<u64> {
        if self.saved.bet().is_some_and(|bet| bet.in_escrow() > 0) {
            // What lies in the escrow moves on by itself, and only then the table goes.
            return None;
        }
        let times = &self.house.times;
        let after = |since: i64, ms| u64::try_from(since.saturating_add_unsigned(ms)).unwrap_or_default();
        let deserted = self.presence.deserted_since().map(|since| after(since, times.linger_ms));
        match self.saved.status {
            Status::Playing => None,
            Status::Ended => deserted,
            Status::Waiting => {
                // A player who sits there may come back; a table with empty seats need not wait that long.
                let nobodys = deserted.filter(|_| self.saved.people().next().is_none());
                Some(after(self.presence.alive_at(), times.idle_ms)).into_iter().chain(nobodys).min()
            }
        }
    }
}

impl Turn<'_> {
    /// Does what is due.
    pub(crate) fn do_what_is_due(&mut self, facts: &Facts) -> Result<(), Refusal> {
        let now_ms = self.now.house_ms;
        self.hold_or_go_on();
        self.begin_if_ready();
        // A real-time match is not brought up to date whenever a bot is asked.
        if self.table.wakes_at().is_some_and(|due| due <= now_ms) || !self.table.is_real_time() {
            self.let_time_pass();
        }
        for seat in Seat::all(self.table.saved.count()) {
            if self.table.ruled_at(seat).is_none_or(|at| at > now_ms) {
                continue;
            }
            if self.table.is_deserted() {
                self.call_off()?;
            } else {
                let substitute = self.give_up(seat)?;
                self.table.saved.seats[seat.index()].substitute = substitute;
                self.save();
            }
        }
        self.forfeit_overdue()?;
        if self.table.bots_due_ms().is_some_and(|due| due <= now_ms) {
            self.ask_bots();
        }
        for seat in self.table.bots.take_due(now_ms).iter() {
            self.bot_acts(seat)?;
        }
        self.tend_bet(facts.log.clone())?;
        if self.table.closes_at().is_some_and(|at| at <= now_ms) {
            self.close();
        }
        Ok(())
    }

    /// Closes the table by order: a match counts for no player, and a bet goes back to those who put it in.
    pub(crate) fn close_now(&mut self, reason: &str) -> Result<(), Refusal> {
        self.call_off()?;
        self.close_for(reason);
        Ok(())
    }

    /// Closes the table because nothing happens there.
    fn close(&mut self) {
        let reason = match self.table.presence.deserted_since() {
            Some(_) => "Everybody has gone, so the table was cleared.",
            None => "Nothing has happened here for too long, so the table was closed. Open a new one to play.",
        };
        self.close_for(reason);
    }

    /// Closes the table for good.
    fn close_for(&mut self, reason: &str) {
        let last = self.last_writes();
        self.write(last);
        self.write([Write::DropTable { code: self.table.code }]);
        self.publish_all(TableEvent::Closed { reason: reason.into() });
        self.effects.closed = true;
    }
}
