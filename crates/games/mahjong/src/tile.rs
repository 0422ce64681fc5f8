//! Tiles.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::{borrow::Cow, fmt, str::FromStr};
use thiserror::Error;

/// What is printed on a tile. Tiles that look the same are the same, and all flowers are alike.
///
/// As text, `5C` `5B` `5D` are fives of Craks, Bams and Dots, `N E W S` winds, `R G 0` the red, green and white dragons,
/// `F` a flower, `J` a joker and `X` a blank.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tile(u8);

/// A suit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Suit {
    /// Its dragon is red.
    Crak,
    /// Its dragon is green.
    Bam,
    /// Its dragon is white.
    Dot,
}

impl Suit {
    /// All suits.
    pub const ALL: [Self; 3] = [Self::Crak, Self::Bam, Self::Dot];
}

/// A text that names no tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("tiles are written 1C to 9C, 1B to 9B, 1D to 9D, N, E, W, S, R, G, 0, F, J and X")]
pub struct NotATile;

/// The texts of all tiles, in their order.
const TEXTS: [&str; Tile::KINDS] = [
    "1C", "2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C", "1B", "2B", "3B", "4B", "5B", "6B", "7B", "8B", "9B", "1D",
    "2D", "3D", "4D", "5D", "6D", "7D", "8D", "9D", "N", "E", "W", "S", "R", "G", "0", "F", "J", "X",
];

impl Tile {
    /// How many kinds of tiles there are.
    pub const KINDS: usize = 37;
    /// How many kinds hands are made of: all but jokers and blanks. They come first.
    pub const NATURALS: usize = 35;
    /// The winds N, E, W and S.
    pub const WINDS: [Self; 4] = [Self(27), Self(28), Self(29), Self(30)];
    /// The white dragon, which is also the digit 0.
    pub const SOAP: Self = Self(33);
    /// A flower.
    pub const FLOWER: Self = Self(34);
    /// A joker.
    pub const JOKER: Self = Self(35);
    /// A blank.
    pub const BLANK: Self = Self(36);

    /// A number from 1 to 9 of a suit.
    ///
    /// # Panics
    /// If there is no such number.
    pub const fn number(suit: Suit, number: u8) -> Self {
        assert!(number >= 1 && number <= 9, "suits are numbered from 1 to 9");
        Self(suit as u8 * 9 + number - 1)
    }

    /// The dragon of a suit.
    pub const fn dragon(suit: Suit) -> Self {
        Self(31 + suit as u8)
    }

    /// The tile as an index into arrays by kind.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Every kind in order.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::KINDS as u8).map(Self)
    }

    /// Every kind that hands are made of, in order.
    pub fn naturals() -> impl Iterator<Item = Self> {
        Self::all().take(Self::NATURALS)
    }

    /// How many there are in a set; of blanks, in a set that has them.
    pub const fn copies(self) -> u8 {
        if self.0 < Self::FLOWER.0 { 4 } else { 8 }
    }

    /// Whether hands are made of it: neither a joker nor a blank.
    pub const fn is_natural(self) -> bool {
        self.0 < Self::NATURALS as u8
    }

    /// What it is called.
    pub fn name(self) -> Cow<'static, str> {
        match self.0 {
            number @ 0..27 => {
                let suit = Suit::ALL[usize::from(number / 9)];
                format!("{} {suit:?}", number % 9 + 1).into()
            }
            27 => "North".into(),
            28 => "East".into(),
            29 => "West".into(),
            30 => "South".into(),
            31 => "Red Dragon".into(),
            32 => "Green Dragon".into(),
            33 => "White Dragon".into(),
            34 => "Flower".into(),
            35 => "Joker".into(),
            _ => "Blank".into(),
        }
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(TEXTS[self.index()])
    }
}

impl fmt::Debug for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tile({self})")
    }
}

impl FromStr for Tile {
    type Err = NotATile;

    fn from_str(text: &str) -> Result<Self, NotATile> {
        Self::all().find(|tile| TEXTS[tile.index()].eq_ignore_ascii_case(text)).ok_or(NotATile)
    }
}

/// Text for people and the wire, one byte in digests.
impl Serialize for Tile {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() { serializer.collect_str(self) } else { serializer.serialize_u8(self.0) }
    }
}

impl<'de> Deserialize<'de> for Tile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        parlor_kernel::from_text(deserializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_has_152_tiles_and_160_with_blanks() {
        let without: u32 = Tile::all().filter(|&tile| tile != Tile::BLANK).map(|tile| u32::from(tile.copies())).sum();
        assert_eq!((without, without + u32::from(Tile::BLANK.copies())), (152, 160));
    }

    #[test]
    fn texts_go_there_and_back() {
        for tile in Tile::all() {
            assert_eq!(tile.to_string().parse(), Ok(tile));
            assert_eq!(tile.to_string().to_lowercase().parse(), Ok(tile));
        }
        assert_eq!("0C".parse::<Tile>(), Err(NotATile));
        assert_eq!(Tile::number(Suit::Dot, 9).name(), "9 Dot");
        assert_eq!(Tile::dragon(Suit::Dot), Tile::SOAP);
        assert_eq!(Tile::WINDS.map(|wind| wind.to_string()).join(""), "NEWS");
    }
}
