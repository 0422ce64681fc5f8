//! How long a search lasts that starts at a given cell.
//!
//! The forecast pretends that every shot misses and always takes the cell with the most berths next. After each shot, the
//! berths it has crossed off say how likely each ship would have been found by then; summing the chance that some ship is
//! still missing gives the expected length of the search. Only open water is needed for that, so a forecast costs
//! microseconds.

use super::survey::Survey;
use crate::MAX_SIDE;

/// Open cells of a row or column, one bit each.
type Line = u32;
/// More than any line has cells.
const LINE: usize = Line::BITS as usize;
const _: () = assert!(LINE > MAX_SIDE as usize);

/// Berth counts are doubled so that lying on the lattice can break ties between equal counts without ever outweighing a
/// whole berth. Even the largest fleet keeps them within 16 bits, which makes looking for the densest cell fast.
const BERTH: i16 = 2;
const ON_LATTICE: i16 = 1;
/// The forecast ends once every ship would almost surely have been found: the last few cells differ little between
/// searches and take long to walk through.
const SURE_ENOUGH: f32 = 0.99;

/// The open water left, and how many berths cross each cell.
#[derive(Default)]
struct Sea {
    rows: Vec<Line>,
    columns: Vec<Line>,
    /// Doubled berth counts; 0 where no ship fits any more.
    density: Vec<i16>,
    /// Berths left for each quarry.
    berths: Vec<i32>,
}

impl Sea {
    fn copy_from(&mut self, other: &Self) {
        self.rows.clone_from(&other.rows);
        self.columns.clone_from(&other.columns);
        self.density.clone_from(&other.density);
        self.berths.clone_from(&other.berths);
    }
}

/// Ships of one size that are searched for.
struct Quarry {
    size: usize,
    count: usize,
    /// The chance of each berth, all of them being equally likely.
    per_berth: f32,
}

/// The diagonals on which every ship of the smallest size has a cell.
#[derive(Clone, Copy)]
struct Lattice {
    period: usize,
    falling: bool,
}

impl Lattice {
    fn diagonal(self, at: usize, width: usize) -> usize {
        let (row, column) = (at / width, at % width);
        let step = if self.falling { self.period - 1 } else { 1 };
        (row + step * column) % self.period
    }
}

/// Compares searches that start in different cells.
#[derive(Default)]
pub(super) struct Forecaster {
    width: usize,
    quarry: Vec<Quarry>,
    start: Sea,
    sea: Sea,
    /// What being on the lattice adds to each cell's density in this forecast.
    bonus: Vec<i16>,
    /// Doubled berth count at each offset of a stretch of open cells, by the length of the stretch.
    stretch_density: Vec<i16>,
}

impl Forecaster {
    /// Reads the survey; false if there is nothing to search for.
    pub(super) fn prepare(&mut self, survey: &Survey) -> bool {
        self.width = survey.width;
        self.quarry.clear();
        self.start.berths.clear();
        for class in survey.classes().iter().filter(|class| !class.berths.is_empty()) {
            let (size, count, berths) = (class.size, class.count, class.berths.len());
            self.quarry.push(Quarry { size, count, per_berth: 1.0 / berths as f32 });
            self.start.berths.push(berths as i32);
        }
        self.tabulate_stretches(survey.width.max(survey.height));
        self.chart(survey);
        !self.quarry.is_empty()
    }

    fn tabulate_stretches(&mut self, longest: usize) {
        self.stretch_density.clear();
        self.stretch_density.resize((longest + 1) * LINE, 0);
        for &Quarry { size, count, .. } in &self.quarry {
            // One-cell ships are counted both across and down.
            let each = if size == 1 { BERTH / 2 } else { BERTH };
            for length in size..=longest {
                for offset in 0..length {
                    let crossing = (offset + 1).min(size).min(length - size + 1).min(length - offset);
                    self.stretch_density[length * LINE + offset] += each * crossing as i16 * count as i16;
                }
            }
        }
    }

    fn chart(&mut self, survey: &Survey) {
        let width = self.width;
        let start = &mut self.start;
        start.rows.clear();
        start.rows.resize(survey.height, 0);
        start.columns.clear();
        start.columns.resize(width, 0);
        let open = || (0..survey.open.len()).filter(|&at| survey.open[at]);
        for at in open() {
            start.rows[at / width] |= 1 << (at % width);
            start.columns[at % width] |= 1 << (at / width);
        }
        start.density.clear();
        start.density.resize(survey.open.len(), 0);
        for at in open() {
            let (left, right) = open_beside(start.rows[at / width], at % width);
            let (above, below) = open_beside(start.columns[at % width], at / width);
            start.density[at] = self.stretch_density[(left + right + 1) * LINE + left]
                + self.stretch_density[(above + below + 1) * LINE + above];
        }
    }

    /// Expected shots of a search that starts at the open cell `first`.
    pub(super) fn cost_of_starting_at(&mut self, first: usize) -> f32 {
        let period = self.quarry.first().map_or(1, |smallest| smallest.size);
        let mut cost = |falling| self.cost(first, Lattice { period, falling });
        let rising = cost(false);
        if period <= 2 {
            // Both slopes describe the same cells.
            return rising;
        }
        rising.min(cost(true))
    }

    fn cost(&mut self, first: usize, lattice: Lattice) -> f32 {
        self.sea.copy_from(&self.start);
        self.favour(lattice, first);
        let mut cost = 0.0;
        let mut next = first;
        loop {
            self.shoot(next);
            let all_found = self.chance_all_found();
            cost += 1.0 - all_found;
            let densest = self.sea.density.iter().fold(0, |most: i16, &here| most.max(here));
            if all_found > SURE_ENOUGH || densest == 0 {
                return cost;
            }
            match self.sea.density.iter().position(|&here| here == densest) {
                Some(at) => next = at,
                None => return cost,
            }
        }
    }

    /// The chance that every ship would have been found by now.
    fn chance_all_found(&self) -> f32 {
        let mut all_found = 1.0;
        for (quarry, &left) in self.quarry.iter().zip(&self.sea.berths) {
            let found = 1.0 - left as f32 * quarry.per_berth;
            // Multiplied out: counts are tiny, and every machine gets the same result.
            (0..quarry.count).for_each(|_| all_found *= found);
        }
        all_found
    }

    /// Searching on one lattice crosses off the same berths with fewer shots than a search that is greedy alone.
    fn favour(&mut self, lattice: Lattice, first: usize) {
        self.bonus.clear();
        self.bonus.resize(self.sea.density.len(), 0);
        if lattice.period == 1 {
            return;
        }
        let wanted = lattice.diagonal(first, self.width);
        for (at, density) in self.sea.density.iter_mut().enumerate() {
            if *density > 0 && lattice.diagonal(at, self.width) == wanted {
                *density += ON_LATTICE;
                self.bonus[at] = ON_LATTICE;
            }
        }
    }

    fn shoot(&mut self, at: usize) {
        let (row, column) = (at / self.width, at % self.width);
        let (left, right) = open_beside(self.sea.rows[row], column);
        let (above, below) = open_beside(self.sea.columns[column], row);
        self.sea.rows[row] &= !(1 << column);
        self.sea.columns[column] &= !(1 << row);
        for (quarry, berths) in self.quarry.iter().zip(&mut self.sea.berths) {
            *berths -= berths_crossed(quarry.size, left, right);
            if quarry.size > 1 {
                *berths -= berths_crossed(quarry.size, above, below);
            }
        }
        self.split_stretch(at - left, 1, left, right);
        self.split_stretch(at - above * self.width, self.width, above, below);
        self.sea.density[at] = 0;
    }

    /// Updates the densities along a stretch of open cells that a shot has cut into the `before` cells ahead of it and
    /// the `after` cells behind it.
    fn split_stretch(&mut self, start: usize, step: usize, before: usize, after: usize) {
        let whole = (before + after + 1) * LINE;
        for offset in 0..before {
            let change = self.stretch_density[before * LINE + offset] - self.stretch_density[whole + offset];
            self.change_density(start + offset * step, change);
        }
        for offset in 0..after {
            let place = before + 1 + offset;
            let change = self.stretch_density[after * LINE + offset] - self.stretch_density[whole + place];
            self.change_density(start + place * step, change);
        }
    }

    fn change_density(&mut self, at: usize, by: i16) {
        let density = self.sea.density[at] + by;
        // A cell no ship fits on is worth nothing, on the lattice or not.
        self.sea.density[at] = if density > self.bonus[at] { density } else { 0 };
    }
}

/// Open cells directly before and after position `at` of a line.
const fn open_beside(line: Line, at: usize) -> (usize, usize) {
    let before = (!(line << (LINE - 1 - at) << 1)).leading_zeros();
    let after = (!(line >> at >> 1)).trailing_zeros();
    (before as usize, after as usize)
}

/// Berths of a ship that cover the cell between two open stretches.
const fn berths_crossed(size: usize, before: usize, after: usize) -> i32 {
    const fn fitting(size: usize, length: usize) -> i32 {
        (length + 1).saturating_sub(size) as i32
    }
    fitting(size, before + after + 1) - fitting(size, before) - fitting(size, after)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stretches_are_measured_from_any_cell() {
        let line = 0b0111_1011;
        assert_eq!(open_beside(line, 0), (0, 1));
        assert_eq!(open_beside(line, 1), (1, 0));
        assert_eq!(open_beside(line, 5), (2, 1));
        assert_eq!(open_beside(!0, 29), (29, 2));
    }

    #[test]
    fn a_shot_crosses_off_the_berths_that_cover_it() {
        assert_eq!(berths_crossed(1, 4, 4), 1);
        assert_eq!(berths_crossed(3, 4, 4), 3);
        assert_eq!(berths_crossed(3, 0, 4), 1);
        assert_eq!(berths_crossed(3, 1, 1), 1);
        assert_eq!(berths_crossed(3, 1, 0), 0);
    }
}
