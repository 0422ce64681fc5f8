//! Groups of equal tiles: those a hand is made of, and those that lie open.

use crate::Tile;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The fewest tiles a group needs before jokers may stand in, and before it may be exposed.
pub const PUNG: u8 = 3;
/// The most tiles of one group.
pub const SEXTET: u8 = 6;

/// Some equal tiles of a hand. A single is a group of one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Group {
    /// Which tiles.
    pub tile: Tile,
    /// How many.
    pub size: u8,
}

impl Group {
    /// Whether jokers may stand in for its tiles.
    pub const fn takes_jokers(self) -> bool {
        self.size >= PUNG
    }
}

/// A group that lies open before its player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Exposure {
    /// What it is a group of.
    pub tile: Tile,
    /// How many tiles it has, jokers included.
    pub size: u8,
    /// How many of them are jokers.
    pub jokers: u8,
}

impl Exposure {
    /// The group it is.
    pub const fn group(self) -> Group {
        Group { tile: self.tile, size: self.size }
    }

    /// How many of its tiles are no jokers.
    pub const fn naturals(self) -> u8 {
        self.size - self.jokers
    }
}

impl fmt::Display for Exposure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let naturals = std::iter::repeat_n(self.tile, self.naturals().into());
        let jokers = std::iter::repeat_n(Tile::JOKER, self.jokers.into());
        for (place, tile) in naturals.chain(jokers).enumerate() {
            write!(f, "{}{tile}", if place > 0 { " " } else { "" })?;
        }
        Ok(())
    }
}
