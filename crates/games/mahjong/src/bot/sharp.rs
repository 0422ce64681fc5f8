//! Chances of many hands, and what the opponents may be waiting for.

use super::{Mind, Outlook, Situation, passable, with};
use crate::{Action, Exposure, Rack, Ranking, Tile};
use parlor_kernel::{Rng, Seat};

/// How much an opponent's exposures weigh.
const DANGER: f64 = 1.0;
/// How much better a hand must be for laying it open.
const OPENNESS: f64 = 1.05;
/// A tile that costs more than this share of the hand is not passed if it need not be.
const DEAR: f64 = 0.5;
/// A hand so near is not passed on.
const NEAR: u8 = 3;

/// A bot that weighs chances.
pub(super) struct Sharp {
    /// How often a discard is made without thinking, in percent.
    careless: u32,
    /// How many tiles farther than the nearest a way may be and still be weighed.
    breadth: u8,
    /// Whether it keeps back what opponents may be waiting for.
    defends: bool,
    ranking: Option<Ranking>,
}

impl Sharp {
    pub const fn medium() -> Self {
        Self { careless: 4, breadth: 1, defends: false, ranking: None }
    }

    pub const fn hard() -> Self {
        Self { careless: 0, breadth: 3, defends: true, ranking: None }
    }

    fn worth(&mut self, outlook: &Outlook<'_>, at: &Situation<'_>, rack: &Rack, exposures: &[Exposure]) -> f64 {
        let ranking = self.ranking.get_or_insert_with(|| at.card.ranking());
        outlook.worth(rack, exposures, self.breadth, ranking)
    }

    /// The tile that the hand misses least, and what it is worth without.
    fn cheapest(
        &mut self,
        outlook: &Outlook<'_>,
        at: &Situation<'_>,
        rack: &Rack,
        exposures: &[Exposure],
        may_go: impl Fn(Tile) -> bool,
        danger: &[f64; Tile::NATURALS],
    ) -> Option<(Tile, f64)> {
        let mut best: Option<(Tile, f64)> = None;
        for (tile, _) in rack.kinds().filter(|(tile, _)| may_go(*tile)) {
            let worth = self.worth(outlook, at, &rack.without(tile), exposures);
            let safe = 1.0 - danger.get(tile.index()).copied().unwrap_or_default();
            // Of equally useless tiles, the one of which most are gone helps the others least.
            let worth = worth * safe + f64::from(4 - outlook.at_large(tile).min(4)) * 1e-15;
            if best.is_none_or(|(_, least)| least < worth) {
                best = Some((tile, worth));
            }
        }
        best
    }

    /// How likely a discard is to help an opponent with exposures, by kind.
    fn danger(&self, at: &Situation<'_>) -> [f64; Tile::NATURALS] {
        let mut danger = [0.0; Tile::NATURALS];
        if !self.defends {
            return danger;
        }
        for (seat, public) in (0..).map(Seat).zip(&at.view.seats) {
            if seat == at.seat || !at.view.is_live(seat) || public.exposures.is_empty() {
                continue;
            }
            let exposed: u8 = public.exposures.iter().map(|group| group.size).sum();
            let mut needs = [0.0; Tile::NATURALS];
            let mut ways = 0.0;
            for ground in at.card.allowed(&public.exposures).map(|number| &at.card.grounds()[number]) {
                ways += 1.0;
                for need in &ground.needs {
                    let lies: u8 = public.exposures.iter().filter(|g| g.tile == need.tile).map(|g| g.size).sum();
                    if need.total > lies {
                        needs[need.tile.index()] += 1.0;
                    }
                }
            }
            let nearness = (f64::from(exposed) / 14.0).powi(2) * DANGER;
            for (danger, need) in danger.iter_mut().zip(needs) {
                *danger = 1.0 - (1.0 - *danger) * (1.0 - (nearness * need / f64::max(ways, 1.0)).min(0.9));
            }
        }
        danger
    }

    /// An exchange of a joker or a trade of a blank that makes the hand better.
    fn improvement(&mut self, outlook: &Outlook<'_>, at: &Situation<'_>) -> Option<Action> {
        let hand = &at.view.hand;
        let exchanges: Vec<_> =
            at.exchanges().map(|(action, tile)| (action, hand.without(tile).with(Tile::JOKER))).collect();
        let mut trades = Vec::new();
        if hand.count(Tile::BLANK) > 0 {
            let thrown: Rack = at.view.discards.iter().map(|discard| discard.tile).collect();
            for (tile, _) in thrown.kinds().filter(|(tile, _)| tile.is_natural()) {
                trades.push((Action::Trade { tile }, hand.without(Tile::BLANK).with(tile)));
            }
        }
        if exchanges.is_empty() && trades.is_empty() {
            return None;
        }
        let before = self.worth(outlook, at, hand, at.exposures());
        let mut best: Option<(Action, f64)> = None;
        for (action, rack) in exchanges.into_iter().chain(trades) {
            let after = self.worth(outlook, at, &rack, at.exposures());
            // A joker is at least as good as what it is exchanged for, unless that makes a pair.
            if after >= before * 1.0001 && best.is_none_or(|(_, worth)| after > worth) {
                best = Some((action, after));
            }
        }
        best.map(|(action, _)| action)
    }
}

impl Mind for Sharp {
    fn pass(&mut self, at: &Situation<'_>, least: u8, most: u8, _: &mut Rng) -> Rack {
        let outlook = Outlook::new(at.card, at.view);
        let (mut rack, mut tiles) = (at.view.hand, Rack::EMPTY);
        let may_pass: Rack = passable(&rack).map(|(tile, _)| tile).collect();
        let mut before = self.worth(&outlook, at, &rack, at.exposures());
        while tiles.len() < most {
            let may_go = |tile| may_pass.count(tile) > 0;
            let found = self.cheapest(&outlook, at, &rack, at.exposures(), may_go, &[0.0; Tile::NATURALS]);
            let Some((tile, after)) = found else { break };
            if tiles.len() >= least && after < before * DEAR {
                break;
            }
            rack.remove(tile);
            tiles.add(tile);
            before = after;
        }
        tiles
    }

    fn wants_more(&mut self, at: &Situation<'_>) -> bool {
        let ranking = self.ranking.get_or_insert_with(|| at.card.ranking());
        at.card.measure(&at.view.hand, at.exposures(), ranking);
        ranking.least() > NEAR
    }

    fn bid(&mut self, at: &Situation<'_>) -> u8 {
        self.pass(at, 0, crate::rules::PASS, &mut Rng::new(0)).len()
    }

    fn play(&mut self, at: &Situation<'_>, rng: &mut Rng) -> Action {
        let outlook = Outlook::new(at.card, at.view);
        if let Some(action) = self.improvement(&outlook, at) {
            return action;
        }
        let hand = &at.view.hand;
        if rng.percent(self.careless) {
            let naturals: Vec<Tile> = hand.tiles().filter(|tile| tile.is_natural()).collect();
            if !naturals.is_empty() {
                return Action::Discard { tile: naturals[rng.below(naturals.len() as u32) as usize] };
            }
        }
        let danger = self.danger(at);
        let may_go = |tile: Tile| tile.is_natural();
        let found = self
            .cheapest(&outlook, at, hand, at.exposures(), may_go, &danger)
            .or_else(|| self.cheapest(&outlook, at, hand, at.exposures(), |_| true, &danger));
        Action::Discard { tile: found.expect("a player on turn has a tile").0 }
    }

    fn call(&mut self, at: &Situation<'_>, tile: Tile) -> Option<Exposure> {
        let calls: Vec<_> = at.calls(tile).collect();
        if calls.is_empty() {
            return None;
        }
        let outlook = Outlook::new(at.card, at.view);
        let declined = self.worth(&outlook, at, &at.view.hand, at.exposures());
        let mut best: Option<(Exposure, f64)> = None;
        for group in calls {
            let mut rack = at.view.hand;
            rack.remove_many(group.tile, group.naturals() - 1);
            rack.remove_many(Tile::JOKER, group.jokers);
            let exposures = with(at.exposures(), group);
            let natural = |tile: Tile| tile.is_natural();
            let found = self.cheapest(&outlook, at, &rack, &exposures, natural, &[0.0; Tile::NATURALS]);
            let Some((_, worth)) = found else { continue };
            if worth > declined * OPENNESS && best.is_none_or(|(_, most)| worth > most) {
                best = Some((group, worth));
            }
        }
        best.map(|(group, _)| group)
    }
}
