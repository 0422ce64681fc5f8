//! One seat's side of a match: its fleet, what has been shot at it, and what it has used.

use crate::{
    Announce, Cell, Config, MAX_SHIPS, Placement, SeatTally, Shot, ShotKind, ShotResult, Waters, fleet::Fleet,
    grid::Grid,
};
use serde::Serialize;

/// One seat's side. What is not serialised follows from what is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Side {
    fleet: Fleet,
    /// The cells shot at on this side, in order.
    order: Vec<u16>,
    /// How often this seat has used each pattern.
    pub(crate) used: Vec<u16>,
    /// Turns this seat has missed in a row.
    pub(crate) missed_turns: u8,
    #[serde(skip)]
    occupied: Grid,
    #[serde(skip)]
    shot: Grid,
    /// For each ship, how many of its cells have not been hit.
    #[serde(skip)]
    sound: [u8; MAX_SHIPS],
    #[serde(skip)]
    afloat: u8,
}

impl Side {
    /// A side before anything has happened.
    pub(crate) fn new(config: &Config) -> Self {
        Self {
            fleet: Fleet::default(),
            order: Vec::new(),
            used: vec![0; config.patterns.len()],
            missed_turns: 0,
            occupied: Grid::EMPTY,
            shot: Grid::EMPTY,
            sound: [0; MAX_SHIPS],
            afloat: 0,
        }
    }

    /// Puts the fleet into the water.
    pub(crate) fn launch(&mut self, config: &Config, fleet: Fleet) {
        self.afloat = fleet.ships().len() as u8;
        for &placement in fleet.ships() {
            self.sound[usize::from(placement.ship)] = config.size(placement.ship);
            config.cells_of(placement).for_each(|cell| self.occupied.insert(config.index_of(cell)));
        }
        self.order.reserve(usize::from(config.area()));
        self.fleet = fleet;
    }

    /// A side on which `fleet` lies and everybody knows what `waters` and `tally` tell.
    pub(crate) fn restored(config: &Config, fleet: Option<Fleet>, waters: &Waters, tally: &SeatTally) -> Self {
        let mut side = Self { used: tally.used.clone(), missed_turns: tally.missed_turns, ..Self::new(config) };
        if let Some(fleet) = fleet {
            side.launch(config, fleet);
        }
        for shot in &waters.shots {
            side.shoot(config, shot.at);
        }
        side
    }

    /// Shoots at a cell of this side. The answer names the ship, whether or not the rules tell it.
    #[inline]
    pub(crate) fn shoot(&mut self, config: &Config, at: Cell) -> ShotResult {
        let index = config.index_of(at);
        if self.shot.contains(index) {
            return ShotResult { at, result: ShotKind::Spent, ship: None };
        }
        self.shot.insert(index);
        self.order.push(index);
        // The bits answer most shots; only hits look through the ships.
        let ship = if self.occupied.contains(index) { self.ship_at(config, at) } else { None };
        let Some(ship) = ship else {
            return ShotResult { at, result: ShotKind::Miss, ship: None };
        };
        let sound = &mut self.sound[usize::from(ship)];
        *sound -= 1;
        if *sound > 0 {
            return ShotResult { at, result: ShotKind::Hit, ship: Some(ship) };
        }
        self.afloat -= 1;
        ShotResult { at, result: ShotKind::Sunk, ship: Some(ship) }
    }

    /// The ship that covers a cell.
    fn ship_at(&self, config: &Config, cell: Cell) -> Option<u8> {
        self.fleet.ships().iter().find(|&&placement| config.covers(placement, cell)).map(|placement| placement.ship)
    }

    /// Whether a cell has been shot at.
    #[inline]
    pub(crate) fn is_spent(&self, config: &Config, cell: Cell) -> bool {
        self.shot.contains(config.index_of(cell))
    }

    /// The cells shot at.
    #[inline]
    pub(crate) const fn shot(&self) -> &Grid {
        &self.shot
    }

    /// How many cells have been shot at.
    #[inline]
    pub(crate) fn shots(&self) -> u32 {
        self.order.len() as u32
    }

    /// How many ships still float.
    #[inline]
    pub(crate) const fn afloat(&self) -> u8 {
        self.afloat
    }

    /// How many cells of ships have been hit.
    pub(crate) fn wounds(&self, config: &Config) -> u32 {
        let ships = self.fleet.ships().iter();
        ships.map(|&Placement { ship, .. }| u32::from(config.size(ship) - self.sound[usize::from(ship)])).sum()
    }

    /// The fleet; empty before it is launched.
    pub(crate) const fn fleet(&self) -> &Fleet {
        &self.fleet
    }

    /// Where a ship of the launched fleet lies.
    pub(crate) fn placement(&self, ship: u8) -> Placement {
        self.fleet.ships()[usize::from(ship)]
    }

    /// What everybody knows about this side.
    pub(crate) fn waters(&self, config: &Config) -> Waters {
        let mut waters = Waters::default();
        let mut seen = Self::new(config);
        seen.launch(config, self.fleet.clone());
        for &index in &self.order {
            let shot = seen.shoot(config, config.cell_at(index));
            if let (ShotKind::Sunk, Some(ship)) = (shot.result, shot.ship) {
                waters.sunk.push(self.placement(ship));
            }
            let ShotResult { at, result, ship } = shot.told(config.announce);
            waters.shots.push(Shot { at, hit: result != ShotKind::Miss, ship });
        }
        waters
    }

    /// What this seat has done, given the side it shoots at.
    pub(crate) fn tally(&self, config: &Config, target: &Self) -> SeatTally {
        SeatTally {
            attacks: self.used.iter().map(|&uses| u32::from(uses)).sum(),
            shots: target.shots(),
            hits: target.wounds(config),
            used: self.used.clone(),
            missed_turns: self.missed_turns,
        }
    }
}

impl ShotResult {
    /// What the rules tell of it (rulings, option `announce ship`).
    pub(crate) fn told(self, announce: Announce) -> Self {
        let named = announce == Announce::Hit || self.result == ShotKind::Sunk;
        Self { ship: self.ship.filter(|_| named), ..self }
    }
}
