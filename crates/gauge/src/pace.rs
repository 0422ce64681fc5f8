//! How many actions a second all players together may take.

use std::{
    sync::atomic::{AtomicU64, Ordering},
    time::{Duration, Instant},
};

/// Hands out moments that lie evenly apart. Those that were not asked for in time are lost: there are no bursts.
pub struct Pace {
    started: Instant,
    /// Nanoseconds between two actions.
    gap: u64,
    /// When the next action may be taken, in nanoseconds since the start.
    next: AtomicU64,
}

impl Pace {
    /// So many actions a second; at least one.
    pub fn new(per_second: u32) -> Self {
        Self { started: Instant::now(), gap: 1_000_000_000 / u64::from(per_second.max(1)), next: AtomicU64::new(0) }
    }

    /// The next free moment, which is the caller's now.
    pub fn reserve(&self) -> Instant {
        self.reserve_at(self.started.elapsed().as_nanos() as u64)
    }

    /// Takes the moment if it is now; otherwise the caller may not act.
    pub fn take_now(&self) -> bool {
        let now = self.started.elapsed().as_nanos() as u64;
        let take = |next: u64| (next <= now).then(|| now + self.gap);
        self.next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take).is_ok()
    }

    fn reserve_at(&self, now: u64) -> Instant {
        let later = |next: u64| Some(next.max(now) + self.gap);
        let next = self.next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, later).unwrap_or(now);
        self.started + Duration::from_nanos(next.max(now))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_lie_evenly_apart_and_lost_ones_are_not_made_up_for() {
        let pace = Pace::new(1000);
        let ms = |moment: Instant| (moment - pace.started).as_millis();
        assert_eq!([0, 0, 0].map(|now| ms(pace.reserve_at(now))), [0, 1, 2]);
        let late = 50_000_000;
        assert_eq!([late, late].map(|now| ms(pace.reserve_at(now))), [50, 51]);
    }
}
