//! Having tried too often.

use crate::{browser::now_ms, house::House};
use leptos::prelude::*;

/// Counts the seconds until the next attempt.
#[derive(Clone, Copy)]
pub struct Lockout {
    until: RwSignal<Option<f64>>,
    left: Memo<u32>,
}

impl Lockout {
    /// No attempt yet.
    pub fn new() -> Self {
        let clock = House::expect().clock.now_ms();
        let until = RwSignal::new(None::<f64>);
        let left = Memo::new(move |_| until.get().map_or(0, |until| seconds_until(until, clock.get())));
        Self { until, left }
    }

    /// So many seconds from now on.
    pub fn begin(&self, seconds: u32) {
        self.until.set(Some(now_ms() + f64::from(seconds) * 1000.0));
    }

    /// The seconds that are left, as they pass.
    pub fn left(&self) -> u32 {
        self.left.get()
    }

    /// The seconds that are left at this moment.
    pub fn left_now(&self) -> u32 {
        self.left.get_untracked()
    }
}

fn seconds_until(until: f64, now: f64) -> u32 {
    ((until - now).max(0.0) / 1000.0).ceil() as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_second_counts() {
        assert_eq!(seconds_until(2_000.0, 0.0), 2);
        assert_eq!(seconds_until(2_000.0, 1_001.0), 1);
        assert_eq!(seconds_until(2_000.0, 2_000.0), 0);
        assert_eq!(seconds_until(2_000.0, 9_000.0), 0);
    }
}
