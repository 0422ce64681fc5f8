//! What a bot makes of its view: the enemy's board.

use crate::{Cell, Config, Mark, Placement, View, grid::DIRECTIONS};
use parlor_kernel::{Duel, Seat};

/// The enemy's board as one seat knows it.
pub(super) struct Chart<'a> {
    pub(super) config: &'a Config,
    view: &'a View,
    seat: Seat,
    marks: Vec<Mark>,
}

impl<'a> Chart<'a> {
    /// The board that `seat` shoots at.
    pub(super) fn new(config: &'a Config, view: &'a View, seat: Seat) -> Self {
        Self { config, view, seat, marks: view.marks(config, Duel::other(seat)) }
    }

    /// What is known about every cell, by number.
    pub(super) fn marks(&self) -> &[Mark] {
        &self.marks
    }

    pub(super) fn mark(&self, cell: Cell) -> Mark {
        self.marks[usize::from(self.config.index_of(cell))]
    }

    pub(super) fn is_fresh(&self, cell: Cell) -> bool {
        self.mark(cell) == Mark::Unknown
    }

    /// Cells that have not been shot at.
    pub(super) fn fresh(&self) -> impl Iterator<Item = Cell> {
        self.config.cells().filter(|&cell| self.is_fresh(cell))
    }

    /// Fresh cells beside hits on ships that still float, whichever ship they belong to.
    pub(super) fn beside_hits(&self) -> Vec<Cell> {
        self.fresh().filter(|&cell| self.config.neighbours(cell).any(|near| self.mark(near) == Mark::Hit)).collect()
    }

    /// Fresh cells at the ends of lines of two or more such hits.
    pub(super) fn line_ends(&self) -> Vec<Cell> {
        let is_hit =
            |cell: Cell, offset| self.config.cell_beside(cell, offset).is_some_and(|cell| self.mark(cell) == Mark::Hit);
        let ends_line =
            |cell: &Cell| DIRECTIONS.iter().any(|&(dx, dy)| is_hit(*cell, (dx, dy)) && is_hit(*cell, (2 * dx, 2 * dy)));
        self.fresh().filter(ends_line).collect()
    }

    /// The places where ships that still float could lie.
    pub(super) fn berths(&self) -> impl Iterator<Item = Placement> {
        let enemy = Duel::other(self.seat);
        let sunk = &self.view.waters[enemy.index()].sunk;
        self.view.ships_left(self.config, enemy).flat_map(|ship| self.config.placements(ship)).filter(move |&berth| {
            self.config.cells_of(berth).all(|cell| matches!(self.mark(cell), Mark::Unknown | Mark::Hit))
                && sunk.iter().all(|&other| self.config.compatible(berth, other))
        })
    }

    /// The sizes of the ships that still float, in the order of the fleet.
    pub(super) fn sizes_left(&self) -> impl Iterator<Item = u8> {
        let ships = self.view.ships_left(self.config, Duel::other(self.seat));
        ships.map(|ship| self.config.size(ship))
    }

    /// The size of the smallest ship that still floats.
    pub(super) fn smallest(&self) -> u8 {
        self.sizes_left().min().unwrap_or(1)
    }

    /// Cells where a ship that still floats was hit and named, and which ship it was.
    pub(super) fn named_hits(&self) -> impl Iterator<Item = (Cell, u8)> {
        let shots = &self.view.waters[Duel::other(self.seat).index()].shots;
        shots
            .iter()
            .filter_map(|shot| Some((shot.at, shot.ship?)))
            .filter(|&(at, ship)| self.mark(at) == Mark::Hit && self.config.ships().contains(&ship))
    }

    /// The patterns that can still be used.
    pub(super) fn patterns(&self) -> impl Iterator<Item = u8> {
        (0..self.config.patterns.len() as u8).filter(|&pattern| self.view.may_use(self.config, self.seat, pattern))
    }
}
