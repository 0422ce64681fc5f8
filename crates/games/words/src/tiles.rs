//! Tiles in no order: a rack, the bag, or those that are swapped.

use crate::tile::{KINDS, Tile, text_serde};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::{fmt, str::FromStr};
use thiserror::Error;

/// How many tiles of each kind. As text, the letters in order and the blanks last: `AEENRT?`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub struct Tiles([u8; KINDS]);

/// A text that names no tiles.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("tiles are letters from A to Z and ? for a blank, at most 200 of them")]
pub struct NotTiles;

impl Tiles {
    /// The most tiles there can be.
    pub const MOST: usize = 200;

    pub(crate) const fn counts(&self) -> &[u8; KINDS] {
        &self.0
    }

    /// How many there are.
    pub fn len(&self) -> u32 {
        self.0.iter().map(|&count| u32::from(count)).sum()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&count| count == 0)
    }

    /// How many of a kind there are.
    pub const fn count(&self, tile: Tile) -> u8 {
        self.0[tile.index()]
    }

    /// Adds a tile.
    pub fn put(&mut self, tile: Tile) {
        self.0[tile.index()] += 1;
    }

    /// Takes a tile away, if there is one of its kind.
    pub fn take(&mut self, tile: Tile) -> Option<Tile> {
        let count = &mut self.0[tile.index()];
        *count = count.checked_sub(1)?;
        Some(tile)
    }

    /// These and the others together.
    #[must_use]
    pub fn plus(mut self, others: &Self) -> Self {
        for (count, more) in self.0.iter_mut().zip(others.0) {
            *count += more;
        }
        self
    }

    /// These without the others, if they are all here; else a tile that is missing.
    ///
    /// # Errors
    /// The first kind of which there are too few.
    pub fn minus(mut self, others: &Self) -> Result<Self, Tile> {
        for tile in Tile::all() {
            let count = &mut self.0[tile.index()];
            *count = count.checked_sub(others.count(tile)).ok_or(tile)?;
        }
        Ok(self)
    }

    /// The tile in a place, when they lie in order.
    pub(crate) fn nth(&self, place: u32) -> Option<Tile> {
        self.iter().nth(place as usize)
    }

    /// Every tile: the letters in order, then the blanks.
    pub fn iter(&self) -> impl Iterator<Item = Tile> {
        Tile::all().flat_map(|tile| std::iter::repeat_n(tile, self.count(tile).into()))
    }
}

impl FromIterator<Tile> for Tiles {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> Self {
        let mut all = Self::default();
        tiles.into_iter().for_each(|tile| all.put(tile));
        all
    }
}

impl fmt::Display for Tiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|tile| write!(f, "{tile}"))
    }
}

impl FromStr for Tiles {
    type Err = NotTiles;

    fn from_str(text: &str) -> Result<Self, NotTiles> {
        if text.len() > Self::MOST {
            return Err(NotTiles);
        }
        text.chars().map(Tile::of).collect::<Option<_>>().ok_or(NotTiles)
    }
}

text_serde!(Tiles);

#[cfg(test)]
mod tests {
    use super::*;

    fn tiles(text: &str) -> Tiles {
        text.parse().unwrap()
    }

    #[test]
    fn tiles_are_told_in_order() {
        let rack = tiles("t?eNrae");
        assert_eq!(rack.to_string(), "AEENRT?");
        assert_eq!((rack.len(), rack.count(Tile(5)), rack.nth(6)), (7, 2, Some(Tile::BLANK)));
        assert_eq!((tiles("").is_empty(), tiles("A").nth(1)), (true, None));
        assert_eq!("A1".parse::<Tiles>(), Err(NotTiles));
        assert_eq!("A".repeat(201).parse::<Tiles>(), Err(NotTiles));
    }

    #[test]
    fn tiles_are_added_and_taken_away() {
        assert_eq!(tiles("AAB").minus(&tiles("AB")), Ok(tiles("A")));
        assert_eq!(tiles("AAB").minus(&tiles("ABB?")), Err(Tile(2)));
        assert_eq!(tiles("AB").plus(&tiles("B?")), tiles("ABB?"));
        let mut one = tiles("Q");
        assert_eq!((one.take(Tile(17)), one.take(Tile(17))), (Some(Tile(17)), None));
    }
}
