//! Exhaustive, randomised search for fleets: for crowded boards, and for fleets that explain what has been seen.

use crate::{Cell, Config, Placement};
use parlor_kernel::Rng;

/// How often the first try may look through all placements; every further one gets twice as much. A random early
/// choice can make a search hopeless, so starting again beats going on.
const FIRST_TRY: u64 = 64;

/// What is looked for: a place for each open ship, no two clashing, covering every wanted cell.
#[derive(Clone, Debug)]
pub(crate) struct Search<'a> {
    config: &'a Config,
    /// For each ship without a place, where it could lie.
    open: Vec<Vec<Placement>>,
    /// Cells that some ship must cover.
    wanted: Vec<Cell>,
}

/// The effort of one try is used up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct TooLong;

impl<'a> Search<'a> {
    /// Any whole fleet.
    pub(crate) fn new(config: &'a Config) -> Self {
        let open = config.ships().map(|ship| config.placements(ship).collect()).collect();
        Self::among(config, open, Vec::new())
    }

    /// A place for each of the `open` ships among those listed, covering all of `wanted`.
    pub(crate) fn among(config: &'a Config, open: Vec<Vec<Placement>>, mut wanted: Vec<Cell>) -> Self {
        let cells: usize = config.fleet.iter().map(|ship| usize::from(ship.size)).sum();
        if cells == usize::from(config.area()) {
            // A fleet that fills the board covers every cell, and asking for that finds it sooner.
            wanted = config.cells().filter(|&cell| open.iter().flatten().any(|&p| config.covers(p, cell))).collect();
        }
        Self { config, open, wanted }
    }

    /// A random solution, looking at `effort` placements at most; `None` if there is none or it takes longer.
    pub(crate) fn solve(&self, rng: &mut Rng, effort: u64) -> Option<Vec<Placement>> {
        let all: u64 = self.open.iter().map(|ways| ways.len() as u64).sum::<u64>().max(1);
        let mut share = all.saturating_mul(FIRST_TRY);
        let mut left = effort;
        loop {
            let mut chosen = Vec::with_capacity(self.open.len());
            let mut steps = share.min(left);
            left -= steps;
            match self.place(&mut chosen, rng, &mut steps) {
                Ok(true) => return Some(chosen),
                Ok(false) => return None,
                Err(TooLong) if left == 0 => return None,
                Err(TooLong) => share = share.saturating_mul(2),
            }
        }
    }

    /// Places every open ship; false if it cannot be done.
    fn place(&self, chosen: &mut Vec<Placement>, rng: &mut Rng, steps: &mut u64) -> Result<bool, TooLong> {
        if self.open.is_empty() {
            return Ok(self.wanted.is_empty());
        }
        let looked_at = self.open.iter().map(|ways| ways.len() as u64).sum::<u64>() + 1;
        *steps = steps.checked_sub(looked_at).ok_or(TooLong)?;
        let mut choices = self.tightest();
        rng.shuffle(&mut choices);
        for choice in choices {
            chosen.push(choice);
            if self.after(choice).place(chosen, rng, steps)? {
                return Ok(true);
            }
            chosen.pop();
        }
        Ok(false)
    }

    /// The fewest choices that leave nothing out: all places of one ship, or all ways to cover one wanted cell.
    fn tightest(&self) -> Vec<Placement> {
        let ship = self.open.iter().min_by_key(|ways| ways.len()).map_or(&[][..], Vec::as_slice);
        match self.rarest_wanted() {
            Some((ways, cell)) if ways < ship.len() => {
                self.open.iter().flatten().copied().filter(|&way| self.config.covers(way, cell)).collect()
            }
            _ => ship.to_vec(),
        }
    }

    /// The wanted cell that the fewest placements cover, and how many do.
    fn rarest_wanted(&self) -> Option<(usize, Cell)> {
        if self.wanted.is_empty() {
            return None;
        }
        let place = |cell| usize::from(self.config.index_of(cell));
        let mut ways = vec![0; usize::from(self.config.area())];
        for &placement in self.open.iter().flatten() {
            self.config.cells_of(placement).for_each(|cell| ways[place(cell)] += 1);
        }
        self.wanted.iter().map(|&cell| (ways[place(cell)], cell)).min()
    }

    /// What is left to look for once `choice` has been made.
    fn after(&self, choice: Placement) -> Self {
        let others = self.open.iter().filter(|ways| ways.first().is_none_or(|way| way.ship != choice.ship));
        let clear = |way: &&Placement| self.config.compatible(**way, choice);
        Self {
            config: self.config,
            open: others.map(|ways| ways.iter().filter(clear).copied().collect()).collect(),
            wanted: self.wanted.iter().copied().filter(|&cell| !self.config.covers(choice, cell)).collect(),
        }
    }
}
