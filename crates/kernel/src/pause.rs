//! How matches in real time are paused.

use crate::{Seat, SeatSet, span};
use serde::{Deserialize, Serialize};

/// How a match is paused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PauseRules {
    /// Who has to agree.
    pub by: PauseBy,
    /// How long a pause lasts at most, in seconds: nobody can hold a match up for ever.
    pub seconds: u16,
    /// How many ticks after everyone has agreed everything stands still. Online, all must have heard of it by then, or
    /// what they did since would be taken back on their screens.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub notice: u8,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
const fn is_zero(ticks: &u8) -> bool {
    *ticks == 0
}

/// Who has to agree to a pause.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PauseBy {
    /// Every seat; the pause lasts as long as all of them want it.
    Everyone,
    /// Any seat pauses and resumes: both players share a screen, or one of them is a bot.
    Anyone,
}

impl PauseRules {
    /// Ruling: a pause needs everyone's consent. The arcade's half a second of notice is ours.
    pub const AGREED: Self = Self { by: PauseBy::Everyone, seconds: 300, notice: 30 };
    /// Ruling: where nobody else is waiting, one player alone pauses and goes on.
    pub const ALONE: Self = Self { by: PauseBy::Anyone, seconds: 3600, notice: 0 };

    /// How a match is paused, in a few words.
    pub fn phrase(self) -> String {
        // Not the notice: it makes up for the line and changes nothing that anybody plays by.
        let Self { by, seconds, notice: _ } = self;
        let by = match by {
            PauseBy::Everyone => "pauses if all agree",
            PauseBy::Anyone => "anyone may pause",
        };
        format!("{by}, for {} at most", span(seconds))
    }

    /// Whether such pauses are pauses: 10 seconds to an hour.
    pub fn is_valid(self) -> bool {
        (10..=3600).contains(&self.seconds)
    }

    /// Whether everything stands still once `seat` asks for it as well as those who are `asking`, of so many seats.
    pub fn begins(self, asking: SeatSet, seat: Seat, seats: u8) -> bool {
        self.by == PauseBy::Anyone || asking.with(seat) == SeatSet::all(seats)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pause_begins_when_everyone_it_takes_wants_it() {
        let (ada, ben) = (Seat(0), Seat(1));
        assert!(!PauseRules::AGREED.begins(SeatSet::EMPTY, ada, 2));
        assert!(!PauseRules::AGREED.begins(SeatSet::only(ada), ada, 2));
        assert!(PauseRules::AGREED.begins(SeatSet::only(ben), ada, 2));
        assert!(PauseRules::AGREED.begins(SeatSet::EMPTY, ada, 1));
        assert!(PauseRules::ALONE.begins(SeatSet::EMPTY, ben, 2));
    }
}
