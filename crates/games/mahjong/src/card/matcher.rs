//! How near a hand is to every way of winning, without search.
//!
//! Of each kind a way needs some tiles in singles and pairs (`strict`) and some in larger groups. Held naturals go to the
//! strict needs first; jokers stand in for what is missing in larger groups. So the distance is the larger of two sums:
//! the strict tiles that are missing, and all tiles that are missing less the jokers.
//!
//! The ways are stored by kind of tile, 64 to a block, so that a rack's dozen kinds are compared with a whole block at
//! a time.

use super::{Card, Ground, Hand};
use crate::{Exposure, PUNG, Rack, SEXTET, Tile};

/// The distance to a way that the exposures rule out.
pub const IMPOSSIBLE: u8 = u8::MAX;

/// How many ways make a block.
const BLOCK: usize = 64;
/// Farther than any way can be.
const FARTHEST: usize = 15;
/// The most tiles of one kind that are told apart.
const MOST: usize = 8;
/// The sizes of groups that can be exposed.
const SIZES: usize = (SEXTET - PUNG + 1) as usize;
/// How many equal groups of a way are told apart: 14 tiles hold at most four of three or more.
const TWINS: usize = 4;

/// One number for each way of a block.
type Block = [u8; BLOCK];

/// The ways of a card, by kind of tile.
#[derive(Debug)]
pub(super) struct Columns {
    blocks: usize,
    /// The tiles each way needs of a kind: blocks of the first kind, then of the second, and so on.
    total: Vec<Block>,
    /// Of those, the tiles in singles and pairs.
    strict: Vec<Block>,
    /// All tiles in singles and pairs of each way.
    strict_sum: Vec<Block>,
    /// A bit for each way that needs at least so many tiles of a kind.
    at_least: Vec<u64>,
    /// A bit for each way that may be exposed and has at least so many groups of a kind and a size.
    exposable: Vec<u64>,
    /// A bit for each way.
    real: Vec<u64>,
    /// The hands, most valuable first.
    by_value: Vec<u16>,
}

/// What a rack and exposures hold of one kind.
#[derive(Clone, Copy, Default)]
struct Holding {
    kind: usize,
    held: u8,
    exposed: u8,
}

/// Every kind of which there is something on the rack.
struct Holdings {
    list: [Holding; Tile::NATURALS],
    count: usize,
}

impl Holdings {
    fn new(rack: &Rack, exposures: &[Exposure]) -> Self {
        let mut holdings = Self { list: [Holding::default(); Tile::NATURALS], count: 0 };
        for (kind, &held) in rack.naturals().iter().enumerate() {
            if held > 0 {
                let exposed = exposures.iter().filter(|exposure| exposure.tile.index() == kind);
                let exposed = exposed.map(|exposure| exposure.size).sum();
                holdings.list[holdings.count] = Holding { kind, held, exposed };
                holdings.count += 1;
            }
        }
        holdings
    }

    fn iter(&self) -> &[Holding] {
        &self.list[..self.count]
    }
}

impl Columns {
    pub fn new(hands: &[Hand], grounds: &[Ground]) -> Self {
        let blocks = grounds.len().div_ceil(BLOCK);
        let mut columns = Self {
            blocks,
            total: vec![[0; BLOCK]; blocks * Tile::NATURALS],
            strict: vec![[0; BLOCK]; blocks * Tile::NATURALS],
            strict_sum: vec![[0; BLOCK]; blocks],
            at_least: vec![0; blocks * Tile::NATURALS * MOST],
            exposable: vec![0; blocks * Tile::NATURALS * SIZES * TWINS],
            real: vec![0; blocks],
            by_value: (0..hands.len() as u16).collect(),
        };
        columns.by_value.sort_by_key(|hand| std::cmp::Reverse(hands[usize::from(*hand)].value));
        for (number, ground) in grounds.iter().enumerate() {
            let (block, lane) = (number / BLOCK, number % BLOCK);
            columns.real[block] |= 1 << lane;
            columns.strict_sum[block][lane] = ground.strict.iter().sum();
            for kind in 0..Tile::NATURALS {
                columns.total[kind * blocks + block][lane] = ground.total[kind];
                columns.strict[kind * blocks + block][lane] = ground.strict[kind];
                for most in 1..=usize::from(ground.total[kind]).min(MOST) {
                    columns.at_least[(kind * MOST + most - 1) * blocks + block] |= 1 << lane;
                }
            }
            if !hands[usize::from(ground.hand)].concealed {
                for (place, group) in ground.groups.iter().enumerate().filter(|(_, group)| group.takes_jokers()) {
                    let twins = ground.groups[..place].iter().filter(|other| *other == group).count();
                    let slot =
                        Self::slot(group.tile, group.size, twins).expect("14 tiles hold at most four such groups");
                    columns.exposable[slot * blocks + block] |= 1 << lane;
                }
            }
        }
        columns
    }

    /// Where the ways are that have at least `twins` + 1 groups of a kind and a size.
    fn slot(tile: Tile, size: u8, twins: usize) -> Option<usize> {
        let sized = (PUNG..=SEXTET).contains(&size) && twins < TWINS && tile.is_natural();
        sized.then(|| (tile.index() * SIZES + usize::from(size - PUNG)) * TWINS + twins)
    }

    /// The ways of a block that have an unused group for every exposure.
    fn fitting(&self, exposures: &[Exposure], block: usize) -> u64 {
        let mut ways = self.real[block];
        for (place, exposure) in exposures.iter().enumerate() {
            let twins = exposures[..place].iter().filter(|other| other.group() == exposure.group()).count();
            let slot = Self::slot(exposure.tile, exposure.size, twins);
            ways &= slot.map_or(0, |slot| self.exposable[slot * self.blocks + block]);
        }
        ways
    }

    /// The distance of every way of a block, as if the exposures fitted.
    #[inline]
    fn distances(&self, holdings: &Holdings, missing: u8, jokers: u8, block: usize) -> Block {
        let (mut matched, mut strict): (Block, Block) = ([0; BLOCK], [0; BLOCK]);
        for &Holding { kind, held, exposed } in holdings.iter() {
            let (totals, stricts) = (&self.total[kind * self.blocks + block], &self.strict[kind * self.blocks + block]);
            for lane in 0..BLOCK {
                // At most 14 each; checked sums would not be computed a block at a time.
                matched[lane] = totals[lane].saturating_sub(exposed).min(held).wrapping_add(matched[lane]);
                strict[lane] = stricts[lane].min(held).wrapping_add(strict[lane]);
            }
        }
        let strict_sum = &self.strict_sum[block];
        let mut distances = [0; BLOCK];
        for lane in 0..BLOCK {
            let all = missing.saturating_sub(matched[lane]).saturating_sub(jokers);
            distances[lane] = all.max(strict_sum[lane].wrapping_sub(strict[lane]));
        }
        distances
    }
}

/// The numbers of the bits that are set.
fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = (word != 0).then_some(word.trailing_zeros() as usize)?;
        word &= word - 1;
        Some(lowest)
    })
}

/// How many tiles are exposed.
fn exposed(exposures: &[Exposure]) -> u8 {
    exposures.iter().map(|exposure| exposure.size).sum()
}

/// How near a hand is to everything on a card. It is made once for a card and filled again and again.
#[derive(Clone, Debug)]
pub struct Ranking {
    distances: Vec<Block>,
    /// For each hand the nearest way, and how near it is.
    nearest: Vec<(u8, u16)>,
    /// The hands, nearest first.
    order: Vec<u16>,
}

impl Ranking {
    /// How many tiles are missing for a way of [`Card::grounds`], or [`IMPOSSIBLE`].
    #[inline]
    pub fn distance(&self, ground: usize) -> u8 {
        self.distances[ground / BLOCK][ground % BLOCK]
    }

    /// The distance to the nearest way, or [`IMPOSSIBLE`].
    pub fn least(&self) -> u8 {
        self.distances.iter().flatten().copied().min().unwrap_or(IMPOSSIBLE)
    }

    /// The ways that are at most so far.
    pub fn within(&self, farthest: u8) -> impl Iterator<Item = usize> + '_ {
        self.distances.iter().enumerate().flat_map(move |(block, distances)| {
            let near = distances.iter().enumerate().filter(move |(_, distance)| **distance <= farthest);
            near.map(move |(lane, _)| block * BLOCK + lane)
        })
    }

    /// The distance to a hand and the nearest way to make it.
    pub fn nearest(&self, hand: u16) -> (u8, usize) {
        let (distance, ground) = self.nearest[usize::from(hand)];
        (distance, ground.into())
    }

    /// Every hand of the card, nearest first; of equally near ones, the more valuable first.
    pub fn order(&self) -> &[u16] {
        &self.order
    }
}

/// A hand that wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Win {
    /// Which hand of the card.
    pub hand: u16,
    /// Which way to make it, among [`Card::grounds`].
    pub ground: u16,
    /// What it is worth.
    pub value: u16,
}

/// What is missing for one way to make a hand, before jokers stand in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Missing {
    /// In singles and pairs: no joker helps.
    pub strict: Rack,
    /// In larger groups.
    pub grouped: Rack,
}

impl Card {
    /// An empty ranking for [`Card::rank`].
    pub fn ranking(&self) -> Ranking {
        Ranking {
            distances: vec![[IMPOSSIBLE; BLOCK]; self.columns.blocks],
            nearest: vec![(IMPOSSIBLE, 0); self.hands().len()],
            order: vec![0; self.hands().len()],
        }
    }

    /// Measures how near a hand is to everything on the card, and ranks its hands.
    pub fn rank(&self, rack: &Rack, exposures: &[Exposure], into: &mut Ranking) {
        self.measure(rack, exposures, into);
        let Ranking { distances, nearest, order } = into;
        let distances = distances.as_flattened();
        // Hands by their distance; everything that is farther than a hand has tiles is impossible.
        let mut ends = [0_u16; FARTHEST + 1];
        for (hand, nearest) in self.hands().iter().zip(&mut *nearest) {
            let ways = &distances[hand.ways.clone()];
            let least = ways.iter().fold(IMPOSSIBLE, |least, &distance| least.min(distance));
            let place = ways.iter().position(|&distance| distance == least).unwrap_or_default();
            *nearest = (least, (hand.ways.start + place) as u16);
            ends[usize::from(least).min(FARTHEST)] += 1;
        }
        for distance in 1..ends.len() {
            ends[distance] += ends[distance - 1];
        }
        for &hand in self.columns.by_value.iter().rev() {
            let end = &mut ends[usize::from(nearest[usize::from(hand)].0).min(FARTHEST)];
            *end -= 1;
            order[usize::from(*end)] = hand;
        }
    }

    /// Measures how near a hand is to everything on the card. Only the distances of `into` are brought up to date.
    pub fn measure(&self, rack: &Rack, exposures: &[Exposure], into: &mut Ranking) {
        let holdings = Holdings::new(rack, exposures);
        let missing = 14_u8.saturating_sub(exposed(exposures));
        for (block, distances) in into.distances.iter_mut().enumerate() {
            let fitting = self.columns.fitting(exposures, block);
            if fitting == 0 {
                *distances = [IMPOSSIBLE; BLOCK];
                continue;
            }
            let all = self.columns.distances(&holdings, missing, rack.jokers(), block);
            if fitting.count_ones() < BLOCK as u32 / 2 {
                *distances = [IMPOSSIBLE; BLOCK];
                bits(fitting).for_each(|lane| distances[lane] = all[lane]);
            } else {
                *distances = all;
                bits(!fitting).for_each(|lane| distances[lane] = IMPOSSIBLE);
            }
        }
    }

    /// The most valuable hand that these 14 tiles make, if they make one.
    pub fn winning(&self, rack: &Rack, exposures: &[Exposure]) -> Option<Win> {
        if rack.count(Tile::BLANK) > 0 || rack.len() + exposed(exposures) != 14 {
            return None;
        }
        let columns = &self.columns;
        let holdings = Holdings::new(rack, exposures);
        let mut best: Option<Win> = None;
        for block in 0..columns.blocks {
            let mut ways = columns.fitting(exposures, block);
            for &Holding { kind, held, exposed } in holdings.iter() {
                let least = usize::from(held + exposed);
                // Every natural must have its place.
                ways &=
                    if least > MOST { 0 } else { columns.at_least[(kind * MOST + least - 1) * columns.blocks + block] };
                if ways == 0 {
                    break;
                }
            }
            for number in bits(ways).map(|lane| block * BLOCK + lane) {
                let ground = &self.grounds()[number];
                let strict = ground.strict.iter().zip(rack.naturals()).all(|(need, have)| have >= need);
                let value = self.hand_of(ground).value;
                if strict && best.is_none_or(|best| best.value < value) {
                    best = Some(Win { hand: ground.hand, ground: number as u16, value });
                }
            }
        }
        best
    }

    /// Whether a hand of the card can contain all of these exposures.
    pub fn allows(&self, exposures: &[Exposure]) -> bool {
        (0..self.columns.blocks).any(|block| self.columns.fitting(exposures, block) != 0)
    }

    /// Every way, by its number in [`Card::grounds`], that can contain all of these exposures.
    pub fn allowed(&self, exposures: &[Exposure]) -> impl Iterator<Item = usize> {
        (0..self.columns.blocks)
            .flat_map(move |block| bits(self.columns.fitting(exposures, block)).map(move |lane| block * BLOCK + lane))
    }

    /// What is missing for one way of winning that the exposures allow.
    pub fn missing(&self, ground: usize, rack: &Rack, exposures: &[Exposure]) -> Missing {
        let ground = &self.grounds()[ground];
        let mut missing = Missing { strict: Rack::EMPTY, grouped: Rack::EMPTY };
        for tile in Tile::naturals() {
            let total = ground.total[tile.index()];
            if total == 0 {
                continue;
            }
            let exposed: u8 = exposures.iter().filter(|exposure| exposure.tile == tile).map(|e| e.size).sum();
            let (strict, held) = (ground.strict[tile.index()], rack.count(tile));
            let missing_strict = strict.saturating_sub(held);
            let all = total.saturating_sub(exposed).saturating_sub(held);
            missing.strict.add_many(tile, missing_strict);
            missing.grouped.add_many(tile, all - missing_strict);
        }
        missing
    }
}
