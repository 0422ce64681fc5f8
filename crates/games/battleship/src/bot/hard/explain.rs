//! Which ships could have caused the hits on ships that still float.
//!
//! An explanation assigns every such hit to a wounded ship. Its weight is the number of ways to place the remaining ships
//! around it, so summing over all explanations gives the chance of each cell. One wounded ship has a few dozen
//! explanations; many wounded ships at once have too many to list, and a random sample of them has to do.

use super::{
    geometry::{Rect, RunningSums},
    survey::{MOST_HITS, Survey, hit_bit},
};
use parlor_kernel::Rng;

/// Explanations are listed in full up to this many steps.
const MOST_STEPS: usize = 4000;
const SAMPLES: usize = 128;
/// One ship that covers two hits is this much likelier than two ships that happen to lie side by side (about one berth
/// in so many would do).
const FAVOUR_PER_HIT: f64 = 50.0;
/// Beyond this many hits, one ship is as good as certain.
const MOST_FAVOURED_HITS: u32 = 8;
/// Room for others is an estimate, so it never rules an explanation out.
const LEAST_ROOM: f32 = 1e-3;

/// A way for one wounded ship to lie.
struct Wreck {
    /// Its place among the classes.
    class: usize,
    place: Rect,
    /// The hits it covers, as bits.
    hits: u64,
    /// The share of layouts of the other ships that it permits.
    room: f64,
}

impl Wreck {
    /// How likely it looks at first sight, up to a common factor.
    fn promise(&self) -> f64 {
        self.room * power(FAVOUR_PER_HIT, self.hits.count_ones().min(MOST_FAVOURED_HITS))
    }
}

/// The ways to explain the hits, and how likely each is.
#[derive(Default)]
pub(super) struct Explanations {
    wrecks: Vec<Wreck>,
    /// The chance that each wreck is real.
    weights: Vec<f64>,
    /// `first_of[hit]..first_of[hit + 1]` are the wrecks whose first hit it is.
    first_of: Vec<usize>,
    /// Ships of each class that the explanation at hand has not used.
    left: Vec<usize>,
    /// Wrecks of the explanation at hand.
    chosen: Vec<usize>,
    /// For each class, the share of its ships expected to have no hit.
    unhit: Vec<f32>,
    hit_sums: RunningSums,
    barred_sums: RunningSums,
}

impl Explanations {
    /// The share of a class's ships expected to have no hit.
    pub(super) fn share_unhit(&self, class: usize) -> f32 {
        self.unhit[class]
    }

    /// Adds the chance of a wounded ship to each cell.
    pub(super) fn add_chances(&self, chance: &mut [f32], width: usize) {
        for (wreck, &weight) in self.wrecks.iter().zip(&self.weights) {
            wreck.place.for_each_cell(width, |at| chance[at] += weight as f32);
        }
    }

    /// Finds the chance of every wreck.
    pub(super) fn weigh(&mut self, survey: &Survey, rng: &mut Rng) {
        self.list_wrecks(survey);
        self.weights.clear();
        self.weights.resize(self.wrecks.len(), 0.0);
        self.begin(survey);
        let mut total = 0.0;
        if survey.hits.len() <= MOST_HITS {
            let mut steps = MOST_STEPS;
            total = self.list_all(survey, 0, 1.0, &mut steps);
            if steps == 0 {
                total = self.sample(survey, rng);
            }
        }
        if total <= 0.0 || !total.is_finite() {
            total = self.weigh_roughly();
        }
        if total > 0.0 {
            self.weights.iter_mut().for_each(|weight| *weight /= total);
        }
        self.unhit.clear();
        self.unhit.resize(survey.classes().len(), 1.0);
        for (wreck, &weight) in self.wrecks.iter().zip(&self.weights) {
            let ships = survey.classes()[wreck.class].count as f32;
            let unhit = &mut self.unhit[wreck.class];
            *unhit = (*unhit - weight as f32 / ships).max(0.0);
        }
    }

    /// An explanation of nothing yet.
    fn begin(&mut self, survey: &Survey) {
        self.chosen.clear();
        self.left.clear();
        self.left.extend(survey.classes().iter().map(|class| class.count));
    }

    fn list_wrecks(&mut self, survey: &Survey) {
        let (width, height) = (survey.width, survey.height);
        let is_hit = |at: usize| survey.hits.binary_search(&at).is_ok();
        self.hit_sums.rebuild(width, height, |at| i32::from(is_hit(at)));
        self.barred_sums.rebuild(width, height, |at| i32::from(!survey.reachable[at]));
        self.wrecks.clear();
        self.first_of.clear();
        for (hit, &at) in survey.hits.iter().enumerate() {
            self.first_of.push(self.wrecks.len());
            let (row, column) = (at / width, at % width);
            for (class, size) in survey.classes().iter().map(|class| class.size).enumerate() {
                let across = (0..size.min(column + 1)).map(|back| column - back);
                for start in across.filter(|start| start + size <= width) {
                    self.consider(survey, class, Rect::ship(row, start, size, false), hit);
                }
                let down = (0..size.min(row + 1)).map(|back| row - back);
                for start in down.filter(|start| start + size <= height) {
                    self.consider(survey, class, Rect::ship(start, column, size, true), hit);
                }
            }
        }
        self.first_of.push(self.wrecks.len());
    }

    /// Notes a wreck if it could be one and `first` is the first hit it covers.
    fn consider(&mut self, survey: &Survey, class: usize, place: Rect, first: usize) {
        let size = survey.classes()[class].size;
        let covered = self.hit_sums.within(place);
        // A ship hit in every cell would have been reported sunk.
        let afloat = (covered as usize) < size;
        let touches_other_hits = self.hit_sums.within(place.grown(survey.gap)) != covered;
        if !afloat || touches_other_hits || self.barred_sums.within(place) > 0 {
            return;
        }
        let mut hits = 0;
        let mut is_first = true;
        place.for_each_cell(survey.width, |at| {
            if let Ok(hit) = survey.hits.binary_search(&at) {
                is_first &= hit >= first;
                hits |= hit_bit(hit);
            }
        });
        let as_named = survey.named[first].is_none_or(|ship| ship.size == size && ship.hits == hits);
        if is_first && as_named {
            let room = f64::from(survey.room_beside(place, class).max(LEAST_ROOM));
            self.wrecks.push(Wreck { class, place, hits, room });
        }
    }

    /// Whether a wreck can join those already chosen.
    fn fits(&self, survey: &Survey, wreck: &Wreck, explained: u64) -> bool {
        let area = wreck.place.grown(survey.gap);
        wreck.hits & explained == 0
            && self.left[wreck.class] > 0
            && !self.chosen.iter().any(|&other| self.wrecks[other].place.meets(area))
    }

    /// Ways to place the ships that the explanation at hand leaves without hits.
    fn ways_for_the_rest(&self, survey: &Survey) -> f64 {
        let classes = survey.classes().iter().zip(&self.left);
        classes.map(|(class, &left)| power(class.berths.len() as f64, left as u32)).product()
    }

    /// Walks through every explanation that continues the one at hand and gives back their total weight. Stops early
    /// when `steps` runs out.
    ///
    /// The wreck for the first unexplained hit cannot cover an earlier hit, as those are explained; so only wrecks that
    /// begin with this hit matter.
    fn list_all(&mut self, survey: &Survey, explained: u64, weight: f64, steps: &mut usize) -> f64 {
        let hit = explained.trailing_ones() as usize;
        if hit >= survey.hits.len() {
            let weight = weight * self.ways_for_the_rest(survey);
            for &wreck in &self.chosen {
                self.weights[wreck] += weight;
            }
            return weight;
        }
        let mut total = 0.0;
        for index in self.first_of[hit]..self.first_of[hit + 1] {
            if !self.fits(survey, &self.wrecks[index], explained) {
                continue;
            }
            *steps = steps.saturating_sub(1);
            if *steps == 0 {
                break;
            }
            let Wreck { class, hits, room, .. } = self.wrecks[index];
            let weight = weight * room * self.left[class] as f64;
            self.left[class] -= 1;
            self.chosen.push(index);
            total += self.list_all(survey, explained | hits, weight, steps);
            self.chosen.pop();
            self.left[class] += 1;
        }
        total
    }

    /// Draws random explanations, each weighted by how much likelier it is than the odds it was drawn with.
    fn sample(&mut self, survey: &Survey, rng: &mut Rng) -> f64 {
        self.weights.fill(0.0);
        let mut total = 0.0;
        for _ in 0..SAMPLES {
            self.begin(survey);
            let weight = self.draw_explanation(survey, rng);
            for &wreck in &self.chosen {
                self.weights[wreck] += weight;
            }
            total += weight;
        }
        total
    }

    /// Leaves an explanation in `chosen` and gives back its weight, which is 0 if the draw has led to hits that no ship
    /// is left for.
    fn draw_explanation(&mut self, survey: &Survey, rng: &mut Rng) -> f64 {
        let mut explained = 0u64;
        let mut weight = 1.0;
        loop {
            let hit = explained.trailing_ones() as usize;
            if hit >= survey.hits.len() {
                return weight * self.ways_for_the_rest(survey);
            }
            let Some((index, odds)) = self.draw_wreck(survey, hit, explained, rng) else {
                return 0.0;
            };
            let Wreck { class, hits, room, .. } = self.wrecks[index];
            weight *= room * self.left[class] as f64 / odds;
            self.left[class] -= 1;
            self.chosen.push(index);
            explained |= hits;
        }
    }

    /// A random wreck for a hit, and the odds with which it was drawn.
    fn draw_wreck(&self, survey: &Survey, hit: usize, explained: u64, rng: &mut Rng) -> Option<(usize, f64)> {
        let fitting = || {
            let range = self.first_of[hit]..self.first_of[hit + 1];
            range
                .filter(|&index| self.fits(survey, &self.wrecks[index], explained))
                .map(|index| (index, self.wrecks[index].promise()))
        };
        let all: f64 = fitting().map(|(_, promise)| promise).sum();
        let mut draw = all * unit(rng);
        let mut drawn = None;
        for (index, promise) in fitting() {
            drawn = Some((index, promise / all));
            draw -= promise;
            if draw < 0.0 {
                break;
            }
        }
        drawn
    }

    /// For hits that no set of ships explains, or too many of them: every wreck by itself, the more hits the better.
    fn weigh_roughly(&mut self) -> f64 {
        let mut total = 0.0;
        for (wreck, weight) in self.wrecks.iter().zip(&mut self.weights) {
            *weight = wreck.promise();
            total += *weight;
        }
        total
    }
}

/// Multiplied out: exponents are tiny, and every machine gets the same result.
fn power(base: f64, exponent: u32) -> f64 {
    (0..exponent).fold(1.0, |product, _| product * base)
}

/// A random number from 0 up to, but not including, 1.
fn unit(rng: &mut Rng) -> f64 {
    (rng.next_word() >> 11) as f64 / (1u64 << 53) as f64
}
