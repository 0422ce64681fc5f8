//! Game time.

use serde::{Deserialize, Serialize};
use std::ops::{Add, Sub};

/// A moment in a match, counted in the game's own ticks since the match began
/// (see [`Spec::ticks_per_second`](crate::Spec::ticks_per_second)). It knows nothing of any wall clock.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Tick(pub u64);

impl Tick {
    /// The moment the match began.
    pub const ZERO: Self = Self(0);
}

impl Add<u64> for Tick {
    type Output = Self;

    fn add(self, ticks: u64) -> Self {
        Self(self.0.saturating_add(ticks))
    }
}

impl Sub for Tick {
    type Output = u64;

    /// Ticks from `earlier` until now; zero when `earlier` is not earlier.
    fn sub(self, earlier: Self) -> u64 {
        self.0.saturating_sub(earlier.0)
    }
}
