//! A rack during a search.

use crate::{
    config::RACK,
    tile::{KINDS, Tile},
    tiles::Tiles,
};

/// The tiles that a search has not laid yet. Every part of the rack has a number, its [`Hand::key`].
#[derive(Clone)]
pub struct Hand {
    pub(super) counts: [u8; KINDS],
    /// The letters of which there is a tile, as bits.
    pub(super) letters: u32,
    /// What a tile of each kind adds to the key.
    strides: [u8; KINDS],
    pub(super) key: u8,
    whole: Tiles,
}

impl Hand {
    /// The most parts that a rack has.
    pub const KEYS: usize = 1 << RACK;

    /// The hand with a whole rack, of at most seven tiles.
    pub fn new(rack: &Tiles) -> Self {
        debug_assert!(rack.len() <= u32::from(RACK));
        let counts = *rack.counts();
        let mut hand = Self { counts, letters: 0, strides: [0; KINDS], key: 0, whole: *rack };
        let mut stride = 1_u32;
        for tile in Tile::all() {
            let count = counts[tile.index()];
            if count > 0 {
                hand.strides[tile.index()] = stride as u8;
                // At most 127, since seven tiles have at most 128 parts.
                hand.key += count * stride as u8;
                stride *= u32::from(count) + 1;
                hand.letters |= 1 << tile.0;
            }
        }
        hand
    }

    /// The number of what is left of the rack.
    pub const fn key(&self) -> u8 {
        self.key
    }

    /// The number of the part with those tiles.
    pub(crate) fn key_of(&self, part: impl Iterator<Item = Tile>) -> u8 {
        part.map(|tile| self.strides[tile.index()]).sum()
    }

    /// Every part of the rack, with its number.
    pub fn parts(&self) -> Vec<(u8, Tiles)> {
        let mut parts = vec![(0, Tiles::default())];
        for tile in Tile::all().filter(|tile| self.whole.count(*tile) > 0) {
            let stride = self.strides[tile.index()];
            for place in 0..parts.len() {
                let (mut key, mut tiles) = parts[place];
                for _ in 0..self.whole.count(tile) {
                    key += stride;
                    tiles.put(tile);
                    parts.push((key, tiles));
                }
            }
        }
        parts
    }

    #[inline]
    pub(super) fn take(&mut self, kind: u8) {
        let count = &mut self.counts[usize::from(kind)];
        *count -= 1;
        self.letters &= !(u32::from(*count == 0) << kind);
        self.key -= self.strides[usize::from(kind)];
    }

    #[inline]
    pub(super) fn put_back(&mut self, kind: u8) {
        self.counts[usize::from(kind)] += 1;
        self.letters |= 1 << kind;
        self.key += self.strides[usize::from(kind)];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_part_of_a_rack_has_its_own_number() {
        for (rack, parts) in [("ABCDEF?", 128), ("AAAAAAA", 8), ("AAB??", 18), ("", 1)] {
            let mut hand = Hand::new(&rack.parse().unwrap());
            let listed = hand.parts();
            let keys: BTreeSet<_> = listed.iter().map(|(key, _)| *key).collect();
            assert_eq!((listed.len(), keys.len()), (parts, parts), "{rack}");
            assert!(listed.contains(&(hand.key(), rack.parse().unwrap())));
            if let Some(tile) = hand.whole.nth(0) {
                hand.take(tile.0);
                let rest = hand.whole.minus(&[tile].into_iter().collect()).unwrap();
                assert!(listed.contains(&(hand.key(), rest)), "{rack}");
            }
        }
    }
}
