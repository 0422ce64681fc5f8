//! How long things take there and back.

use hdrhistogram::Histogram;
use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

/// Longer trips than this count as this long.
const LONGEST: Duration = Duration::from_secs(60);
/// To how many digits trips are told apart.
const DIGITS: u8 = 3;

/// Round trips of any number of clients, in little memory.
pub struct Trips(Mutex<Histogram<u64>>);

impl Default for Trips {
    fn default() -> Self {
        let micros = Histogram::new_with_bounds(1, LONGEST.as_micros() as u64, DIGITS);
        Self(Mutex::new(micros.expect("the bounds are in order")))
    }
}

impl Trips {
    fn micros(&self) -> MutexGuard<'_, Histogram<u64>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One more.
    pub fn add(&self, trip: Duration) {
        self.micros().saturating_record(trip.as_micros() as u64);
    }

    /// Forgets all.
    pub fn clear(&self) {
        self.micros().reset();
    }

    /// How many there were.
    pub fn count(&self) -> u64 {
        self.micros().len()
    }

    /// The time within which that part of them was back, in milliseconds: 0.5 is the median.
    pub fn quantile_ms(&self, part: f64) -> f64 {
        self.micros().value_at_quantile(part) as f64 / 1000.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_told_to_three_digits() {
        let trips = Trips::default();
        (1..=100).for_each(|ms| trips.add(Duration::from_millis(ms)));
        trips.add(Duration::from_secs(600));
        assert_eq!(trips.count(), 101);
        assert!((trips.quantile_ms(0.5) - 51.0).abs() < 0.1, "{}", trips.quantile_ms(0.5));
        assert!((trips.quantile_ms(1.0) - 60_000.0).abs() < 60.0, "{}", trips.quantile_ms(1.0));
        trips.clear();
        assert_eq!(trips.count(), 0);
    }
}
