//! Ships and where they lie.

use crate::{Cell, Config, Spacing};
use serde::{Deserialize, Serialize};

/// The most ships a fleet may have.
pub const MAX_SHIPS: usize = 16;

/// A kind of ship in a fleet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShipClass {
    /// Stable id, for example `carrier`.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// How many cells it covers.
    pub size: u8,
}

/// Which way a ship lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Orientation {
    /// From its first cell to the right.
    Horizontal,
    /// From its first cell downwards.
    Vertical,
}

impl Orientation {
    /// The other way.
    #[must_use]
    pub const fn turned(self) -> Self {
        match self {
            Self::Horizontal => Self::Vertical,
            Self::Vertical => Self::Horizontal,
        }
    }
}

/// Where one ship of the fleet lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Placement {
    /// Which ship: its place in the configured fleet.
    pub ship: u8,
    /// Its top-left cell.
    pub at: Cell,
    /// Which way it lies.
    pub lies: Orientation,
}

impl Placement {
    /// The cells it covers when the ship is `size` long. Cells off the board are included: rules check that.
    pub fn cells(self, size: u8) -> impl Iterator<Item = Cell> + Clone {
        let Cell { x, y } = self.at;
        (0..size).map(move |i| match self.lies {
            Orientation::Horizontal => Cell::new(x.saturating_add(i), y),
            Orientation::Vertical => Cell::new(x, y.saturating_add(i)),
        })
    }

    /// Whether it covers `cell` when the ship is `size` long.
    #[inline]
    pub fn covers(self, size: u8, cell: Cell) -> bool {
        let (along, across) = match self.lies {
            Orientation::Horizontal => (cell.x.checked_sub(self.at.x), cell.y == self.at.y),
            Orientation::Vertical => (cell.y.checked_sub(self.at.y), cell.x == self.at.x),
        };
        across && along.is_some_and(|steps| steps < size)
    }

    /// The cell at its other end when the ship is `size` long.
    pub(crate) fn end(self, size: u8) -> Cell {
        let (Cell { x, y }, reach) = (self.at, size.saturating_sub(1));
        match self.lies {
            Orientation::Horizontal => Cell::new(x.saturating_add(reach), y),
            Orientation::Vertical => Cell::new(x, y.saturating_add(reach)),
        }
    }
}

/// How two ships lie to each other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Gap {
    /// They share a cell.
    None,
    /// They touch, side by side or corner to corner.
    Touching,
    /// There is water between them.
    Water,
}

impl Gap {
    /// The gap between two ships, given with their sizes.
    #[inline]
    pub(crate) fn between((a, a_size): (Placement, u8), (b, b_size): (Placement, u8)) -> Self {
        let (a_end, b_end) = (a.end(a_size), b.end(b_size));
        // How many steps lie between the two along one axis; 0 when they share a column (or row).
        let steps = |a: u8, a_end: u8, b: u8, b_end: u8| b.saturating_sub(a_end).max(a.saturating_sub(b_end));
        match steps(a.at.x, a_end.x, b.at.x, b_end.x).max(steps(a.at.y, a_end.y, b.at.y, b_end.y)) {
            0 => Self::None,
            1 => Self::Touching,
            _ => Self::Water,
        }
    }
}

impl Config {
    /// The size of a ship of the fleet.
    #[inline]
    pub(crate) fn size(&self, ship: u8) -> u8 {
        self.fleet[usize::from(ship)].size
    }

    /// The ships of the fleet, by number.
    pub(crate) fn ships(&self) -> std::ops::Range<u8> {
        0..self.fleet.len() as u8
    }

    /// The cells a ship of the fleet covers.
    pub fn cells_of(&self, placement: Placement) -> impl Iterator<Item = Cell> + Clone + use<> {
        placement.cells(self.size(placement.ship))
    }

    /// Whether a ship of the fleet covers `cell`.
    #[inline]
    pub(crate) fn covers(&self, placement: Placement, cell: Cell) -> bool {
        placement.covers(self.size(placement.ship), cell)
    }

    /// How two ships of the fleet lie to each other.
    #[inline]
    pub(crate) fn gap(&self, a: Placement, b: Placement) -> Gap {
        Gap::between((a, self.size(a.ship)), (b, self.size(b.ship)))
    }

    /// The least gap that the spacing asks for.
    pub(crate) const fn least_gap(&self) -> Gap {
        match self.spacing {
            Spacing::Touch => Gap::Touching,
            Spacing::Apart => Gap::Water,
        }
    }

    /// Whether two ships of the fleet may lie like this together.
    #[inline]
    pub(crate) fn compatible(&self, a: Placement, b: Placement) -> bool {
        self.gap(a, b) >= self.least_gap()
    }
}

/// A whole fleet as it lies: every configured ship, in the configured order. Empty before it is laid out.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Fleet(Vec<Placement>);

impl Fleet {
    /// A fleet from a legal layout, in one form for each layout: ships in order, one-cell ships horizontal.
    pub(crate) fn new(config: &Config, mut ships: Vec<Placement>) -> Self {
        ships.sort_unstable_by_key(|placement| placement.ship);
        for placement in &mut ships {
            if config.size(placement.ship) == 1 {
                placement.lies = Orientation::Horizontal;
            }
        }
        Self(ships)
    }

    /// The ships.
    pub(crate) fn ships(&self) -> &[Placement] {
        &self.0
    }

    /// Whether no ship has been laid out.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// One small number for each ship instead of its text: the state is hashed after every action.
impl Serialize for Fleet {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(|placement| {
            let Cell { x, y } = placement.at;
            u16::from(y) << 6 | u16::from(x) << 1 | u16::from(placement.lies == Orientation::Vertical)
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x: u8, y: u8, lies: Orientation) -> Placement {
        Placement { ship: 0, at: Cell::new(x, y), lies }
    }

    #[test]
    fn covers_exactly_its_cells() {
        for lies in [Orientation::Horizontal, Orientation::Vertical] {
            let ship = at(2, 3, lies);
            let cells: Vec<_> = ship.cells(3).collect();
            assert_eq!(cells.last(), Some(&ship.end(3)));
            for x in 0..8 {
                for y in 0..8 {
                    assert_eq!(ship.covers(3, Cell::new(x, y)), cells.contains(&Cell::new(x, y)));
                }
            }
            assert_eq!(lies.turned().turned(), lies);
        }
    }

    #[test]
    fn gaps_agree_with_the_cells() {
        let all = (0..6).flat_map(|x| (0..6).map(move |y| (x, y)));
        for (x, y) in all {
            for lies in [Orientation::Horizontal, Orientation::Vertical] {
                let (a, b) = (at(2, 2, Orientation::Horizontal), at(x, y, lies));
                let nearest =
                    a.cells(3).flat_map(|p| b.cells(2).map(move |q| p.x.abs_diff(q.x).max(p.y.abs_diff(q.y)))).min();
                let expected = match nearest {
                    Some(0) => Gap::None,
                    Some(1) => Gap::Touching,
                    _ => Gap::Water,
                };
                assert_eq!(Gap::between((a, 3), (b, 2)), expected, "{b:?}");
                assert_eq!(Gap::between((b, 2), (a, 3)), expected, "{b:?}");
            }
        }
    }
}
