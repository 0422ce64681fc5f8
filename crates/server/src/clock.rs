//! The house's own time.

use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tokio::time::Instant;

/// Milliseconds of open house. It stands still while the house is closed, so a turn that had 18 seconds left when
/// the process died has 18 seconds left when it is back.
#[derive(Clone, Copy, Debug)]
pub struct HouseClock {
    base_ms: u64,
    started: Instant,
}

impl HouseClock {
    /// A clock that goes on from `base_ms`.
    pub fn resume(base_ms: u64) -> Self {
        Self { base_ms, started: Instant::now() }
    }

    /// What it shows now.
    pub fn now_ms(&self) -> u64 {
        self.base_ms + self.started.elapsed().as_millis() as u64
    }

    /// The moment at which it will show `ms`.
    pub fn instant(&self, ms: u64) -> Instant {
        self.started + Duration::from_millis(ms.saturating_sub(self.base_ms))
    }
}

/// The wall clock, in milliseconds since 1970: for dates that people read and what is promised by
/// them (invitations, sessions, the daily gold); never for play.
pub fn wall_ms() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64)
}
