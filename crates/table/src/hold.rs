//! When a match stands still, and for whom.
//!
//! It waits for a player who drops, as long as their [allowance](Allowance) lasts; and a real-time match stands still
//! while none of its players is there.

use crate::saved::SavedSeat;
use crate::{
    clock::{MatchClock, Return},
    input::Moment,
    table::Table,
    turn::Turn,
    waits::{Allowance, Waits},
};
use parlor_kernel::Seat;
use parlor_store::Write;

impl Table {
    /// When a match that stands still goes on: all for whom it waits have used up their allowance or left, or, in real time,
    /// the last player who came back has had a moment to find their keys.
    pub(crate) fn goes_on_at(&self) -> Option<u64> {
        let until = |(seat, saved): (u8, &SavedSeat)| {
            let until = saved.waits.until(self.allowance())?;
            let leaves = self.leaves_at(Seat(seat)).filter(|_| !self.is_real_time());
            Some(leaves.map_or(until, |leaves| leaves.min(until)))
        };
        let waits = (0u8..).zip(&self.saved.seats).filter_map(until).max();
        let back = || self.back.goes_on_at(&self.house.times).filter(|_| self.is_real_time());
        waits.or_else(back).filter(|_| self.saved.clock.stands())
    }

    /// How long the match waits for one player in all.
    fn allowance(&self) -> Allowance {
        let grace_ms = self.house.times.grace_ms;
        match (self.is_real_time(), self.is_solo()) {
            (true, _) => Allowance::of_real_time(grace_ms),
            (false, true) => Allowance::ENDLESS,
            (false, false) => Allowance::of_turns(grace_ms),
        }
    }

    /// Whether the match has to stop or go on, or begins or ceases to wait for a player.
    pub(crate) fn is_hold_due(&self, now: Moment) -> bool {
        self.changed_waits(now).next().is_some() || self.changed_clock(now).is_some()
    }

    /// Whether the match should wait for the player in `seat`: they are gone and may still come back, and their allowance
    /// lasts. In real time another player must be there, and none may have played to the end; in turns the clock must run
    /// for something.
    fn should_wait(&self, seat: Seat, now_ms: u64) -> bool {
        let (waits, stands) = (self.saved.seats[seat.index()].waits, self.saved.clock.stands());
        let is_live = || self.presence.is_player_there(&self.saved) && !self.has_anybody_played();
        let has_clock = || self.live.as_ref().is_some_and(|live| live.next_wake_ms().is_some());
        let is_real_time = self.is_real_time();
        self.leaves_at(seat).is_some_and(|leaves| if is_real_time { is_live() } else { now_ms < leaves && has_clock() })
            && waits.may_wait(now_ms, self.allowance(), stands)
    }

    /// The seats for which the match begins or ceases to wait.
    fn changed_waits(&self, now: Moment) -> impl Iterator<Item = (Seat, Waits)> {
        let (now_ms, stands) = (now.house_ms, self.saved.clock.stands());
        (0u8..).zip(&self.saved.seats).filter_map(move |(seat, saved)| {
            let waits = saved.waits.noted(now_ms, self.should_wait(Seat(seat), now_ms), stands);
            (waits != saved.waits).then_some((Seat(seat), waits))
        })
    }

    /// How the match's clock must stand from now on, if that is another way than it does: it stops when the match waits for a
    /// player, or when none of its players is there, and goes on when it is time.
    fn changed_clock(&self, now: Moment) -> Option<MatchClock> {
        let (clock, now_ms) = (self.saved.clock, now.house_ms);
        let waits = self.saved.seats.iter().any(|seat| seat.waits.is_on());
        if clock.stands() {
            let is_time = !self.is_real_time() || self.goes_on_at().is_some_and(|at| at <= now_ms);
            return (is_time && !waits).then(|| clock.started(now_ms));
        }
        (waits || self.is_left()).then(|| clock.stopped(now_ms))
    }

    /// Whether the match is left by all of its players, so that its clock stands still.
    fn is_left(&self) -> bool {
        let misses_a_player = || Seat::all(self.saved.count()).any(|seat| self.leaves_at(seat).is_some());
        // Once a player has played to the end, only until the others have been there again after a restart.
        let may_stand = || !self.has_anybody_played() || self.back.is_nobody();
        self.is_real_time() && !self.presence.is_player_there(&self.saved) && misses_a_player() && may_stand()
    }
}

impl Turn<'_> {
    /// Stops the match's clock, or lets it go on, and notes for whom it stands still. That is durable before anything else
    /// happens: a house that falls meanwhile must not let the time pass after all.
    pub(crate) fn hold_or_go_on(&mut self) {
        let now = self.now;
        let waits: Vec<_> = self.table.changed_waits(now).collect();
        for &(seat, waits) in &waits {
            self.table.saved.seats[seat.index()].waits = waits;
        }
        if !waits.is_empty() {
            self.must_save();
        }
        if let Some(clock) = self.table.changed_clock(now) {
            self.set_clock(clock);
        } else if !waits.is_empty() {
            self.note_change();
        }
    }

    /// The house has not run for a while, and goes on as after a restart: players who are gone have their whole grace again,
    /// and a real-time match waits until those who play it have found their keys.
    pub(crate) fn go_on_after_stop(&mut self) {
        let now_ms = self.now.house_ms;
        let table = &mut *self.table;
        if !table.saved.is_playing() {
            return;
        }
        table.presence.renew_grace(now_ms);
        if table.is_real_time() {
            table.back = Return::default();
            let clock = table.saved.clock;
            self.note_presence();
            self.set_clock(if clock.stands() { clock } else { clock.stopped(now_ms) });
        }
        self.note_change();
    }

    fn set_clock(&mut self, clock: MatchClock) {
        self.table.saved.clock = clock;
        // With the house's clock, which the match's counts from.
        self.write([Write::Clock(self.now.house_ms)]);
        self.must_save();
        if self.table.is_real_time() {
            // What clients made of the time until now does not hold any more.
            self.refresh_all();
        }
        self.note_change();
    }
}

#[cfg(test)]
mod tests;
#[cfg(test)]
mod turns;
