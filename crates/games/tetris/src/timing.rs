//! Time, in ticks of a sixtieth of a second.

use serde::{Deserialize, Serialize};

/// Ticks in a second.
pub const TICKS_PER_SECOND: u32 = 60;

/// From lock to the next piece: 0.1 s.
pub const ENTRY_DELAY: u64 = 6;
/// How long a piece rests before it locks: 0.5 s.
pub const LOCK_DELAY: u64 = 30;
/// How many moves and turns of a piece start its rest anew.
pub const LOCK_RESETS: u8 = 15;
/// Before the first piece: 3 s.
pub const COUNTDOWN: u64 = 180;
/// How often others hear at least how a seat stands whose field they do not see: every 10 s.
pub const COUNTED_EVERY: u64 = 600;

/// Ticks with sixteen binary places: gravity is not a whole number of ticks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FineTicks(pub u64);

impl FineTicks {
    /// Binary places.
    pub const PLACES: u32 = 16;

    /// So many whole ticks.
    pub const fn whole(ticks: u64) -> Self {
        Self(ticks << Self::PLACES)
    }

    /// The first whole tick that is not earlier.
    pub const fn ceil(self) -> u64 {
        (self.0 + (1 << Self::PLACES) - 1) >> Self::PLACES
    }
}

/// How gravity grows with the level.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Gravity {
    /// 1 s × 0.85^(level − 1), at least 0.1 s.
    Hope,
    /// 1 s × (0.8 − 0.007 (level − 1))^(level − 1), at least 0.02 s.
    Guideline,
}

/// Gravity changes no more beyond this level.
const LEVELS: usize = 24;

impl Gravity {
    /// How long a piece takes to fall by one row.
    pub const fn per_row(self, level: u32) -> FineTicks {
        let step = if level < 1 { 0 } else { level as usize - 1 };
        let step = if step < LEVELS { step } else { LEVELS - 1 };
        match self {
            Self::Hope => HOPE[step],
            Self::Guideline => GUIDELINE[step],
        }
    }
}

const HOPE: [FineTicks; LEVELS] = table(850, 0, 6 << FineTicks::PLACES);
const GUIDELINE: [FineTicks; LEVELS] = table(800, 7, 12 * (1 << FineTicks::PLACES) / 10);

/// A second × ((factor − slope × n) / 1000)^n for each n, in integers, so that every machine has the same table.
const fn table(factor: u128, slope: u128, floor: u64) -> [FineTicks; LEVELS] {
    let mut table = [FineTicks(0); LEVELS];
    let mut n = 0;
    while n < LEVELS {
        // Forty more places than are kept: what the divisions round away never reaches the result.
        let mut interval = (TICKS_PER_SECOND as u128) << (FineTicks::PLACES + 40);
        let mut power = 0;
        while power < n {
            interval = interval * (factor - slope * n as u128) / 1000;
            power += 1;
        }
        let interval = (interval >> 40) as u64;
        table[n] = FineTicks(if interval > floor { interval } else { floor });
        n += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gravity_follows_the_formula_exactly() {
        for n in 0..LEVELS as u32 {
            let exact = 60u128 * (1 << 16) * 17u128.pow(n.min(15)) / 20u128.pow(n.min(15));
            let expected = (exact as u64).max(6 << 16);
            assert_eq!(Gravity::Hope.per_row(n + 1), FineTicks(expected), "level {}", n + 1);
        }
    }

    #[test]
    fn gravity_reaches_its_floor_at_level_16() {
        assert_eq!(Gravity::Hope.per_row(1), FineTicks::whole(60));
        assert_eq!(Gravity::Hope.per_row(2), FineTicks::whole(51));
        assert!(Gravity::Hope.per_row(15) > FineTicks::whole(6));
        assert_eq!(Gravity::Hope.per_row(16), FineTicks::whole(6));
        assert_eq!(Gravity::Hope.per_row(1_000), FineTicks::whole(6));
    }

    #[test]
    fn guideline_gravity_is_as_published() {
        // Seconds per row from the published table, to five places.
        let published = [1.0, 0.793, 0.61780, 0.47273, 0.35520, 0.26200, 0.18968, 0.13473, 0.09388, 0.06415];
        for (level, seconds) in (1..).zip(published) {
            let ours = Gravity::Guideline.per_row(level).0 as f64 / 65_536.0 / 60.0;
            assert!((ours - seconds).abs() < 0.000_01, "level {level}: {ours}");
        }
        assert_eq!(Gravity::Guideline.per_row(20).ceil(), 2);
    }

    #[test]
    fn fine_ticks_round_up() {
        assert_eq!([FineTicks::whole(3).ceil(), FineTicks(1).ceil(), FineTicks(0).ceil()], [3, 1, 0]);
    }
}
