//! A fleet that is being laid out: which ships lie where, and which are still in the dock.

use parlor_battleship::{Cell, Config, Illegal, Orientation, Placement};

/// Where the ships of a fleet lie so far, by ship.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Layout(Vec<Option<Placement>>);

impl Layout {
    /// All ships of the fleet in the dock, except for those placed.
    pub fn new(config: &Config, placed: &[Placement]) -> Self {
        let mut layout = Self(vec![None; config.fleet.len()]);
        placed.iter().for_each(|&ship| layout.put(ship));
        layout
    }

    /// The ships that lie somewhere, in the fleet's order.
    pub fn placed(&self) -> impl Iterator<Item = Placement> {
        self.0.iter().copied().flatten()
    }

    /// Where a ship lies.
    pub fn of(&self, ship: u8) -> Option<Placement> {
        self.0.get(usize::from(ship)).copied().flatten()
    }

    /// The ship that covers a cell.
    pub fn at(&self, config: &Config, cell: Cell) -> Option<Placement> {
        self.placed().find(|&ship| config.cells_of(ship).any(|covered| covered == cell))
    }

    /// The first ship still in the dock.
    pub fn next(&self) -> Option<u8> {
        (0..).zip(&self.0).find_map(|(ship, lies)| lies.is_none().then_some(ship))
    }

    /// Puts a ship down, wherever it was before.
    pub fn put(&mut self, placement: Placement) {
        if let Some(place) = self.0.get_mut(usize::from(placement.ship)) {
            *place = Some(placement);
        }
    }

    /// Takes a ship away.
    pub fn lift(&mut self, ship: u8) {
        if let Some(place) = self.0.get_mut(usize::from(ship)) {
            *place = None;
        }
    }

    /// Whether a ship may be put there beside those that lie already, as the rules say.
    ///
    /// # Errors
    /// The rule against it.
    pub fn check(&self, config: &Config, placement: Placement) -> Result<(), Illegal> {
        let others = self.placed().filter(|other| other.ship != placement.ship);
        let ships: Vec<_> = others.chain([placement]).collect();
        match config.check_fleet(&ships) {
            // That others are missing is no fault of this one.
            Err(Illegal::MissingShip(_)) => Ok(()),
            checked => checked,
        }
    }

    /// Whether the fleet is whole and legal.
    ///
    /// # Errors
    /// What is missing.
    pub fn complete(&self, config: &Config) -> Result<(), Illegal> {
        config.check_fleet(&self.placed().collect::<Vec<_>>())
    }
}

/// A ship in hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hand {
    /// Which ship.
    pub ship: u8,
    /// Which way it is held.
    pub lies: Orientation,
    /// Which of its cells is held, counted from its first.
    pub grip: u8,
    /// Where it was taken from, if not from the dock.
    pub home: Option<Placement>,
}

impl Hand {
    /// Takes a ship from the dock by its first cell.
    pub const fn from_dock(ship: u8, lies: Orientation) -> Self {
        Self { ship, lies, grip: 0, home: None }
    }

    /// Takes a ship off the board by the cell that was touched.
    pub const fn from_board(home: Placement, touched: Cell) -> Self {
        let grip = match home.lies {
            Orientation::Horizontal => touched.x.saturating_sub(home.at.x),
            Orientation::Vertical => touched.y.saturating_sub(home.at.y),
        };
        Self { ship: home.ship, lies: home.lies, grip, home: Some(home) }
    }

    /// Where the ship would lie with the held cell here. It slides along the upper and the left edge.
    pub const fn over(self, Cell { x, y }: Cell) -> Placement {
        let at = match self.lies {
            Orientation::Horizontal => Cell::new(x.saturating_sub(self.grip), y),
            Orientation::Vertical => Cell::new(x, y.saturating_sub(self.grip)),
        };
        Placement { ship: self.ship, at, lies: self.lies }
    }

    /// The same ship, turned.
    #[must_use]
    pub const fn turned(self) -> Self {
        Self { lies: self.lies.turned(), ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_kernel::GameConfig;

    const H: Orientation = Orientation::Horizontal;

    #[test]
    fn ships_are_checked_against_those_that_lie() {
        let config = Config::preset("voxel").unwrap();
        let mut layout = Layout::new(&config, &[]);
        assert_eq!(layout.next(), Some(0));
        layout.put(Placement { ship: 0, at: Cell::new(0, 0), lies: H });
        assert_eq!(layout.next(), Some(1));
        assert_eq!(layout.at(&config, Cell::new(4, 0)).map(|ship| ship.ship), Some(0));
        let beside = Hand::from_dock(1, H);
        assert_eq!(layout.check(&config, beside.over(Cell::new(0, 1))), Ok(()));
        assert!(matches!(layout.check(&config, beside.over(Cell::new(3, 0))), Err(Illegal::Overlap(..))));
        assert!(matches!(layout.check(&config, beside.over(Cell::new(9, 1))), Err(Illegal::OutOfBounds(_))));
        assert!(matches!(layout.complete(&config), Err(Illegal::MissingShip(_))));
        layout.lift(0);
        assert_eq!(layout, Layout::new(&config, &[]));
    }

    #[test]
    fn a_ship_is_held_where_it_was_touched() {
        let home = Placement { ship: 0, at: Cell::new(2, 3), lies: H };
        let hand = Hand::from_board(home, Cell::new(4, 3));
        assert_eq!(hand.over(Cell::new(4, 3)), home);
        assert_eq!(hand.over(Cell::new(1, 3)).at, Cell::new(0, 3));
        assert_eq!(hand.turned().over(Cell::new(4, 3)).at, Cell::new(4, 1));
    }
}
