//! Where ships can lie, and which fleets are legal.

use crate::{Cell, Config, Illegal, Orientation, Placement, fleet::Gap};

impl Config {
    /// How many ways `ship` can lie horizontally and vertically on an empty board. A one-cell ship lies
    /// horizontally only: turning it changes nothing.
    fn ways(&self, ship: u8) -> (u16, u16) {
        let size = self.size(ship);
        let fits = |side: u8, rows: u8| match side.checked_sub(size) {
            Some(slack) => (u16::from(slack) + 1) * u16::from(rows),
            None => 0,
        };
        (fits(self.width, self.height), if size == 1 { 0 } else { fits(self.height, self.width) })
    }

    /// How many ways `ship` can lie on an empty board.
    pub(crate) fn placement_count(&self, ship: u8) -> u16 {
        let (horizontal, vertical) = self.ways(ship);
        horizontal + vertical
    }

    /// The `nth` of those ways: first the horizontal ones, row by row, then the vertical ones, column by column.
    pub(crate) fn placement(&self, ship: u8, nth: u16) -> Placement {
        let (horizontal, _) = self.ways(ship);
        let size = self.size(ship);
        match nth.checked_sub(horizontal) {
            None => {
                let starts = u16::from(self.width - size) + 1;
                let at = Cell::new((nth % starts) as u8, (nth / starts) as u8);
                Placement { ship, at, lies: Orientation::Horizontal }
            }
            Some(nth) => {
                let starts = u16::from(self.height - size) + 1;
                let at = Cell::new((nth / starts) as u8, (nth % starts) as u8);
                Placement { ship, at, lies: Orientation::Vertical }
            }
        }
    }

    /// Every way `ship` (a place in the fleet) can lie on an empty board; none if there is no such ship.
    pub fn placements(&self, ship: u8) -> impl Iterator<Item = Placement> + Clone {
        let count = if self.ships().contains(&ship) { self.placement_count(ship) } else { 0 };
        (0..count).map(move |nth| self.placement(ship, nth))
    }

    /// Where the ship of that id and size lies, as clients that name ships send it (Voxel Battleship).
    ///
    /// # Errors
    /// If the fleet has no such ship or the ship is not that long.
    pub fn named_placement(&self, id: &str, size: u8, at: Cell, lies: Orientation) -> Result<Placement, Illegal> {
        let (ship, class) = (0..)
            .zip(&self.fleet)
            .find(|(_, class)| class.id == id)
            .ok_or_else(|| Illegal::UnknownShip(id.to_owned()))?;
        if class.size != size {
            return Err(Illegal::WrongSize { name: class.name.clone(), size: class.size });
        }
        Ok(Placement { ship, at, lies })
    }

    /// Whether these ships are a whole, legal fleet, in whatever order.
    ///
    /// # Errors
    /// The first thing wrong with it.
    pub fn check_fleet(&self, ships: &[Placement]) -> Result<(), Illegal> {
        self.check_ships(ships)?;
        self.complete(ships)
    }

    /// Whether these ships can lie there together, whether more are to come or not.
    ///
    /// # Errors
    /// The first thing wrong with them.
    pub fn check_ships(&self, ships: &[Placement]) -> Result<(), Illegal> {
        for (placed, &ship) in ships.iter().enumerate() {
            let earlier = &ships[..placed];
            self.known(ship)?;
            self.only_once(earlier, ship)?;
            self.on_board(ship)?;
            self.clear_of(earlier, ship)?;
        }
        Ok(())
    }

    /// Voxel Battleship: a ship must be one of the fleet's.
    fn known(&self, ship: Placement) -> Result<(), Illegal> {
        let known = self.ships().contains(&ship.ship);
        if known { Ok(()) } else { Err(Illegal::UnknownShip(format!("number {}", u16::from(ship.ship) + 1))) }
    }

    /// Voxel Battleship: no ship twice.
    fn only_once(&self, earlier: &[Placement], ship: Placement) -> Result<(), Illegal> {
        let twice = earlier.iter().any(|other| other.ship == ship.ship);
        if twice { Err(Illegal::DuplicateShip(self.name(ship.ship))) } else { Ok(()) }
    }

    /// Voxel Battleship: no ship reaches over the edge.
    fn on_board(&self, ship: Placement) -> Result<(), Illegal> {
        let inside = self.has_cell(ship.at) && self.has_cell(ship.end(self.size(ship.ship)));
        if inside { Ok(()) } else { Err(Illegal::OutOfBounds(self.name(ship.ship))) }
    }

    /// Voxel Battleship: no two ships share a cell; rulings, option `spacing`: apart, they do not even touch.
    fn clear_of(&self, earlier: &[Placement], ship: Placement) -> Result<(), Illegal> {
        let Some(&other) = earlier.iter().find(|&&other| !self.compatible(ship, other)) else {
            return Ok(());
        };
        let (name, other_name) = (self.name(ship.ship), self.name(other.ship));
        Err(match self.gap(ship, other) {
            Gap::None => Illegal::Overlap(name, other_name),
            Gap::Touching | Gap::Water => Illegal::TooClose(name, other_name),
        })
    }

    /// Voxel Battleship: every ship is placed.
    pub(crate) fn complete(&self, ships: &[Placement]) -> Result<(), Illegal> {
        let missing = self.ships().find(|&ship| ships.iter().all(|placement| placement.ship != ship));
        missing.map_or(Ok(()), |ship| Err(Illegal::MissingShip(self.name(ship))))
    }

    fn name(&self, ship: u8) -> String {
        self.fleet[usize::from(ship)].name.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Spacing;
    use parlor_kernel::{Code, GameConfig};

    fn config() -> Config {
        Config::preset("voxel").unwrap()
    }

    /// The fleet in rows 1, 3, 5, 7 and 9, each ship from column A.
    fn fleet() -> Vec<Placement> {
        (0..5).map(|ship| Placement { ship, at: Cell::new(0, 2 * ship), lies: Orientation::Horizontal }).collect()
    }

    fn code_after(change: impl FnOnce(&mut Config, &mut Vec<Placement>)) -> Option<&'static str> {
        let (mut config, mut ships) = (config(), fleet());
        change(&mut config, &mut ships);
        config.check_fleet(&ships).err().map(|illegal| illegal.code())
    }

    #[test]
    fn whole_fleets_in_any_order_are_legal() {
        assert_eq!(code_after(|_, _| ()), None);
        assert_eq!(code_after(|config, ships| (config.spacing = Spacing::Apart, ships.reverse()).1), None);
        assert_eq!(code_after(|_, ships| ships[1].at = Cell::new(0, 1)), None, "touching is fine");
    }

    #[test]
    fn every_mistake_has_its_code() {
        assert_eq!(code_after(|_, ships| ships[4].ship = 5), Some("unknown_ship"));
        assert_eq!(code_after(|_, ships| ships[4].ship = 255), Some("unknown_ship"));
        assert_eq!(code_after(|_, ships| ships[4].ship = 0), Some("duplicate_ship"));
        assert_eq!(code_after(|_, ships| ships.push(ships[2])), Some("duplicate_ship"));
        assert_eq!(code_after(|_, ships| ships[0].at.x = 6), Some("out_of_bounds"));
        assert_eq!(code_after(|_, ships| ships[0].at.x = 255), Some("out_of_bounds"));
        assert_eq!(code_after(|_, ships| ships[0].at.y = 10), Some("out_of_bounds"));
        assert_eq!(code_after(|_, ships| ships[1].at = Cell::new(4, 0)), Some("overlap"));
        let touching = |config: &mut Config, ships: &mut Vec<Placement>| {
            config.spacing = Spacing::Apart;
            ships[1].at = Cell::new(5, 1);
        };
        assert_eq!(code_after(touching), Some("too_close"));
        assert_eq!(code_after(|_, ships| ships.truncate(4)), Some("missing_ship"));
        assert_eq!(code_after(|_, ships| ships.clear()), Some("missing_ship"));
    }

    #[test]
    fn ships_can_be_named() {
        let (config, at) = (config(), Cell::new(1, 1));
        let named = |id, size| config.named_placement(id, size, at, Orientation::Vertical);
        assert_eq!(named("submarine", 3), Ok(Placement { ship: 3, at, lies: Orientation::Vertical }));
        assert_eq!(named("raft", 3).unwrap_err().code(), "unknown_ship");
        assert_eq!(named("submarine", 4).unwrap_err().code(), "wrong_size");
    }

    #[test]
    fn placements_are_all_different_and_all_legal() {
        let mut config = config();
        (config.width, config.height) = (3, 6);
        config.fleet[4].size = 1;
        for ship in 0..5 {
            let listed: Vec<_> = config.placements(ship).collect();
            let legal = config.cells().flat_map(|at| {
                [Orientation::Horizontal, Orientation::Vertical].map(|lies| Placement { ship, at, lies })
            });
            let legal: Vec<_> = legal
                .filter(|&placement| config.on_board(placement).is_ok())
                .filter(|placement| ship != 4 || placement.lies == Orientation::Horizontal)
                .collect();
            assert_eq!(listed.len(), legal.len());
            assert!(legal.iter().all(|placement| listed.contains(placement)));
        }
        assert_eq!(config.placements(5).count(), 0);
    }
}
