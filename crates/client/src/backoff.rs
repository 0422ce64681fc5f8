//! How long to wait before trying to connect again.

use parlor_kernel::Rng;

/// Doubles from a quarter of a second to five seconds, with jitter, so that a house that comes back is not
/// stormed by everyone at once.
#[derive(Clone, Debug)]
pub struct Backoff {
    attempt: u32,
    rng: Rng,
}

impl Backoff {
    const FIRST_MS: u32 = 250;
    const LONGEST_MS: u32 = 5_000;

    /// A fresh count of attempts; `seed` tells clients apart.
    pub const fn new(seed: u64) -> Self {
        Self { attempt: 0, rng: Rng::new(seed) }
    }

    /// The connection is up: start over next time.
    pub const fn reset(&mut self) {
        self.attempt = 0;
    }

    /// Milliseconds to wait before the next attempt.
    pub fn next_delay_ms(&mut self) -> u32 {
        let full = Self::FIRST_MS.saturating_mul(1 << self.attempt.min(8)).min(Self::LONGEST_MS);
        self.attempt += 1;
        full / 2 + self.rng.below(full / 2 + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grows_to_a_limit_and_starts_over() {
        let mut backoff = Backoff::new(1);
        let delays: Vec<_> = (0..20).map(|_| backoff.next_delay_ms()).collect();
        assert!(delays[0] <= 250);
        assert!(delays.iter().all(|&delay| (125..=5_000).contains(&delay)));
        assert!(delays[10] >= 2_500);
        backoff.reset();
        assert!(backoff.next_delay_ms() <= 250);
    }
}
