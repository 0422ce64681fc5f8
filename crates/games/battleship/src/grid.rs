//! Sets of cells, and how cells are numbered.

use crate::{Cell, Config, MAX_SIDE};

/// Words enough for the largest board.
const WORDS: usize = (MAX_SIDE as usize * MAX_SIDE as usize).div_ceil(64);

/// Up, left, right and down.
pub(crate) const DIRECTIONS: [(i8, i8); 4] = [(0, -1), (-1, 0), (1, 0), (0, 1)];

/// A set of cells of one board, by their numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Grid([u64; WORDS]);

impl Grid {
    /// No cell.
    pub(crate) const EMPTY: Self = Self([0; WORDS]);

    /// Whether the cell is in the set.
    #[inline]
    pub(crate) const fn contains(&self, index: u16) -> bool {
        self.0[index as usize / 64] >> (index % 64) & 1 == 1
    }

    /// Adds the cell.
    #[inline]
    pub(crate) const fn insert(&mut self, index: u16) {
        self.0[index as usize / 64] |= 1 << (index % 64);
    }

    /// The `nth` of the first `area` cells that is *not* in the set.
    pub(crate) fn absent(&self, area: u16, nth: u32) -> Option<u16> {
        let mut skip = nth;
        for (base, &word) in (0..area).step_by(64).zip(&self.0) {
            let last = area - base;
            let inside = if last < 64 { (1 << last) - 1 } else { u64::MAX };
            let mut free = !word & inside;
            if skip < free.count_ones() {
                for _ in 0..skip {
                    free &= free - 1;
                }
                return Some(base + free.trailing_zeros() as u16);
            }
            skip -= free.count_ones();
        }
        None
    }
}

/// Cells are numbered row by row, from the top left.
impl Config {
    /// How many cells a board has.
    #[inline]
    pub fn area(&self) -> u16 {
        u16::from(self.width) * u16::from(self.height)
    }

    /// Whether the cell is on the board.
    #[inline]
    pub fn has_cell(&self, cell: Cell) -> bool {
        cell.x < self.width && cell.y < self.height
    }

    /// The number of a cell that is on the board.
    #[inline]
    pub fn index_of(&self, cell: Cell) -> u16 {
        u16::from(cell.y) * u16::from(self.width) + u16::from(cell.x)
    }

    /// The cell with that number.
    #[inline]
    pub fn cell_at(&self, index: u16) -> Cell {
        let width = u16::from(self.width);
        Cell::new((index % width) as u8, (index / width) as u8)
    }

    /// The cell `offset` away from `centre`, if it is on the board.
    #[inline]
    pub fn cell_beside(&self, centre: Cell, offset: (i8, i8)) -> Option<Cell> {
        let cell = Cell::new(centre.x.checked_add_signed(offset.0)?, centre.y.checked_add_signed(offset.1)?);
        self.has_cell(cell).then_some(cell)
    }

    /// The cells above, left, right and below that are on the board.
    pub(crate) fn neighbours(&self, cell: Cell) -> impl Iterator<Item = Cell> {
        DIRECTIONS.into_iter().filter_map(move |offset| self.cell_beside(cell, offset))
    }

    /// Every cell, in the order of their numbers.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let width = self.width;
        (0..self.height).flat_map(move |y| (0..width).map(move |x| Cell::new(x, y)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_kernel::GameConfig;

    #[test]
    fn cells_and_their_numbers_agree() {
        let mut config = Config::preset("voxel").unwrap();
        (config.width, config.height) = (7, 30);
        for (index, cell) in (0..config.area()).zip(config.cells()) {
            assert_eq!((config.index_of(cell), config.cell_at(index)), (index, cell));
        }
        assert_eq!(config.cells().count(), usize::from(config.area()));
        assert_eq!(config.cell_beside(Cell::new(6, 0), (1, 0)), None);
        assert_eq!(config.cell_beside(Cell::new(6, 0), (-2, 3)), Some(Cell::new(4, 3)));
        assert_eq!(config.neighbours(Cell::new(0, 0)).count(), 2);
    }

    #[test]
    fn absent_cells_are_counted_in_order() {
        for area in [1, 63, 64, 65, 100, 900] {
            let mut grid = Grid::EMPTY;
            (0..area).filter(|index| index % 3 == 0).for_each(|index| grid.insert(index));
            let expected: Vec<_> = (0..area).filter(|&index| !grid.contains(index)).collect();
            let found: Vec<_> = (0..).map_while(|nth| grid.absent(area, nth)).collect();
            assert_eq!(found, expected);
        }
    }
}
