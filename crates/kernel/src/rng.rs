//! A small, fast generator for bots and simulations. Never for cards or rolls that anyone must trust: those
//! come from [`Dice`](crate::Dice).

/// SplitMix64: one word of state, good enough to choose moves, and the same on every machine.
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// A generator; equal seeds give equal sequences.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 random bits.
    #[inline]
    pub fn next_word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        mix(self.0)
    }

    /// A uniform number below `bound`.
    ///
    /// # Panics
    /// If `bound` is zero.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        assert!(bound > 0, "nothing is below zero");
        // Lemire's multiply: the bias of at most bound / 2^64 is far below what any simulation can see.
        ((u128::from(self.next_word()) * u128::from(bound)) >> 64) as u32
    }

    /// True with a chance of `percent` in 100.
    pub fn percent(&mut self, percent: u32) -> bool {
        self.below(100) < percent
    }

    /// Puts `items` into a uniformly random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u32 + 1) as usize);
        }
    }
}

/// SplitMix64's finaliser: every input bit reaches every output bit.
#[inline]
pub(crate) const fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sequence_is_frozen() {
        // The published SplitMix64 test vector for seed 1234567.
        let mut rng = Rng::new(1_234_567);
        assert_eq!(rng.next_word(), 6_457_827_717_110_365_317);
        assert_eq!(rng.next_word(), 3_203_168_211_198_807_973);
    }

    #[test]
    fn below_is_uniform_enough() {
        let mut rng = Rng::new(7);
        let mut seen = [0u32; 6];
        for _ in 0..60_000 {
            seen[rng.below(6) as usize] += 1;
        }
        assert!(seen.iter().all(|&n| (9_500..10_500).contains(&n)), "{seen:?}");
    }
}
