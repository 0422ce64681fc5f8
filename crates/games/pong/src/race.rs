//! A challenge: two courts with the same serves, each with one player against the machine, and one clock.
//!
//! More points win, and of two equal scores the court that was finished first. It is over as soon as nothing can change
//! that any more, so nobody waits in vain.

use crate::{Challenge, Config, Phase, Position, What, motion::NEVER, units::TICKS_PER_SECOND};
use parlor_kernel::{Outcome, Reason, Seat, Tick, Verdict};
use serde::{Deserialize, Serialize};

/// The second court of a challenge, and what is to be known about both.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Race {
    /// The second seat's court. Its player is on the left there, too.
    pub court: Position,
    /// When each court was finished.
    pub finished: [Option<Tick>; 2],
    /// When each seat last did something.
    pub alive: [Tick; 2],
    /// The result of the challenge, once there is one.
    pub outcome: Option<Outcome>,
}

impl Race {
    pub(crate) const fn opening(court: Position) -> Self {
        Self { court, finished: [None; 2], alive: [Tick::ZERO; 2], outcome: None }
    }

    /// Keeps up with what happened on one of the courts.
    pub(crate) fn note(&mut self, at: Tick, court: usize, what: &What) {
        match what {
            What::Steered { .. } => self.alive[court] = at,
            What::Over { .. } => self.finished[court] = Some(at),
            _ => {}
        }
    }

    /// The challenge is over, and with it both courts.
    pub(crate) fn decide(&mut self, at: Tick, first: &mut Position, outcome: Outcome) {
        self.outcome = Some(outcome);
        for court in [first, &mut self.court] {
            court.hold(at, NEVER);
            (court.phase, court.due) = (Phase::Over, None);
        }
    }

    /// When the challenge ends by itself: its time is up, or whoever still plays has given no sign of life for too long
    /// after the other had finished.
    pub(crate) fn due(&self, challenge: Challenge) -> Tick {
        let ticks = |seconds: u16| u64::from(seconds) * u64::from(TICKS_PER_SECOND);
        let end = Tick::ZERO + ticks(challenge.seconds);
        let waits = |seat: usize| {
            let since = self.finished[1 - seat]?.max(self.alive[seat]);
            self.finished[seat].is_none().then(|| since + ticks(challenge.wait_seconds))
        };
        [waits(0), waits(1)].into_iter().flatten().fold(end, Tick::min)
    }

    /// The result, if nothing that may still happen can change it.
    pub(crate) fn verdict(&self, config: &Config, first: &Position, now: Tick) -> Option<Outcome> {
        let points = [first.points[0], self.court.points[0]];
        let over = |verdict, reason| Some(Outcome { verdict, reason });
        let won = |seat: usize, reason| over(Verdict::Won(parlor_kernel::SeatSet::only(Seat(seat as u8))), reason);
        let reason = match config.challenge {
            Some(challenge) if now >= self.due(challenge) => Reason::Timeout,
            _ => Reason::Completed,
        };
        // Points first, then whoever finished first; whoever has not finished comes after everyone who has.
        let rank = |seat: usize| (points[seat], std::cmp::Reverse(self.finished[seat].unwrap_or(NEVER)));
        let best = match rank(0).cmp(&rank(1)) {
            std::cmp::Ordering::Greater => Some(0),
            std::cmp::Ordering::Less => Some(1),
            std::cmp::Ordering::Equal => None,
        };
        match (self.finished, best) {
            ([Some(_), Some(_)], None) => over(Verdict::Draw, reason),
            ([Some(_), Some(_)], Some(best)) => won(best, reason),
            _ if reason == Reason::Timeout => {
                best.map_or_else(|| over(Verdict::Draw, reason), |best| won(best, reason))
            }
            // One has finished: as many points as there are cannot be beaten, and one more than theirs cannot be lost.
            ([Some(_), None], _) if points[0] >= config.points_to_win => won(0, reason),
            ([None, Some(_)], _) if points[1] >= config.points_to_win => won(1, reason),
            ([Some(_), None], _) if points[1] > points[0] => won(1, reason),
            ([None, Some(_)], _) if points[0] > points[1] => won(0, reason),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests;
