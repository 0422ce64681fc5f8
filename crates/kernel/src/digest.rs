//! Fingerprints of game states, equal on every machine.

use crate::text::{Hex, hex_text};
use postcard::ser_flavors::Flavor;
use serde::Serialize;
use sha2::{Digest as _, Sha256};
use std::fmt;

/// The first 16 bytes of SHA-256 over a value's canonical bytes.
///
/// Canonical bytes are postcard's: variable-length integers and declaration order, so native and WASM agree
/// whatever the width of `usize` or the order of any hash map (which game state must not contain).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest(pub [u8; 16]);

hex_text!(Digest, 16, "a digest is 32 hexadecimal digits");

impl Digest {
    /// The fingerprint of `value`, computed without building its bytes first.
    ///
    /// # Panics
    /// If the value cannot be written by postcard (a sequence of unknown length); game states can.
    pub fn of<T: Serialize + ?Sized>(value: &T) -> Self {
        Self::after(&[], value)
    }

    /// The fingerprint of `prefix` followed by `value`.
    pub(crate) fn after<T: Serialize + ?Sized>(prefix: &[u8], value: &T) -> Self {
        let hashing = Hashing { hash: Sha256::new_with_prefix(prefix), waiting: [0; ROOM], length: 0 };
        Self::cut(postcard::serialize_with_flavor(value, hashing).expect("game state serialises"))
    }

    /// The first half of a hash.
    pub(crate) fn cut(hash: [u8; 32]) -> Self {
        let mut digest = [0; 16];
        digest.copy_from_slice(&hash[..16]);
        Self(digest)
    }

    /// The digest's first eight bytes as a number, for sums over many games.
    pub fn word(self) -> u64 {
        self.0.iter().take(8).rev().fold(0, |word, &byte| word << 8 | u64::from(byte))
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Hex(&self.0))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Digest({self})")
    }
}

/// How many bytes are copied one by one.
const SHORT: usize = 4;
/// How many bytes are hashed at once: a few blocks.
const ROOM: usize = 256;

/// A postcard output that hashes instead of storing. Most values are a byte or two, so they are hashed many at a time.
struct Hashing {
    hash: Sha256,
    /// Bytes that are not hashed yet.
    waiting: [u8; ROOM],
    /// How many those are.
    length: usize,
}

impl Hashing {
    fn hash_waiting(&mut self) {
        self.hash.update(&self.waiting[..self.length]);
        self.length = 0;
    }
}

impl Flavor for Hashing {
    type Output = [u8; 32];

    #[inline]
    fn try_push(&mut self, byte: u8) -> postcard::Result<()> {
        if self.length == self.waiting.len() {
            self.hash_waiting();
        }
        self.waiting[self.length] = byte;
        self.length += 1;
        Ok(())
    }

    #[inline]
    fn try_extend(&mut self, bytes: &[u8]) -> postcard::Result<()> {
        // Nearly all are small numbers: a call to copy two bytes costs more than the bytes.
        if bytes.len() <= SHORT {
            return bytes.iter().try_for_each(|&byte| self.try_push(byte));
        }
        if bytes.len() > self.waiting.len() - self.length {
            self.hash_waiting();
        }
        match self.waiting.get_mut(self.length..self.length + bytes.len()) {
            Some(room) => {
                room.copy_from_slice(bytes);
                self.length += bytes.len();
            }
            None => self.hash.update(bytes),
        }
        Ok(())
    }

    fn finalize(mut self) -> postcard::Result<[u8; 32]> {
        self.hash_waiting();
        Ok(self.hash.finalize().into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_canonical_bytes() {
        // 300 is the varint [0xAC, 0x02]; SHA-256 of those two bytes, recomputed outside.
        let expected: [u8; 32] = Sha256::digest([0xAC, 0x02]).into();
        assert_eq!(Digest::of(&300u32).0, expected[..16]);
        assert_eq!(Digest::of(&300usize), Digest::of(&300u64), "widths of integers do not matter");
        assert_ne!(Digest::of(&(1u8, 2u8)), Digest::of(&(2u8, 1u8)));
    }

    #[test]
    fn hashes_the_same_bytes_however_they_come() {
        for length in [0usize, 1, 4, 5, ROOM - 2, ROOM - 1, ROOM, ROOM + 1, 2 * ROOM - 1, 2 * ROOM, 2 * ROOM + 1, 1000]
        {
            let text = "x".repeat(length);
            for value in [(7u8, text.as_str(), vec![1u8; length]), (8, "", vec![2; 130])] {
                let mut room = [0; 4096];
                let bytes = postcard::to_slice(&value, &mut room).unwrap();
                assert_eq!(Digest::of(&value).0, Sha256::digest(bytes)[..16], "{length}");
            }
        }
    }
}
