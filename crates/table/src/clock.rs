//! The clock of a match.
//!
//! It stands still while none of its players is there, as the house's clock does while the house is closed, and while the
//! match [waits](crate::waits) for a player who dropped: no player loses to an empty chair, nor to a house that fell. It
//! does not stand still for a player who goes away after another has played to the end: that would be time to think.

use crate::house::Times;
use serde::{Deserialize, Serialize};

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

/// When players came back to a match, on the house's clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Return {
    /// How many players are there.
    there: usize,
    /// When the last of them came.
    last: Option<u64>,
}

impl Return {
    /// A player may have come back, or gone. `is_final` says that another has played to the end: then a player who was there
    /// stays known, so that those who still play have no way to stop the clock and think.
    pub fn note(&mut self, house_ms: u64, there: usize, is_final: bool) {
        if there > self.there {
            self.last = Some(house_ms);
        } else if there == 0 && !is_final {
            self.last = None;
        }
        self.there = there;
    }

    /// Whether none of the players has come since the house opened.
    pub const fn is_nobody(&self) -> bool {
        self.last.is_none()
    }

    /// When the match goes on if it waits for no other player: the last who came has had a moment to find their keys.
    pub fn goes_on_at(&self, times: &Times) -> Option<u64> {
        self.last.map(|last| last + times.return_ms)
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
    fn the_last_who_comes_has_a_moment_to_find_their_keys() {
        let mut back = Return::default();
        back.note(100, 0, false);
        assert_eq!(back.goes_on_at(&TIMES), None, "no player is there");
        back.note(200, 1, false);
        assert_eq!(back.goes_on_at(&TIMES), Some(200 + TIMES.return_ms));
        back.note(300, 2, false);
        back.note(400, 2, false);
        assert_eq!(back.goes_on_at(&TIMES), Some(300 + TIMES.return_ms), "that they are there is no news");
        back.note(500, 1, false);
        assert_eq!(back.goes_on_at(&TIMES), Some(300 + TIMES.return_ms), "the other has had that moment");
        back.note(600, 0, false);
        assert!(back.is_nobody(), "gone again");
    }

    #[test]
    fn a_player_cannot_stop_the_clock_of_a_match_that_another_has_finished() {
        let mut back = Return::default();
        back.note(100, 1, true);
        back.note(200, 0, true);
        assert!(!back.is_nobody());
    }
}
