//! The nearest hand, and a tile that it does not need.

use super::{Mind, Situation, passable};
use crate::{Action, Exposure, IMPOSSIBLE, Rack, Ranking, Tile};
use parlor_kernel::Rng;

/// How often a discard is made without thinking, in percent.
const CARELESS: u32 = 15;

/// A hand so near is worth exposing.
const NEAR: u8 = 4;

#[derive(Default)]
pub(super) struct Easy {
    ranking: Option<Ranking>,
}

impl Easy {
    /// The nearest way to win, and how near it is.
    fn target(&mut self, at: &Situation<'_>) -> (u8, usize) {
        let ranking = self.ranking.get_or_insert_with(|| at.card.ranking());
        at.card.rank(&at.view.hand, at.exposures(), ranking);
        let target = |hand: &u16| ranking.nearest(*hand);
        // Singles and pairs look near and are far, since no joker helps.
        let far = |&(distance, ground): &(u8, usize)| {
            let ground = &at.card.grounds()[ground];
            (distance.saturating_add(if ground.takes_jokers() { 0 } else { 3 }), at.card.hand_of(ground).concealed)
        };
        ranking.order().iter().map(target).min_by_key(far).expect("a card has hands")
    }

    /// The tiles of the rack that the way does not need.
    fn useless(at: &Situation<'_>, ground: usize) -> Rack {
        let ground = &at.card.grounds()[ground];
        let mut useless = Rack::EMPTY;
        for (tile, held) in at.view.hand.kinds().filter(|(tile, _)| tile.is_natural()) {
            let exposed: u8 = at.exposures().iter().filter(|group| group.tile == tile).map(|group| group.size).sum();
            useless.add_many(tile, held.saturating_sub(ground.total[tile.index()].saturating_sub(exposed)));
        }
        useless
    }
}

impl Mind for Easy {
    fn pass(&mut self, at: &Situation<'_>, _: u8, most: u8, rng: &mut Rng) -> Rack {
        let (_, ground) = self.target(at);
        let mut useless: Vec<Tile> = Self::useless(at, ground).tiles().collect();
        rng.shuffle(&mut useless);
        let mut tiles: Rack = useless.into_iter().take(most.into()).collect();
        for (tile, held) in passable(&at.view.hand) {
            let more = held.saturating_sub(tiles.count(tile)).min(most - tiles.len());
            tiles.add_many(tile, more);
        }
        tiles
    }

    fn wants_more(&mut self, at: &Situation<'_>) -> bool {
        self.target(at).0 > NEAR
    }

    fn bid(&mut self, at: &Situation<'_>) -> u8 {
        match self.target(at).0 {
            0..=3 => 0,
            4 => 1,
            5 => 2,
            _ => 3,
        }
    }

    fn play(&mut self, at: &Situation<'_>, rng: &mut Rng) -> Action {
        let hand = &at.view.hand;
        let pick = |rack: &Rack, rng: &mut Rng| rack.tiles().nth(rng.below(rack.len().max(1).into()) as usize);
        let (distance, ground) = self.target(at);
        let mut useless = if distance == IMPOSSIBLE { *hand } else { Self::useless(at, ground) };
        if let Some((exchange, _)) = at.exchanges().find(|(_, tile)| useless.count(*tile) > 0) {
            return exchange;
        }
        if useless.is_empty() || rng.percent(CARELESS) {
            useless = hand.kinds().filter(|(tile, _)| tile.is_natural()).map(|(tile, _)| tile).collect();
        }
        let tile = pick(&useless, rng).or_else(|| pick(hand, rng));
        Action::Discard { tile: tile.expect("a player on turn has a tile") }
    }

    fn call(&mut self, at: &Situation<'_>, tile: Tile) -> Option<Exposure> {
        let (distance, ground) = self.target(at);
        let ground = &at.card.grounds()[ground];
        if distance > NEAR || at.card.hand_of(ground).concealed {
            return None;
        }
        at.calls(tile).find(|call| ground.groups.contains(&call.group()))
    }
}
