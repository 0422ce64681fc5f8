//! Day clocks: how long a player of a game over days may take for a move.
//!
//! They go by the wall clock, because players are promised dates: a house that is closed for a weekend does not give them a
//! weekend more, and one that is slow takes nothing from them.

use crate::{live::PlayError, table::Table, turn::Turn};
use parlor_kernel::{Refusal, Seat, SeatSet};
use parlor_wire::Pace;
use serde::{Deserialize, Serialize};

/// The milliseconds of a day.
const DAY_MS: u64 = 24 * 3_600_000;

/// How many days a player has for a move: from 1 to 30.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Days(u8);

impl Days {
    /// As long as there can be, and as long as players have at tables that were saved without a day clock.
    pub const MOST: Self = Self(30);

    pub(crate) const fn ms(self) -> u64 {
        self.0 as u64 * DAY_MS
    }
}

impl From<Days> for u8 {
    fn from(Days(days): Days) -> Self {
        days
    }
}

impl Default for Days {
    fn default() -> Self {
        Self::MOST
    }
}

impl TryFrom<u8> for Days {
    type Error = &'static str;

    fn try_from(days: u8) -> Result<Self, Self::Error> {
        if (1..=Self::MOST.0).contains(&days) {
            Ok(Self(days))
        } else {
            Err("a player has from 1 to 30 days for a move")
        }
    }
}

/// A seat that a match waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Awaited {
    /// Which.
    pub seat: Seat,
    /// When its player forfeits, in a game over days: in milliseconds since 1970.
    pub forfeits_at: Option<u64>,
}

impl Table {
    /// When the next player forfeits, on the wall clock.
    pub(crate) fn forfeits_next_at(&self) -> Option<u64> {
        Seat::all(self.saved.count()).filter_map(|seat| self.saved.forfeits_at(seat)).min()
    }

    /// The players for whom a match over days waits.
    fn awaited(&self) -> SeatSet {
        let is_over_days = self.saved.pace == Pace::Correspondence && self.saved.is_playing();
        let Some(live) = self.live.as_ref().filter(|_| is_over_days) else { return SeatSet::EMPTY };
        self.saved.people().map(|(seat, _)| seat).filter(|seat| live.awaiting().contains(*seat)).collect()
    }
}

impl Turn<'_> {
    /// Notes since when a match over days waits for whom; says whether that has changed. The clock of a player who has
    /// moved, and must move again, starts anew.
    pub(crate) fn note_awaited(&mut self) -> bool {
        let (awaited, moved, now_ms) = (self.table.awaited(), self.moved, self.now.wall_ms);
        let mut has_changed = false;
        for (seat, saved) in (0u8..).map(Seat).zip(&mut self.table.saved.seats) {
            let known = saved.awaited_since.filter(|_| !moved.contains(seat));
            let since = awaited.contains(seat).then(|| known.unwrap_or(now_ms));
            has_changed |= since != saved.awaited_since;
            saved.awaited_since = since;
        }
        self.moved = SeatSet::EMPTY;
        if has_changed {
            self.must_save();
        }
        has_changed
    }

    /// Players who have not moved for too long leave the match. If all of them have not, nobody has won.
    pub(crate) fn forfeit_overdue(&mut self) -> Result<(), Refusal> {
        let now_ms = self.now.wall_ms;
        let saved = &self.table.saved;
        let is_overdue = |seat: &Seat| saved.forfeits_at(*seat).is_some_and(|at| at <= now_ms);
        let overdue: SeatSet = saved.people().map(|(seat, _)| seat).filter(is_overdue).collect();
        if overdue.is_empty() {
            return Ok(());
        }
        if saved.people().all(|(seat, _)| overdue.contains(seat)) {
            return self.call_off();
        }
        overdue.iter().try_for_each(|seat| self.leave(seat))
    }

    /// Takes a seat out of the match, unless it is over.
    pub(crate) fn leave(&mut self, seat: Seat) -> Result<(), Refusal> {
        let clock_ms = self.let_time_pass();
        let live = self.table.live.as_mut().ok_or(PlayError::NoMatch)?;
        if !live.is_over() && !live.has_finished(seat) && !live.has_left(seat) {
            let progress = live.leave(clock_ms, seat, self.now)?;
            self.follow(progress);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_takes_from_one_to_thirty_days() {
        assert!([0, 31, 255].into_iter().all(|days| Days::try_from(days).is_err()));
        assert_eq!(Days::try_from(3).unwrap().ms(), 259_200_000);
        assert!(serde_json::from_str::<Days>("31").is_err());
        assert_eq!(serde_json::to_string(&Days::MOST).unwrap(), "30");
    }
}
