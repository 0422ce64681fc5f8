//! Randomness that a game uses but does not own.
//!
//! Dice are random access: `(stream, index)` names a word, and asking twice gives the same answer. Nothing
//! has to be saved with a game, and a search cannot read ahead by accident. The server's dice are keyed: the
//! hash of the key is shown before the first move and the key after the last, so anyone can check every draw.

use crate::{
    rng::mix,
    text::{Hex, hex_text},
};
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest as _, Sha256};
use std::fmt;

/// Names one purpose of randomness in a game (a deal, a first player, …), so that purposes never share words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stream(pub u32);

/// Random words by name.
pub trait Dice {
    /// The word at `index` of `stream`; always the same for the same dice.
    fn word(&self, stream: Stream, index: u64) -> u64;

    /// A uniform number below `bound`, exactly unbiased.
    ///
    /// One index yields one number; rejected words come from far-away indices of the same stream, so that
    /// neighbouring indices stay free for other draws.
    ///
    /// # Panics
    /// If `bound` is zero.
    fn below(&self, stream: Stream, index: u64, bound: u32) -> u32 {
        assert!(bound > 0, "nothing is below zero");
        let bound = u64::from(bound);
        let limit = u64::MAX - (u64::MAX % bound + 1) % bound;
        (0u64..)
            .map(|attempt| self.word(stream, index ^ attempt << 48))
            .find(|&word| word <= limit)
            .map_or(0, |word| (word % bound) as u32)
    }

    /// Consecutive numbers from `stream`, starting at `index`.
    fn draws(&self, stream: Stream, index: u64) -> Draws<'_, Self>
    where
        Self: Sized,
    {
        Draws { dice: self, stream, index }
    }
}

/// A cursor over one stream: what a shuffle or a random placement draws from.
#[derive(Debug)]
pub struct Draws<'a, D> {
    dice: &'a D,
    stream: Stream,
    index: u64,
}

impl<D: Dice> Draws<'_, D> {
    /// The next number below `bound`.
    pub fn below(&mut self, bound: u32) -> u32 {
        let number = self.dice.below(self.stream, self.index, bound);
        self.index += 1;
        number
    }

    /// Puts `items` into a uniformly random order (Fisher–Yates, from the end; frozen by a test).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let other = self.below(last as u32 + 1) as usize;
            items.swap(last, other);
        }
    }
}

/// Dice for simulations: very fast, and predictable by anyone who sees a few words.
#[derive(Clone, Copy, Debug)]
pub struct FastDice(pub u64);

impl Dice for FastDice {
    #[inline]
    fn word(&self, stream: Stream, index: u64) -> u64 {
        mix(mix(self.0 ^ u64::from(stream.0) << 32).wrapping_add(index.wrapping_mul(0x9E37_79B9_7F4A_7C15)))
    }
}

/// Dice for matches that people must be able to trust: word = the first eight bytes, little-endian, of
/// HMAC-SHA-256(key, stream as 4 bytes LE ‖ index as 8 bytes LE).
#[derive(Clone, Debug)]
pub struct KeyedDice {
    key: Key,
    mac: Hmac<Sha256>,
}

impl KeyedDice {
    /// Dice that draw from `key`.
    #[expect(clippy::missing_panics_doc, reason = "HMAC takes keys of any length")]
    pub fn new(key: Key) -> Self {
        let mac = Hmac::new_from_slice(&key.0).expect("HMAC takes keys of any length");
        Self { key, mac }
    }

    /// The secret these dice draw from; shown only when the match is over.
    pub const fn key(&self) -> &Key {
        &self.key
    }
}

impl Dice for KeyedDice {
    fn word(&self, stream: Stream, index: u64) -> u64 {
        let mut mac = self.mac.clone();
        mac.update(&stream.0.to_le_bytes());
        mac.update(&index.to_le_bytes());
        let bytes = mac.finalize().into_bytes();
        bytes.iter().take(8).rev().fold(0, |word, &byte| word << 8 | u64::from(byte))
    }
}

/// The secret of one match.
#[derive(Clone, PartialEq, Eq)]
pub struct Key(pub [u8; 32]);

impl Key {
    /// The hash that is published before the first move: SHA-256 of the key's 32 bytes.
    pub fn commitment(&self) -> Commitment {
        Commitment(Sha256::digest(self.0).into())
    }
}

impl fmt::Debug for Key {
    /// Keys must not end up in logs by accident.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(secret)")
    }
}

/// What a house promises before a match: the hash of the key it will draw from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Commitment(pub [u8; 32]);

impl fmt::Display for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Hex(&self.0))
    }
}

hex_text!(Key, 32, "a key is 64 hexadecimal digits");
hex_text!(Commitment, 32, "a commitment is 64 hexadecimal digits");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keyed_words_are_frozen() {
        // Recomputed outside: python3 -c "import hmac;print(int.from_bytes(hmac.new(bytes(range(32)),
        //   (7).to_bytes(4,'little')+(9).to_bytes(8,'little'),'sha256').digest()[:8],'little'))"
        let dice = KeyedDice::new(Key(std::array::from_fn(|i| i as u8)));
        assert_eq!(dice.word(Stream(7), 9), 17_327_826_819_024_187_759);
        assert_eq!(
            dice.key().commitment().to_string(),
            "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
        );
    }

    #[test]
    fn shuffles_are_frozen_and_fair() {
        let mut items = [0, 1, 2, 3, 4, 5, 6, 7];
        FastDice(1).draws(Stream(1), 0).shuffle(&mut items);
        assert_eq!(items, [0, 7, 1, 4, 6, 2, 5, 3]);
        let mut first = [0u32; 4];
        for seed in 0..40_000 {
            let mut items = [0usize, 1, 2, 3];
            FastDice(seed).draws(Stream(1), 0).shuffle(&mut items);
            first[items[0]] += 1;
        }
        assert!(first.iter().all(|&n| (9_600..10_400).contains(&n)), "{first:?}");
    }

    #[test]
    fn hexadecimal_goes_there_and_back() {
        let key = Key([0xA5; 32]);
        let text = serde_json::to_string(&key).unwrap();
        assert_eq!(serde_json::from_str::<Key>(&text).unwrap(), key);
        for bad in ["\"a5\"", "\"zz\"", "5", "\"éé\""] {
            assert!(serde_json::from_str::<Key>(bad).is_err());
        }
        assert_eq!(format!("{key:?}"), "Key(secret)");
    }
}
