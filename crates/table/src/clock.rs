//! The clock of a match.
//!
//! In a match played in turns it stands still while a player is gone who may still come back: no turn runs out on them.
//! They cannot make that last: see [`ABSENCES`].
//!
//! In a match that moves by itself it stands still while none of its players is there, as the house's clock does while the
//! house is closed: no player loses to an empty chair, nor to a house that fell. It does not stand still for a player who
//! goes away after another has played to the end: that would be time to think.

use crate::house::Times;
use serde::{Deserialize, Serialize};

/// How often the grace, at most, the clock of a match played in turns stands still for one player, all their absences
/// together. A player who comes and goes gains no more time to think than that.
pub const ABSENCES: u64 = 3;

/// How a match's clock differs from the house's: it is behind by as long as it has stood still.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct MatchClock {
    /// How long it has stood still in all, in milliseconds.
    behind_ms: u64,
    /// Since when it stands still, on the house's clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    stands_since: Option<u64>,
}

impl MatchClock {
    /// Whether it has never stood still.
    pub fn never_stood(&self) -> bool {
        *self == Self::default()
    }

    /// Whether it stands still.
    pub const fn stands(self) -> bool {
        self.stands_since.is_some()
    }

    /// What it shows when the house's clock shows `house_ms`.
    pub fn reading(self, house_ms: u64) -> u64 {
        self.stands_since.unwrap_or(house_ms).saturating_sub(self.behind_ms)
    }

    /// What the house's clock will show when this one shows `ms`; `None` while it stands still.
    pub const fn house_ms(self, ms: u64) -> Option<u64> {
        if self.stands() { None } else { Some(ms.saturating_add(self.behind_ms)) }
    }

    /// The clock, stopped now.
    #[must_use]
    pub const fn stopped(self, house_ms: u64) -> Self {
        Self { stands_since: Some(house_ms), ..self }
    }

    /// The clock, going again from now on.
    #[must_use]
    pub fn started(self, house_ms: u64) -> Self {
        let stood = self.stands_since.map_or(0, |since| house_ms.saturating_sub(since));
        Self { behind_ms: self.behind_ms + stood, stands_since: None }
    }
}

/// Which players have come back to a match that stands still, on the house's clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Return {
    /// When the first did.
    first: Option<u64>,
    /// When the last did of those whom the match waits for.
    last: Option<u64>,
}

impl Return {
    /// A player may have come back, or gone again. `is_final` says that another has played to the end: then a player who
    /// was there stays known, so that those who still play have no way to stop the clock and think.
    pub fn note(&mut self, house_ms: u64, anybody_there: bool, anybody_missing: bool, is_final: bool) {
        self.first = if anybody_there { Some(self.first.unwrap_or(house_ms)) } else { self.first.filter(|_| is_final) };
        self.last = (!anybody_missing).then(|| self.last.unwrap_or(house_ms));
    }

    /// Whether none of the players has come since the house opened.
    pub const fn is_nobody(&self) -> bool {
        self.first.is_none()
    }

    /// When the match goes on: everyone is back and has had a moment to find their keys, or has been waited for long
    /// enough.
    pub fn goes_on_at(&self, times: &Times) -> Option<u64> {
        self.last.map(|last| last + times.return_ms).or(self.first.map(|first| first + times.regroup_ms))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::TIMES;

    #[test]
    fn a_clock_is_behind_by_as_long_as_it_stood() {
        let clock = MatchClock::default();
        assert!(clock.never_stood());
        assert_eq!((clock.reading(500), clock.house_ms(500)), (500, Some(500)));
        let stopped = clock.stopped(1_000);
        assert_eq!((stopped.reading(9_000), stopped.house_ms(1_200)), (1_000, None));
        let again = stopped.started(9_000).stopped(10_000).started(11_000);
        assert_eq!((again.reading(12_000), again.house_ms(3_000)), (3_000, Some(12_000)));
    }

    #[test]
    fn a_clock_that_never_stood_is_not_written_down() {
        assert_eq!(serde_json::to_string(&MatchClock::default()).unwrap(), r#"{"behind_ms":0}"#);
        let stopped = MatchClock::default().stopped(7);
        let text = serde_json::to_string(&stopped).unwrap();
        assert_eq!(text, r#"{"behind_ms":0,"stands_since":7}"#);
        assert_eq!(serde_json::from_str::<MatchClock>(&text).unwrap(), stopped);
    }

    #[test]
    fn a_match_waits_for_the_last_but_not_for_ever() {
        let mut back = Return::default();
        back.note(100, false, true, false);
        assert_eq!(back.goes_on_at(&TIMES), None, "nobody is there");
        back.note(200, true, true, false);
        assert_eq!(back.goes_on_at(&TIMES), Some(200 + TIMES.regroup_ms));
        back.note(300, true, false, false);
        assert_eq!(back.goes_on_at(&TIMES), Some(300 + TIMES.return_ms));
        back.note(400, true, false, false);
        assert_eq!(back.goes_on_at(&TIMES), Some(300 + TIMES.return_ms), "that they are back is no news");
        back.note(500, false, true, false);
        assert!(back.is_nobody(), "gone again");
    }

    #[test]
    fn a_player_cannot_stop_the_clock_of_a_match_that_another_has_finished() {
        let mut back = Return::default();
        back.note(100, true, true, true);
        back.note(200, false, true, true);
        assert!(!back.is_nobody());
    }
}
