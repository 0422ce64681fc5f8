//! The house's own time.

use std::{
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, SystemTime, UNIX_EPOCH},
};
use tokio::time::{Instant, MissedTickBehavior, interval};

/// How often the clock is looked at, if for no other reason then to notice that the process was stopped.
const LOOK: Duration = Duration::from_millis(250);
/// A clock that nothing has looked at for this long belongs to a process that did not run.
const STOPPED_MS: u64 = 3_000;

/// Milliseconds of open house. It stands still while the house is closed, so a turn that had 18 seconds left when
/// the process died has 18 seconds left when it is back; and while the process is stopped, or its machine asleep, for the
/// same reason.
#[derive(Clone, Debug)]
pub struct HouseClock {
    base_ms: u64,
    started: Instant,
    looked: Arc<Mutex<Looked>>,
}

/// When the clock was last looked at.
#[derive(Clone, Copy, Debug, Default)]
struct Looked {
    /// In milliseconds since it was started.
    at_ms: u64,
    /// How long the process has not run since then.
    stopped_ms: u64,
    /// How often it did not.
    stops: u64,
}

impl Looked {
    /// The clock is looked at.
    fn look(&mut self, at_ms: u64) {
        let passed = at_ms.saturating_sub(self.at_ms);
        if passed > STOPPED_MS {
            self.stopped_ms += passed;
            self.stops += 1;
        }
        self.at_ms += passed;
    }
}

impl HouseClock {
    /// A clock that goes on from `base_ms`.
    pub fn resume(base_ms: u64) -> Self {
        Self { base_ms, started: Instant::now(), looked: Arc::default() }
    }

    fn looked(&self) -> MutexGuard<'_, Looked> {
        // Every change is complete before anything can panic.
        self.looked.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn look(&self) -> Looked {
        let mut looked = self.looked();
        looked.look(self.started.elapsed().as_millis() as u64);
        *looked
    }

    /// What it shows now.
    pub fn now_ms(&self) -> u64 {
        let Looked { at_ms, stopped_ms, .. } = self.look();
        self.base_ms + at_ms - stopped_ms
    }

    /// How often the process was stopped and has gone on.
    pub fn stops(&self) -> u64 {
        self.look().stops
    }

    /// The moment at which it will show `ms`, unless the process is stopped before.
    pub fn instant(&self, ms: u64) -> Instant {
        let stopped_ms = self.looked().stopped_ms;
        self.started + Duration::from_millis(ms.saturating_sub(self.base_ms) + stopped_ms)
    }

    /// Looks at the clock again and again.
    pub async fn watch(&self) {
        let mut looks = interval(LOOK);
        looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut stops = self.stops();
        loop {
            looks.tick().await;
            let now = self.stops();
            if now != stops {
                stops = now;
                tracing::warn!("the process was stopped for a while: the house's clock stood still");
            }
        }
    }
}

/// The wall clock, in milliseconds since 1970: for dates that people read and what is promised by them (invitations,
/// sessions, the daily gold, games over days); never for a match that is played at once.
#[derive(Clone, Debug, Default)]
pub struct WallClock {
    ahead_ms: Arc<AtomicU64>,
}

impl WallClock {
    /// What it shows now.
    pub fn now_ms(&self) -> u64 {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64);
        since + self.ahead_ms.load(Ordering::Relaxed)
    }

    /// Sets it forward, for a test in which days pass.
    pub fn set_forward(&self, by: Duration) {
        self.ahead_ms.fetch_add(by.as_millis() as u64, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_in_which_the_process_did_not_run_does_not_pass() {
        let mut looked = Looked::default();
        for at_ms in [200, 3_200, 3_100, 33_200, 33_300] {
            looked.look(at_ms);
        }
        assert_eq!((looked.at_ms, looked.stopped_ms, looked.stops), (33_300, 30_000, 1));
    }

    #[tokio::test]
    async fn moments_to_come_are_put_off_by_a_stop() {
        let clock = HouseClock::resume(500);
        let before = clock.instant(1_500);
        clock.looked().look(30_000);
        assert_eq!(clock.instant(1_500) - before, Duration::from_secs(30));
        assert_eq!(clock.stops(), 1);
    }
}
