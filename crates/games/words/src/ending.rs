//! How a match ends.

use crate::{
    board::value,
    config::{Clock, Leftovers, SCORELESS_TURNS, Tie},
    event::Event,
    state::{TICKS_PER_SECOND, Words},
};
use parlor_kernel::{Outcome, Places, Reason, Seat, Sink, Tick};

/// Overtime is counted in these.
const MINUTE: u64 = 60 * TICKS_PER_SECOND as u64;

impl Words {
    /// Whether the match ends although there are tiles: everyone has passed in a row (two passes, at a table for two), or
    /// six turns in a row brought no points.
    pub(crate) fn is_exhausted(&self) -> bool {
        u32::from(self.common.passes) >= self.common.playing().len() || self.common.scoreless >= SCORELESS_TURNS
    }

    /// The match is played to its end; `finisher` has laid its last tile.
    pub(crate) fn complete(&mut self, now: Tick, finisher: Option<Seat>, out: &mut impl Sink<Event>) {
        let mut settled = self.overtime(now);
        if self.config().leftovers == Leftovers::Deducted {
            let left: Vec<i32> =
                self.racks.iter().map(|rack| rack.iter().map(|tile| i32::from(value(tile))).sum()).collect();
            for (points, left) in settled.iter_mut().zip(&left) {
                *points -= left;
            }
            if let Some(seat) = finisher {
                settled[seat.index()] += left.iter().sum::<i32>();
            }
        }
        self.end(Reason::Completed, settled, out);
    }

    /// What each seat loses for its overtime.
    fn overtime(&self, now: Tick) -> Vec<i32> {
        let Clock::Total { seconds, penalty, .. } = self.config().clock else { return vec![0; self.racks.len()] };
        let allowed = u64::from(seconds) * u64::from(TICKS_PER_SECOND);
        let minutes = |spent: u64| spent.saturating_sub(allowed).div_ceil(MINUTE) as i32;
        self.spent(now).into_iter().map(|spent| -minutes(spent) * i32::from(penalty)).collect()
    }

    /// The match ends with the scores as they are, but for what is settled now.
    pub(crate) fn end(&mut self, reason: Reason, settled: Vec<i32>, out: &mut impl Sink<Event>) {
        let scores: Vec<_> = self.common.scores.iter().zip(&settled).map(|(score, points)| score + points).collect();
        let outcome = Outcome::ranked(self.places(&scores), reason);
        self.tell(Event::Over { outcome, racks: self.racks.clone(), settled }, out);
    }

    /// The higher score has the better place; who gave up comes after those who stayed. Equal scores share a place, or it
    /// goes to the seat that finished its turn last.
    fn places(&self, scores: &[i32]) -> Places {
        let last_turn = |seat: Seat| self.common.history.iter().rposition(|turn| turn.seat == seat);
        let standing = |seat: Seat| {
            let tie = if self.config().tie == Tie::LastTurn { last_turn(seat) } else { None };
            (!self.common.gone.contains(seat), scores[seat.index()], tie)
        };
        let standings: Vec<_> = Seat::all(self.common.seats()).map(standing).collect();
        Places::by_score(&standings)
    }
}
