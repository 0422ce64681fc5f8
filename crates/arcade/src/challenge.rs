//! Score challenges: two play apart with the same dice, against one clock, and compare.
//!
//! More points win, and of two equal scores the one that was finished first. It is over as soon as nothing can change
//! that any more, so no player waits in vain. Ending early only to wait never wins: as long as the other player gives
//! signs of life, that player plays on.

use parlor_kernel::{Outcome, Reason, Seat, SeatSet, Tick, Verdict, prose::span};
use serde::{Deserialize, Serialize};
use std::cmp::{Ordering, Reverse};

/// How long a challenge lasts at most, in seconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Challenge {
    /// In all.
    pub seconds: u16,
    /// After the last sign of life of whoever still plays when the other has finished.
    pub wait_seconds: u16,
}

/// How far one of the two has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Contender {
    /// Points so far. They never become fewer, and no more once this one has finished.
    pub score: u64,
    /// When this one finished, by the house's clock.
    pub finished: Option<Tick>,
    /// When this one last did something; the end of time if that is not known.
    pub alive: Tick,
}

impl Challenge {
    /// Seed: ten minutes at most, and two of them after the last sign of life.
    pub const USUAL: Self = Self { seconds: 600, wait_seconds: 120 };

    /// How long it lasts, in a few words.
    pub fn phrase(self) -> String {
        let Self { seconds, wait_seconds } = self;
        format!("each apart for {} at most, {} after the last key", span(seconds), span(wait_seconds))
    }

    /// Whether that is a challenge: 60 seconds to an hour, waiting for 10 seconds to an hour.
    pub fn is_valid(self) -> bool {
        (60..=3600).contains(&self.seconds) && (10..=3600).contains(&self.wait_seconds)
    }

    /// When it ends by itself, in a game of so many ticks per second: its time is up, or whoever still plays has given
    /// no sign of life for too long after the other had finished.
    #[inline]
    pub fn ends(self, per_second: u32, both: [Contender; 2]) -> Tick {
        let ticks = |seconds: u16| u64::from(seconds) * u64::from(per_second);
        let waits = |one: Contender, other: Contender| {
            let since = other.finished?.max(one.alive);
            one.finished.is_none().then(|| Tick(since.0.saturating_add(ticks(self.wait_seconds))))
        };
        let [first, second] = both;
        let end = Tick::ZERO + ticks(self.seconds);
        [waits(first, second), waits(second, first)].into_iter().flatten().fold(end, Tick::min)
    }

    /// The result, if nothing that may still happen can change it. `most` is the score that nobody can exceed.
    #[inline]
    pub fn outcome(self, per_second: u32, now: Tick, both: [Contender; 2], most: Option<u64>) -> Option<Outcome> {
        // Whoever has finished cannot catch up, and is not overtaken by somebody who cannot get more.
        let settled =
            |done: Contender, other: Contender| other.score > done.score || most.is_some_and(|most| done.score >= most);
        let decided = match both.map(|one| one.finished.is_some()) {
            [true, true] => true,
            [true, false] => settled(both[0], both[1]),
            [false, true] => settled(both[1], both[0]),
            [false, false] => false,
        };
        (decided || now >= self.ends(per_second, both)).then(|| {
            let outcome = Outcome { verdict: standing(both), reason: Reason::Completed };
            if decided {
                return outcome;
            }
            // The one behind has not finished, or it would be decided. If both are level, both ran out of time.
            let late = if outcome.winners().contains(Seat(0)) { Seat(1) } else { Seat(0) };
            Outcome { reason: Reason::Timeout(late), ..outcome }
        })
    }
}

/// Who is ahead: points first, then whoever finished first; whoever has not finished comes after everyone who has.
pub fn standing(both: [Contender; 2]) -> Verdict {
    let [first, second] = both.map(|one| (one.score, Reverse(one.finished.unwrap_or(Tick(u64::MAX)))));
    match first.cmp(&second) {
        Ordering::Greater => Verdict::Won(SeatSet::only(Seat(0))),
        Ordering::Less => Verdict::Won(SeatSet::only(Seat(1))),
        Ordering::Equal => Verdict::Draw,
    }
}

#[cfg(test)]
mod tests;
