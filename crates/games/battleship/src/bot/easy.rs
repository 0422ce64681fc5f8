//! HopeAddon's hunter: a checkerboard until something is hit, then the cells around it.

use super::{any, chart::Chart};
use crate::{Cell, Plan};
use parlor_kernel::Rng;

/// Rulings, "Bots": how often it forgets what it is after, and only while it is after something.
const ERROR_PERCENT: u32 = 20;

/// Where to shoot, with the plainest pattern: the first is always there and hits its centre.
pub(super) fn aim(chart: &Chart<'_>, rng: &mut Rng) -> Option<Plan> {
    let targets = chart.beside_hits();
    let distracted = !targets.is_empty() && rng.percent(ERROR_PERCENT);
    let at = any(&targets, rng).filter(|_| !distracted).or_else(|| hunt(chart, rng))?;
    Some(Plan { at, pattern: 0 })
}

/// A random fresh cell, of one colour of the checkerboard as long as there are any.
fn hunt(chart: &Chart<'_>, rng: &mut Rng) -> Option<Cell> {
    let fresh: Vec<_> = chart.fresh().collect();
    let coloured: Vec<_> = fresh.iter().copied().filter(|cell| (cell.x + cell.y) % 2 == 0).collect();
    any(&coloured, rng).or_else(|| any(&fresh, rng))
}
