//! The hunter without mistakes: it follows lines, skips water where no ship fits, and picks the pattern that
//! promises most.

use super::{any, chart::Chart};
use crate::{Cell, Plan};
use parlor_kernel::Rng;

/// What a cell is worth, roughly the chance of a hit in percent.
const LINE_END: u32 = 70;
const BESIDE_HIT: u32 = 40;
const HUNT: u32 = 20;
/// A ship could be there, but it would have to cross a hunted cell as well.
const OFF_COLOUR: u32 = 10;

/// The attack worth most; one of the best at random.
pub(super) fn aim(chart: &Chart<'_>, rng: &mut Rng) -> Option<Plan> {
    let worth = worths(chart);
    let config = chart.config;
    let mut best = (0, Vec::new());
    for pattern in chart.patterns() {
        for at in config.cells() {
            let fresh = config.pattern_cells(at, pattern).filter(|&cell| chart.is_fresh(cell));
            let promise: u32 = fresh.map(|cell| worth[usize::from(config.index_of(cell))]).sum();
            if promise > best.0 {
                best = (promise, Vec::new());
            }
            if promise == best.0 && promise > 0 {
                best.1.push(Plan { at, pattern });
            }
        }
    }
    any(&best.1, rng)
}

/// What each cell is worth, by number.
fn worths(chart: &Chart<'_>) -> Vec<u32> {
    let config = chart.config;
    let place = |cell| usize::from(config.index_of(cell));
    let mut worth = vec![0; usize::from(config.area())];
    for cell in chart.berths().flat_map(|berth| config.cells_of(berth)).filter(|&cell| chart.is_fresh(cell)) {
        worth[place(cell)] = OFF_COLOUR;
    }
    let possible: Vec<_> = config.cells().filter(|&cell| worth[place(cell)] > 0).collect();
    let groups =
        [(hunted(chart.smallest(), &possible), HUNT), (chart.beside_hits(), BESIDE_HIT), (chart.line_ends(), LINE_END)];
    for (cells, value) in groups {
        cells.into_iter().filter(|cell| possible.contains(cell)).for_each(|cell| worth[place(cell)] = value);
    }
    worth
}

/// Every ship of `size` or more covers a cell of each colour when diagonals are painted in `size` colours, so one
/// colour is enough: the one with the fewest cells left, which is the one already begun.
fn hunted(size: u8, possible: &[Cell]) -> Vec<Cell> {
    let colour = |shade: u8| possible.iter().copied().filter(move |cell| (cell.x + cell.y) % size == shade);
    let shades = (0..size).map(|shade| colour(shade).collect::<Vec<_>>());
    shades.filter(|cells| !cells.is_empty()).min_by_key(Vec::len).unwrap_or_default()
}
