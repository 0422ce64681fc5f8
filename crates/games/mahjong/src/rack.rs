//! Tiles of which only the number counts: racks, passes, walls that are not seen.

use crate::Tile;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de, ser::SerializeTuple};
use std::fmt;

/// A multiset of tiles. As text it is a sorted list.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Rack([u8; Tile::KINDS]);

impl Rack {
    /// No tiles.
    pub const EMPTY: Self = Self([0; Tile::KINDS]);

    /// Every tile of a set.
    pub fn full(blanks: bool) -> Self {
        let mut rack = Self::EMPTY;
        for tile in Tile::all().filter(|&tile| blanks || tile != Tile::BLANK) {
            rack.0[tile.index()] = tile.copies();
        }
        rack
    }

    /// How many of a kind there are.
    #[inline]
    pub const fn count(&self, tile: Tile) -> u8 {
        self.0[tile.index()]
    }

    /// How many of each kind that hands are made of there are, by [`Tile::index`].
    #[inline]
    pub fn naturals(&self) -> &[u8] {
        &self.0[..Tile::NATURALS]
    }

    /// How many jokers there are.
    pub const fn jokers(&self) -> u8 {
        self.count(Tile::JOKER)
    }

    /// How many tiles there are.
    pub fn len(&self) -> u8 {
        self.0.iter().sum()
    }

    /// Whether there are no tiles.
    pub fn is_empty(&self) -> bool {
        self.0 == [0; Tile::KINDS]
    }

    /// Adds a tile.
    pub const fn add(&mut self, tile: Tile) {
        self.0[tile.index()] += 1;
    }

    /// Adds tiles of one kind.
    pub const fn add_many(&mut self, tile: Tile, count: u8) {
        self.0[tile.index()] += count;
    }

    /// Takes a tile out.
    ///
    /// # Panics
    /// If it is not there.
    pub const fn remove(&mut self, tile: Tile) {
        self.remove_many(tile, 1);
    }

    /// Takes tiles of one kind out.
    ///
    /// # Panics
    /// If there are not as many.
    pub const fn remove_many(&mut self, tile: Tile, count: u8) {
        assert!(self.0[tile.index()] >= count, "a tile is taken out that is not there");
        self.0[tile.index()] -= count;
    }

    /// This rack with a tile added.
    #[must_use]
    pub const fn with(mut self, tile: Tile) -> Self {
        self.add(tile);
        self
    }

    /// This rack with a tile taken out.
    ///
    /// # Panics
    /// If it is not there.
    #[must_use]
    pub const fn without(mut self, tile: Tile) -> Self {
        self.remove(tile);
        self
    }

    /// Adds every tile of `other`.
    pub fn add_all(&mut self, other: &Self) {
        for (count, more) in self.0.iter_mut().zip(other.0) {
            *count += more;
        }
    }

    /// Takes every tile of `other` out.
    ///
    /// # Panics
    /// If one is not there.
    pub fn remove_all(&mut self, other: &Self) {
        assert!(self.has_all(other), "a tile is taken out that is not there");
        for (count, less) in self.0.iter_mut().zip(other.0) {
            *count -= less;
        }
    }

    /// Whether every tile of `other` is here.
    pub fn has_all(&self, other: &Self) -> bool {
        self.0.iter().zip(other.0).all(|(&have, want)| have >= want)
    }

    /// The kinds that are here with their numbers, in order.
    pub fn kinds(&self) -> impl Iterator<Item = (Tile, u8)> + '_ {
        Tile::all().zip(self.0).filter(|&(_, count)| count > 0)
    }

    /// Every tile in order, as often as it is here.
    pub fn tiles(&self) -> impl Iterator<Item = Tile> + '_ {
        self.kinds().flat_map(|(tile, count)| std::iter::repeat_n(tile, count.into()))
    }
}

impl FromIterator<Tile> for Rack {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> Self {
        let mut rack = Self::EMPTY;
        tiles.into_iter().for_each(|tile| rack.add(tile));
        rack
    }
}

impl fmt::Display for Rack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, tile) in self.tiles().enumerate() {
            write!(f, "{}{tile}", if place > 0 { " " } else { "" })?;
        }
        Ok(())
    }
}

impl fmt::Debug for Rack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Rack({self})")
    }
}

/// A list of tiles for people and the wire, a number for each kind in digests.
impl Serialize for Rack {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            return serializer.collect_seq(self.tiles());
        }
        let mut tuple = serializer.serialize_tuple(Tile::KINDS)?;
        self.0.iter().try_for_each(|count| tuple.serialize_element(count))?;
        tuple.end()
    }
}

impl<'de> Deserialize<'de> for Rack {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let tiles = Vec::<Tile>::deserialize(deserializer)?;
        let rack: Self = tiles.iter().take(Self::full(true).len().into()).copied().collect();
        if usize::from(rack.len()) == tiles.len() && Self::full(true).has_all(&rack) {
            Ok(rack)
        } else {
            Err(de::Error::custom("there are more tiles than a set has"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn racks_hold_what_was_put_in() {
        let tiles: Vec<Tile> = ["5B", "J", "5B", "N"].iter().map(|text| text.parse().unwrap()).collect();
        let rack: Rack = tiles.iter().copied().collect();
        assert_eq!((rack.to_string().as_str(), rack.len(), rack.jokers()), ("5B 5B N J", 4, 1));
        assert_eq!(rack.without(tiles[0]).count(tiles[0]), 1);
        assert!(Rack::full(false).has_all(&rack) && !rack.has_all(&Rack::full(false)));
        let text = serde_json::to_string(&rack).unwrap();
        assert_eq!(text, r#"["5B","5B","N","J"]"#);
        assert_eq!(serde_json::from_str::<Rack>(&text).unwrap(), rack);
        assert!(serde_json::from_str::<Rack>(r#"["N","N","N","N","N"]"#).is_err());
    }
}
