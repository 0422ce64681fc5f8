//! Sleep: a table over days at which nothing happens is a row, and no memory.
//!
//! Everything about it is written down, with the moment at which it next has something to do. Then it can be dropped, and
//! [restored](Table::restore) when that moment comes, or when a user does: nobody sees that it slept.

use crate::{
    days::Awaited,
    house::HouseRules,
    input::Moment,
    presence::Presence,
    restore::RecoverError,
    rules::Rules,
    saved::Saved,
    table::{Table, info},
};
use parlor_kernel::Seat;
use parlor_store::{Listed, Sleep, Write};
use parlor_wire::{Occupant, Pace, Status, TableCode, TableInfo};
use std::sync::Arc;

impl Table {
    /// When the table may fall asleep, on the house's clock: over days, once nobody has watched it and nothing has happened
    /// for a while. One with a bet stays awake, because its escrow is counted when the house opens.
    fn sleeps_at(&self) -> Option<u64> {
        let may_sleep = self.saved.pace == Pace::Correspondence && self.saved.bet().is_none();
        let alive_at = u64::try_from(self.presence.alive_at()).unwrap_or_default();
        let quiet = alive_at.max(self.awake_since);
        (may_sleep && self.presence.is_empty()).then_some(quiet + self.house.times.sleep_ms)
    }

    /// When the table next has something to do, on the house's clock; falling asleep too, if it is worth the while.
    pub(crate) fn wakes_or_sleeps_at(&self, now: Moment) -> Option<u64> {
        let due = self.next_due_ms(now)?;
        let sleeps = self.sleeps_at().map(|at| at.max(now.house_ms));
        Some(sleeps.filter(|at| due > at + self.house.times.sleep_ms).unwrap_or(due))
    }

    /// Writes the table down for as long as it sleeps, if it may fall asleep now. If it stays awake all the same, it is asked
    /// again after a while.
    pub(crate) fn lie_down(&mut self, now: Moment) -> Option<Write> {
        self.sleeps_at().filter(|at| *at <= now.house_ms)?;
        let in_ms = self.next_due_ms(now)?.saturating_sub(now.house_ms);
        if in_ms <= self.house.times.sleep_ms {
            return None;
        }
        self.awake_since = now.house_ms;
        let at = |house_ms: i64| now.wall_ms.saturating_add_signed(house_ms.saturating_sub_unsigned(now.house_ms));
        let saved = Saved {
            quiet_since: Some(at(self.presence.alive_at())),
            deserted_since: self.presence.deserted_since().map(at),
            ..self.saved.clone()
        };
        let sleep = Sleep {
            due: now.wall_ms.saturating_add(in_ms),
            seated: saved.people().map(|(_, user)| user).collect(),
            listed: saved.public.then(|| saved.listed()),
            playing: saved.match_id(),
        };
        Some(Write::SleepTable { code: self.code, state: saved.to_text(), sleep })
    }
}

impl Saved {
    /// How it stands in the public list.
    fn listed(&self) -> Listed {
        let is_free = self.seats.iter().any(|seat| seat.occupant == Occupant::Nobody);
        if self.status != Status::Playing && is_free { Listed::Joinable } else { Listed::Full }
    }

    /// A table that sleeps, as everyone may see it, and the players for whom it waits.
    ///
    /// # Errors
    /// If the house does not have its game, or the game does not know its rules.
    pub fn while_asleep(&self, house: &HouseRules, code: TableCode) -> Result<(TableInfo, Vec<Awaited>), RecoverError> {
        let rules = Rules::of(&house.games, self).map_err(|refusal| RecoverError::Rules(refusal.message))?;
        let info = info(code, self, &rules, &Presence::new(self.count(), 0));
        let awaited = Seat::all(self.count()).filter(|seat| self.seats[seat.index()].awaited_since.is_some());
        let awaited = awaited.map(|seat| Awaited { seat, forfeits_at: self.forfeits_at(seat) }).collect();
        Ok((TableInfo { config: Some(Arc::clone(&self.config)), ..info }, awaited))
    }
}
