//! What a table draws by itself: match keys, ids, epochs and the moods of bots, all from one secret seed.

use parlor_kernel::{Dice, Key, KeyedDice, Rng, Stream};
use std::fmt;

/// The secret from which a table draws. It must come from the operating system, and no two tables may share one, nor one
/// table before and after a restart: equal seeds draw equal keys.
#[derive(Clone)]
pub struct Seed(pub [u8; 32]);

impl fmt::Debug for Seed {
    /// Seeds must not end up in logs by accident.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(secret)")
    }
}

/// Words of HMAC-SHA-256 under the seed, each drawn once: nobody without the seed can tell one from those before it.
pub struct Chance {
    dice: KeyedDice,
    drawn: u64,
}

impl Chance {
    /// Draws from `seed`.
    pub fn new(Seed(seed): Seed) -> Self {
        Self { dice: KeyedDice::new(Key(seed)), drawn: 0 }
    }

    /// 64 random bits.
    pub fn word(&mut self) -> u64 {
        self.drawn += 1;
        self.dice.word(Stream(0), self.drawn)
    }

    /// The secret of a new match.
    pub fn key(&mut self) -> Key {
        let mut key = [0; 32];
        for part in key.chunks_exact_mut(8) {
            part.copy_from_slice(&self.word().to_le_bytes());
        }
        Key(key)
    }

    /// A generator for what needs no secrecy.
    pub fn rng(&mut self) -> Rng {
        Rng::new(self.word())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_seeds_draw_the_same_and_no_word_comes_twice() {
        let mut one = Chance::new(Seed([7; 32]));
        let mut same = Chance::new(Seed([7; 32]));
        let mut other = Chance::new(Seed([8; 32]));
        let key = one.key();
        assert_eq!(key, same.key());
        assert_ne!(key, other.key());
        assert_ne!(key, one.key());
        assert_eq!(format!("{:?}", Seed([7; 32])), "Seed(secret)");
    }
}
