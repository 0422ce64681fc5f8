//! How long a match stands still for a player who drops.
//!
//! Each player has an allowance of time and interruptions. Without a limit a player could stop the match whenever they
//! want to think.

use serde::{Deserialize, Serialize};

/// How long a match waits for one player in all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Allowance {
    /// For how many milliseconds.
    pub ms: u64,
    /// How often they may stop it.
    pub times: u8,
}

impl Allowance {
    /// In a match that moves by itself: the grace, and three interruptions.
    pub const fn of_real_time(grace_ms: u64) -> Self {
        Self { ms: grace_ms, times: 3 }
    }

    /// In a match played in turns: three graces, so that no turn runs out on a player who may still come back.
    pub const fn of_turns(grace_ms: u64) -> Self {
        Self { ms: grace_ms.saturating_mul(3), times: u8::MAX }
    }

    /// Where no other player waits.
    pub const ENDLESS: Self = Self { ms: u64::MAX, times: u8::MAX };
}

/// How a match has waited for the player in one seat. Moments are on the house's clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Waits {
    /// How often the player has stopped the match.
    times: u8,
    /// How long it has waited for them in all, without the wait that is on, in milliseconds.
    spent_ms: u64,
    /// Since when it waits for them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    since: Option<u64>,
}

impl Default for Waits {
    fn default() -> Self {
        Self::NONE
    }
}

impl Waits {
    /// The match has never waited for this player.
    pub const NONE: Self = Self { times: 0, spent_ms: 0, since: None };

    /// Whether the match has never waited for this player.
    pub fn is_none(&self) -> bool {
        *self == Self::NONE
    }

    /// Whether the match waits for this player.
    pub const fn is_on(self) -> bool {
        self.since.is_some()
    }

    /// Until when the match waits for this player, if it does.
    pub fn until(self, allowance: Allowance) -> Option<u64> {
        self.since.map(|since| since.saturating_add(allowance.ms.saturating_sub(self.spent_ms)))
    }

    /// Whether the match may wait for this player now. A match whose clock stands still anyway is not stopped by them, so
    /// that only takes time off their allowance.
    pub fn may_wait(self, now_ms: u64, allowance: Allowance, clock_stands: bool) -> bool {
        match self.until(allowance) {
            Some(until) => now_ms < until,
            None => self.spent_ms < allowance.ms && (clock_stands || self.times < allowance.times),
        }
    }

    /// The same waits, with the match waiting for this player from now on, or no longer.
    #[must_use]
    pub fn noted(self, now_ms: u64, waits: bool, clock_stands: bool) -> Self {
        match (self.since, waits) {
            (None, true) => {
                Self { times: self.times.saturating_add(u8::from(!clock_stands)), since: Some(now_ms), ..self }
            }
            (Some(since), false) => {
                Self { spent_ms: self.spent_ms + now_ms.saturating_sub(since), since: None, ..self }
            }
            (None, false) | (Some(_), true) => self,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALLOWANCE: Allowance = Allowance::of_real_time(60_000);

    #[test]
    fn an_allowance_is_used_up_by_time() {
        let waits = Waits::NONE.noted(1_000, true, false);
        assert_eq!((waits.is_on(), waits.until(ALLOWANCE)), (true, Some(61_000)));
        assert_eq!(waits.noted(2_000, true, true), waits, "that it goes on waiting is no news");
        let back = waits.noted(41_000, false, true);
        assert_eq!((back.is_on(), back.until(ALLOWANCE), back.may_wait(41_000, ALLOWANCE, false)), (false, None, true));
        let again = back.noted(50_000, true, false);
        assert_eq!(again.until(ALLOWANCE), Some(70_000), "40 of the 60 seconds are used up");
        assert!(again.may_wait(69_999, ALLOWANCE, true) && !again.may_wait(70_000, ALLOWANCE, true));
        assert!(!again.noted(70_000, false, true).may_wait(80_000, ALLOWANCE, true));
    }

    #[test]
    fn an_allowance_is_used_up_by_interruptions() {
        let drop = |waits: Waits, at: u64| waits.noted(at, true, false).noted(at + 1, false, true);
        let waits = [10, 20, 30].into_iter().fold(Waits::NONE, drop);
        assert!(!waits.may_wait(40, ALLOWANCE, false));
        assert!(waits.may_wait(40, ALLOWANCE, true), "this player does not stop a match that stands still");
        assert_eq!(waits.noted(40, true, true).noted(50, false, true), Waits { spent_ms: 13, ..waits });
    }

    #[test]
    fn waits_are_kept() {
        let waits = Waits::NONE.noted(7, true, false);
        let text = serde_json::to_string(&waits).unwrap();
        assert_eq!(text, r#"{"times":1,"spent_ms":0,"since":7}"#);
        assert_eq!(serde_json::from_str::<Waits>(&text).unwrap(), waits);
    }
}
