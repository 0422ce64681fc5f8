//! How likely a hand is to win, from what its player sees.

use crate::{Card, Exposure, IMPOSSIBLE, Rack, Ranking, SEATS, Tile, View};
use parlor_kernel::Seat;

/// The most copies of a tile that can be missing or at large.
const MOST: usize = 9;

/// How much of what the opponents discard comes at a time when it can be claimed.
const CLAIMABLE: f64 = 2.0;

/// How much a hand's value counts beside its chance.
const VALUE: f64 = 0.3;

/// Chances to find at least so many of so many tiles that are at large: `[at large][needed]`.
type Table = [[f64; MOST]; MOST];

/// What a player may expect from the rest of the deal.
pub(crate) struct Outlook<'a> {
    card: &'a Card,
    /// How many tiles of each kind the player does not see.
    at_large: Rack,
    /// For singles and pairs, which must be drawn.
    drawn: Table,
    /// For the last tile of a hand, which can be claimed whatever it is for.
    last: Table,
    /// For larger groups of hands that may be exposed.
    claimed: Table,
    /// How many jokers the player may expect to draw.
    jokers: f64,
}

impl<'a> Outlook<'a> {
    pub fn new(card: &'a Card, view: &View) -> Self {
        // Blanks are in no hand, so it does not matter whether there are any.
        let mut at_large = Rack::full(true);
        at_large.remove_all(&view.visible());
        let others = (0..).map(Seat).zip(&view.seats).filter(|(seat, _)| view.seat != Some(*seat));
        let unseen = others.map(|(_, public)| public.concealed).sum::<u8>() + view.wall;
        let unseen = f64::from(unseen.max(1));
        let live = Seat::all(SEATS).filter(|&seat| view.is_live(seat)).count().max(1);
        let draws = f64::from(view.wall) / live as f64;
        let table = |factor: f64, shared: bool| {
            let mut table = [[0.0; MOST]; MOST];
            for (large, row) in table.iter_mut().enumerate() {
                for (needed, chance) in row.iter_mut().enumerate() {
                    // Only the last tile of a group can be claimed.
                    let factor = if shared { 1.0 + factor / needed.max(1) as f64 } else { 1.0 + factor };
                    let each = 1.0 - (-draws * factor / unseen).exp();
                    *chance = at_least(large, needed, each);
                }
            }
            table
        };
        Self {
            card,
            at_large,
            drawn: table(0.0, false),
            last: table(CLAIMABLE, false),
            claimed: table(CLAIMABLE, true),
            jokers: f64::from(at_large.jokers()) * draws / unseen,
        }
    }

    /// How many tiles of a kind the player does not see.
    pub fn at_large(&self, tile: Tile) -> u8 {
        self.at_large.count(tile)
    }

    /// The chance to complete one way of winning that the exposures allow.
    pub fn chance(&self, ground: usize, rack: &Rack, exposures: &[Exposure]) -> f64 {
        let ground = &self.card.grounds()[ground];
        let groups = if self.card.hand_of(ground).concealed { &self.drawn } else { &self.claimed };
        let mut needs = [(0_usize, 0_usize); 14];
        let mut count = 0;
        let (mut strict_chance, mut strict_missing, mut strict_last) = (1.0, 0, 1.0);
        for need in &ground.needs {
            let exposed: u8 = exposures.iter().filter(|group| group.tile == need.tile).map(|group| group.size).sum();
            let held = rack.count(need.tile);
            let strict = usize::from(need.strict.saturating_sub(held));
            let grouped = usize::from((need.total - exposed).saturating_sub(held)) - strict;
            let large = usize::from(self.at_large.count(need.tile)).min(MOST - 1);
            if strict > 0 {
                strict_chance *= self.drawn[large][strict];
                strict_last = self.last[large][strict];
                strict_missing += strict;
            }
            if grouped > 0 {
                // What is needed for a pair is not there for a group.
                needs[count] = (large.saturating_sub(strict), grouped);
                count += 1;
            }
        }
        let needs = &mut needs[..count];
        for _ in 0..rack.jokers() {
            let hardest = |need: &&mut (usize, usize)| (groups[need.0][need.1] * 1e9) as u64;
            let Some(need) = needs.iter_mut().filter(|need| need.1 > 0).min_by_key(hardest) else { break };
            need.1 -= 1;
        }
        let open = needs.iter().filter(|need| need.1 > 0).count();
        if open == 0 && strict_missing == 1 {
            return strict_last;
        }
        if strict_missing == 0 && open == 1 {
            let &(large, needed) = needs.iter().find(|need| need.1 > 0).expect("one need is open");
            if needed == 1 {
                return helped(&self.last, large, 1, self.jokers);
            }
        }
        let share = self.jokers / open.max(1) as f64;
        let grouped: f64 = needs
            .iter()
            .filter(|need| need.1 > 0)
            .map(|&(large, needed)| helped(groups, large, needed, share))
            .product();
        strict_chance * grouped
    }

    /// How good a hand is: the chances of the ways that are at most `breadth` tiles farther than the nearest, weighed with
    /// their values. Several good ways are better than one.
    pub fn worth(&self, rack: &Rack, exposures: &[Exposure], breadth: u8, ranking: &mut Ranking) -> f64 {
        self.card.measure(rack, exposures, ranking);
        let farthest = match ranking.least() {
            IMPOSSIBLE => return 0.0,
            least => least + breadth,
        };
        let mut sum = 0.0;
        for ground in ranking.within(farthest) {
            let value = f64::from(self.card.hand_of(&self.card.grounds()[ground]).value);
            let chance = self.chance(ground, rack, exposures) * (value / 25.0).powf(VALUE);
            sum += chance * chance;
        }
        sum.sqrt()
    }
}

/// The chance of a group, for which one of the jokers that may be expected may come in time.
fn helped(table: &Table, large: usize, needed: usize, jokers: f64) -> f64 {
    let (exact, nearly) = (table[large][needed], table[large][needed - 1]);
    exact + (nearly - exact) * (1.0 - (-jokers).exp())
}

/// The chance that at least `needed` of `tiles` come, if each does with chance `each`.
fn at_least(tiles: usize, needed: usize, each: f64) -> f64 {
    let (tiles, needed) = (tiles as i32, needed as i32);
    let mut ways = 1.0;
    let mut fewer = 0.0;
    for count in 0..needed.min(tiles + 1) {
        fewer += ways * each.powi(count) * (1.0 - each).powi(tiles - count);
        ways *= f64::from(tiles - count) / f64::from(count + 1);
    }
    f64::max(1.0 - fewer, 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_binomial() {
        assert_eq!(at_least(4, 0, 0.5), 1.0);
        assert_eq!(at_least(2, 1, 0.5), 0.75);
        assert_eq!(at_least(2, 2, 0.5), 0.25);
        assert!(at_least(1, 2, 0.9).abs() < 1e-12, "more than there are never come");
        assert!((at_least(4, 2, 0.5) - 11.0 / 16.0).abs() < 1e-12);
    }
}
