//! Score challenges: two players play apart with the same dice, against one clock, and compare their scores.
//!
//! More points win, and of two equal scores the one that was finished first. Both play their run to its end, even once
//! nothing can change the result: the rest of a run is its player's own record. A player who ends early and waits has not
//! won by that: the other plays on as long as they give signs of life.

use parlor_kernel::{Outcome, Reason, Seat, SeatSet, Tick, Verdict, prose::span};
use serde::{Deserialize, Serialize};
use std::cmp::{Ordering, Reverse};

/// How long a challenge lasts at most, and whose run is played to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Challenge {
    /// How many seconds it lasts at most.
    pub seconds: u16,
    /// How many seconds it lasts at most after the last sign of life of a player whose opponent has finished.
    pub wait_seconds: u16,
    /// The seats that play their run to its end. Without them, as in old logs, a challenge is over once nothing can change
    /// its result.
    #[serde(default, skip_serializing_if = "is_empty")]
    pub whole: SeatSet,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_empty(seats: &SeatSet) -> bool {
    seats.is_empty()
}

/// How far one of the two players has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Contender {
    /// Points so far. They never become fewer, and no more once the player has finished.
    pub score: u64,
    /// When the player finished, by the house's clock.
    pub finished: Option<Tick>,
    /// When the player last did something; the end of time if that is not known.
    pub alive: Tick,
}

impl Challenge {
    /// Seed: ten minutes at most, and two of them after the last sign of life. Ruling: both play their run to its end.
    pub const USUAL: Self = Self { seconds: 600, wait_seconds: 120, whole: SeatSet::all(2) };

    /// How it is played, in a few words.
    pub fn phrase(self) -> String {
        let Self { seconds, wait_seconds, whole } = self;
        let until = if whole.is_empty() { "until it is decided" } else { "to the end" };
        format!("each apart {until}, for {} at most, {} after the last key", span(seconds), span(wait_seconds))
    }

    /// Whether that is a challenge: 60 seconds to an hour, waiting for 10 seconds to an hour, between two seats.
    pub fn is_valid(self) -> bool {
        (60..=3600).contains(&self.seconds)
            && (10..=3600).contains(&self.wait_seconds)
            && self.whole.iter().all(|seat| seat.0 < 2)
    }

    /// The challenge, with bots in these seats: a bot's run is no record that a player should wait for.
    #[must_use]
    pub fn against(self, bots: SeatSet) -> Self {
        Self { whole: bots.iter().fold(self.whole, SeatSet::without), ..self }
    }

    /// When it ends by itself, in a game of so many ticks per second: its time is up, or the player who still plays has
    /// given no sign of life for too long after the other had finished.
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

    /// The result, if the challenge is over. `most` is the score that no player can exceed.
    #[inline]
    pub fn outcome(self, per_second: u32, now: Tick, both: [Contender; 2], most: Option<u64>) -> Option<Outcome> {
        let plays_on = self.whole.iter().any(|seat| both[seat.index()].finished.is_none());
        if let Some(settled) = settled(both, most) {
            return (!plays_on || now >= self.ends(per_second, both)).then_some(settled);
        }
        (now >= self.ends(per_second, both)).then(|| {
            let outcome = Outcome { verdict: standing(both), reason: Reason::Completed };
            // The one behind has not finished, or it would be settled. If both are level, both ran out of time.
            let late = if outcome.winners().contains(Seat(0)) { Seat(1) } else { Seat(0) };
            Outcome { reason: Reason::Timeout(late), ..outcome }
        })
    }
}

/// The result, if nothing that may still happen can change it. `most` is the score that no player can exceed.
#[inline]
pub fn settled(both: [Contender; 2], most: Option<u64>) -> Option<Outcome> {
    // A player who has finished cannot catch up, and is not overtaken by one who cannot get more.
    let settles =
        |done: Contender, other: Contender| other.score > done.score || most.is_some_and(|most| done.score >= most);
    let is_settled = match both.map(|one| one.finished.is_some()) {
        [true, true] => true,
        [true, false] => settles(both[0], both[1]),
        [false, true] => settles(both[1], both[0]),
        [false, false] => false,
    };
    is_settled.then(|| Outcome { verdict: standing(both), reason: Reason::Completed })
}

/// Who is ahead: the player with more points, then the one who finished first; a player who has not finished comes last.
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
