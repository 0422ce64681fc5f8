//! The clock of a match that moves by itself. It stands still while nobody is there who plays it, as the house's clock
//! does while the house is closed: nobody loses to an empty chair, nor to a house that fell. It does not stand still for
//! whoever goes away while somebody else has played to the end: that would be time to think.

use super::actor::Actor;
use parlor_kernel::{Refusal, Seat};
use parlor_store::Write;
use parlor_wire::Held;
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
    pub fn is_as_the_house_s(&self) -> bool {
        *self == Self::default()
    }

    /// Whether it stands still.
    pub const fn stands(self) -> bool {
        self.stands_since.is_some()
    }

    /// What it shows when the house's clock shows `now`.
    pub fn reading(self, now: u64) -> u64 {
        self.stands_since.unwrap_or(now).saturating_sub(self.behind_ms)
    }

    /// What the house's clock will show when this one shows `ms`; `None` while it stands still.
    pub const fn house_ms(self, ms: u64) -> Option<u64> {
        if self.stands() { None } else { Some(ms.saturating_add(self.behind_ms)) }
    }

    const fn stopped(self, now: u64) -> Self {
        Self { stands_since: Some(now), ..self }
    }

    fn started(self, now: u64) -> Self {
        let stood = self.stands_since.map_or(0, |since| now.saturating_sub(since));
        Self { behind_ms: self.behind_ms + stood, stands_since: None }
    }
}

/// Who has come, or come back, to a match, on the house's clock.
#[derive(Default)]
pub(super) struct Return {
    /// When the first did.
    first: Option<u64>,
    /// When the last did whom the match waited for.
    last: Option<u64>,
}

impl Actor {
    /// What the match's clock shows.
    pub(super) fn match_now(&self) -> u64 {
        self.saved.clock.reading(self.now())
    }

    /// Whether the match waits for somebody who is gone.
    fn misses_somebody(&self) -> bool {
        Seat::all(self.saved.count()).any(|seat| self.leaves_at(seat).is_some())
    }

    /// Whether the match may stand still: once somebody has played to the end, only until the others have been there
    /// again after a restart.
    fn may_stand(&self) -> bool {
        !self.has_anybody_played() || self.back.first.is_none()
    }

    pub(super) fn is_anybody_there(&self) -> bool {
        self.saved.people().any(|(_, user)| self.streams.is_connected(user))
    }

    /// Somebody may have come back, or gone again. In a challenge that somebody has played to the end, whoever was there
    /// stays known: those who still play have no way to stop the clock and think.
    pub(super) fn note_return(&mut self, now: u64) {
        let first = if self.is_anybody_there() {
            Some(self.back.first.unwrap_or(now))
        } else {
            self.back.first.filter(|_| self.has_anybody_played())
        };
        let last = (!self.misses_somebody()).then(|| self.back.last.unwrap_or(now));
        self.back = Return { first, last };
    }

    /// When a match that stands still goes on: everyone is back and has had a moment to find their keys, or has been
    /// waited for long enough.
    pub(super) fn goes_on_at(&self) -> Option<u64> {
        let times = &self.house.settings.times;
        let Return { first, last } = self.back;
        let at = last.map(|last| last + times.return_ms).or(first.map(|first| first + times.regroup_ms));
        at.filter(|_| self.saved.clock.stands())
    }

    /// What everyone is told about a match that stands still.
    pub(super) fn held(&self, now: u64) -> Option<Held> {
        let goes_on = self.goes_on_at().map(|at| at.saturating_sub(now));
        self.saved.clock.stands().then_some(Held { goes_on_ms: goes_on })
    }

    /// Stops the match's clock when nobody is there who plays, and lets it go on when it is time. That is durable before
    /// anything else happens: a house that falls meanwhile must not let the time pass after all.
    pub(super) async fn keep_clock(&mut self) -> Result<(), Refusal> {
        let (now, clock) = (self.now(), self.saved.clock);
        let changed = if clock.stands() {
            self.goes_on_at().filter(|&at| at <= now).map(|_| clock.started(now))
        } else {
            let is_left = self.is_real_time() && !self.is_anybody_there() && self.misses_somebody();
            (is_left && self.may_stand()).then(|| clock.stopped(now))
        };
        let Some(clock) = changed else { return Ok(()) };
        let mut saved = self.saved.clone();
        saved.clock = clock;
        // With the house's clock, which the match's counts from.
        let writes = vec![Write::Clock(now), Write::SaveTable { code: self.code, state: saved.to_text() }];
        self.commit(writes).await?;
        self.saved = saved;
        // Whatever clients made of the time until now does not hold any more.
        self.streams.begin_anew();
        self.refresh_all();
        self.presence_changed();
        Ok(())
    }
}
