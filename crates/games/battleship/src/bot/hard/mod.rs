//! The gunner: knows how likely a ship is in every cell, and how to search the rest.
//!
//! Every ship afloat has to be hit in full, so the hits of a match are a fixed number and only misses can be saved. Two
//! situations call for different reasoning:
//!
//! * **Hunting** (no ship is wounded): the match lasts until the *last* ship is found, so the likeliest cell is not always
//!   the best one. [`forecast`] plays the search out for the best few cells and compares how long it would last.
//! * **Targeting** (some ship is wounded): [`explain`] lists the ships that could have caused the hits, which gives the
//!   chance of every cell. A shot that may miss should at least miss where it helps the search afterwards.
//!
//! Larger patterns go where they promise the most hits, as long as they last.

mod explain;
mod forecast;
mod geometry;
mod survey;
#[cfg(test)]
mod tests;

use super::chart::Chart;
use crate::{Mark, Plan};
use explain::Explanations;
use forecast::Forecaster;
use parlor_kernel::Rng;
use survey::Survey;

/// How much a miss that advances the search as well as the best hunting shot would is worth, in hits. Measured: 0.2 and
/// 0.3 are equally good, 0 and 0.5 both cost a tenth of a shot per match.
const WORTH_OF_USEFUL_MISS: f32 = 0.3;

/// Cells this far below the densest one are never worth a forecast.
const FORECAST_FLOOR: f32 = 0.7;
const MOST_FORECASTS: usize = 10;
const FEWEST_FORECASTS: usize = 3;
/// Bounds the time on large boards: forecasts times cells.
const FORECAST_CELLS: usize = 2400;

/// What a use of a limited pattern must promise for each of its cells, in hits, to be better than no use. Next to nothing:
/// matches are over before the uses run out, and waiting for a better moment only loses time (measured at `armada`: with
/// 0.1 it takes a tenth more attacks). But where a smaller pattern does as well, it should.
const PRICE_PER_CELL: f32 = 0.01;

/// Remembers nothing of the match: what it keeps between shots is memory to work in.
#[derive(Default)]
pub(super) struct Gunner {
    survey: Survey,
    explanations: Explanations,
    forecaster: Forecaster,
    /// The chance of a ship in each cell; 0 for cells already shot.
    chance: Vec<f32>,
    /// What a single shot maximises; 0 for cells already shot.
    score: Vec<f32>,
    candidates: Vec<usize>,
}

impl Gunner {
    /// The best attack; `None` when every cell has been shot.
    pub(super) fn aim(&mut self, chart: &Chart<'_>, rng: &mut Rng) -> Option<Plan> {
        self.assess(chart, rng);
        if self.survey.hits.is_empty() {
            self.look_ahead();
        }
        let at = self.best_cell(chart, rng)?;
        let plain = Plan { at: chart.config.cell_at(at as u16), pattern: 0 };
        Some(self.best_pattern(chart, plain, rng))
    }

    /// The chance of a ship in each cell; 0 for cells already shot.
    pub(super) fn chances(mut self, chart: &Chart<'_>, rng: &mut Rng) -> Vec<f32> {
        self.assess(chart, rng);
        self.chance
    }

    /// The fresh cell with the best score.
    fn best_cell(&self, chart: &Chart<'_>, rng: &mut Rng) -> Option<usize> {
        let mut best = Best::default();
        let cells = chart.marks().iter().zip(&self.score).enumerate();
        for (at, (_, &score)) in cells.filter(|(_, (mark, _))| **mark == Mark::Unknown) {
            best.offer(at, score, rng);
        }
        best.item
    }

    /// The attack that promises the most hits; `plain` unless a larger pattern beats it.
    fn best_pattern(&self, chart: &Chart<'_>, plain: Plan, rng: &mut Rng) -> Plan {
        let config = chart.config;
        let mut best = Best::default();
        best.offer(plain, self.promise(chart, plain), rng);
        for pattern in chart.patterns() {
            let class = &config.patterns[usize::from(pattern)];
            if class.is_single() {
                continue;
            }
            let price = match class.uses {
                Some(_) => PRICE_PER_CELL * class.cells.len() as f32,
                None => 0.0,
            };
            for at in config.cells() {
                let plan = Plan { at, pattern };
                best.offer(plan, self.promise(chart, plan) - price, rng);
            }
        }
        best.item.unwrap_or(plain)
    }

    /// The hits to expect of an attack.
    fn promise(&self, chart: &Chart<'_>, plan: Plan) -> f32 {
        let cells = chart.config.pattern_cells(plan.at, plan.pattern);
        cells.map(|cell| self.chance[usize::from(chart.config.index_of(cell))]).sum()
    }

    /// Fills in chances and scores.
    fn assess(&mut self, chart: &Chart<'_>, rng: &mut Rng) {
        self.survey.read(chart);
        for values in [&mut self.chance, &mut self.score] {
            values.clear();
            values.resize(chart.marks().len(), 0.0);
        }
        if self.survey.hits.is_empty() {
            self.assess_hunt();
        } else {
            self.assess_target(rng);
        }
        for (at, &mark) in chart.marks().iter().enumerate() {
            if mark != Mark::Unknown {
                (self.chance[at], self.score[at]) = (0.0, 0.0);
            }
        }
    }

    /// Scores by density: chances weighted by how many berths a ship still has. Ships with many berths left (the small
    /// ones) are found last and decide how long the hunt takes, so they deserve the larger say.
    fn assess_hunt(&mut self) {
        for class in self.survey.classes() {
            let weight = class.berths.len() as f32;
            for (at, &chance) in class.chance.iter().enumerate() {
                self.chance[at] += chance;
                self.score[at] += chance * weight;
            }
        }
        for chance in &mut self.chance {
            *chance = chance.min(1.0);
        }
    }

    /// Replaces the scores of the densest cells by what a whole search starting there would cost, with density deciding
    /// between similar searches.
    fn look_ahead(&mut self) {
        let score = &mut self.score;
        let top = score.iter().copied().fold(0.0, f32::max);
        if top <= 0.0 || !self.forecaster.prepare(&self.survey) {
            return;
        }
        self.candidates.clear();
        self.candidates.extend((0..score.len()).filter(|&at| score[at] >= top * FORECAST_FLOOR));
        self.candidates.sort_unstable_by(|&a, &b| score[b].total_cmp(&score[a]));
        self.candidates.truncate((FORECAST_CELLS / score.len()).clamp(FEWEST_FORECASTS, MOST_FORECASTS));
        for &at in &self.candidates {
            let density = score[at] / top;
            // No search lasts longer than the board has cells, so a cell with a forecast always outranks those without.
            let longest = 2.0 * score.len() as f32;
            score[at] = top + longest - self.forecaster.cost_of_starting_at(at) + density;
        }
    }

    /// Scores by the chance of a hit and by what a miss is worth.
    fn assess_target(&mut self, rng: &mut Rng) {
        self.explanations.weigh(&self.survey, rng);
        self.explanations.add_chances(&mut self.chance, self.survey.width);
        // `score` first holds how much a miss in each cell helps the hunt.
        let mut top = f32::MIN_POSITIVE;
        for at in 0..self.chance.len() {
            let (mut free, mut density) = (0.0, 0.0);
            for (index, class) in self.survey.classes().iter().enumerate() {
                let unhit = self.explanations.share_unhit(index) * class.chance[at];
                free += unhit;
                density += unhit * class.berths.len() as f32;
            }
            let wounded = self.chance[at].min(1.0);
            self.chance[at] = (wounded + (1.0 - wounded) * free).min(1.0);
            self.score[at] = density;
            top = top.max(density);
        }
        for (score, &chance) in self.score.iter_mut().zip(&self.chance) {
            *score = chance + WORTH_OF_USEFUL_MISS * (1.0 - chance) * *score / top;
        }
    }
}

/// The best of what has been offered. Equals are common (the board is symmetric); a random pick among them keeps the bot
/// from opening every match alike.
struct Best<T> {
    item: Option<T>,
    worth: f32,
    equals: u32,
}

impl<T> Default for Best<T> {
    fn default() -> Self {
        Self { item: None, worth: 0.0, equals: 0 }
    }
}

impl<T> Best<T> {
    fn offer(&mut self, item: T, worth: f32, rng: &mut Rng) {
        if self.item.is_none() || worth > self.worth {
            (self.item, self.worth, self.equals) = (Some(item), worth, 1);
        } else if worth == self.worth {
            self.equals += 1;
            if rng.below(self.equals) == 0 {
                self.item = Some(item);
            }
        }
    }
}
