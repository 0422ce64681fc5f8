//! How matches in real time are paused.

use parlor_kernel::{Seat, SeatSet, prose::span};
use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantNames};
use thiserror::Error;

/// How a match is paused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PauseRules {
    /// Who has to agree.
    pub by: PauseBy,
    /// How long a pause lasts at most, in seconds: no player can hold a match up for ever.
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
    /// Ruling: without an opponent who waits, one player alone pauses and goes on.
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

/// How a match stands with its pauses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pauses {
    /// Whether there are pauses at all: not where one clock runs for all.
    pub allowed: bool,
    /// Whether everything stands still, or will in a moment.
    pub paused: bool,
    /// The seats that ask for a pause.
    pub asking: SeatSet,
}

impl Pauses {
    /// Whether `seat` may ask for a pause, or agree to one.
    pub fn may_pause(self, seat: Seat) -> Result<(), PauseRefused> {
        if !self.allowed {
            return Err(PauseRefused::NoPauses);
        }
        if self.paused {
            return Err(PauseRefused::Paused);
        }
        if self.asking.contains(seat) { Err(PauseRefused::AlreadyAsked) } else { Ok(()) }
    }

    /// Whether `seat` may go on, or ask no longer. A pause lasts only as long as everyone wants it, so anyone may end it.
    pub fn may_resume(self, seat: Seat) -> Result<(), PauseRefused> {
        if self.paused || self.asking.contains(seat) { Ok(()) } else { Err(PauseRefused::NotPaused) }
    }
}

/// Why something about a pause is refused, or something else because of one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum PauseRefused {
    /// Everything stands still.
    #[error("The match is paused.")]
    Paused,
    /// This seat has asked for a pause.
    #[error("You have asked for a pause already; the other player has to agree.")]
    AlreadyAsked,
    /// There is no pause to end.
    #[error("There is no pause to end.")]
    NotPaused,
    /// The clock runs for both players, or for a record.
    #[error("There is no pause here: the clock stops for nothing.")]
    NoPauses,
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

    #[test]
    fn pauses_are_asked_for_once_and_ended_by_anyone() {
        let (ada, ben) = (Seat(0), Seat(1));
        let playing = Pauses { allowed: true, paused: false, asking: SeatSet::EMPTY };
        let asked = Pauses { asking: SeatSet::only(ada), ..playing };
        let paused = Pauses { paused: true, ..playing };
        let answers = |pauses: Pauses| [ada, ben].map(|seat| (pauses.may_pause(seat), pauses.may_resume(seat)));
        let never = Pauses { allowed: false, ..playing };
        assert_eq!(answers(playing), [(Ok(()), Err(PauseRefused::NotPaused)); 2]);
        let [first, second] = answers(asked);
        assert_eq!(first, (Err(PauseRefused::AlreadyAsked), Ok(())));
        assert_eq!(second, (Ok(()), Err(PauseRefused::NotPaused)));
        assert_eq!(answers(paused), [(Err(PauseRefused::Paused), Ok(())); 2]);
        assert_eq!(answers(never), [(Err(PauseRefused::NoPauses), Err(PauseRefused::NotPaused)); 2]);
    }
}
