//! Legal actions.

use crate::{
    Action, Mahjong, PUNG, Rack, SEATS, SEXTET, Tile,
    rules::{PASS, blanks_stay},
    stage::{Stage, Step},
};
use parlor_kernel::{Rng, Seat};
use std::ops::ControlFlow;

/// How often random play looks for a winning hand, in percent. It hardly ever has one.
const LOOKS: u32 = 25;

impl Mahjong {
    /// Calls `f` with every legal action of `seat`.
    pub(crate) fn each<B>(&self, seat: Seat, f: &mut impl FnMut(Action) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.outcome.is_some() || !self.stage.awaited().contains(seat) {
            return ControlFlow::Continue(());
        }
        match &self.stage {
            Stage::Gathering { .. } => f(Action::Ready),
            Stage::Charleston { step, .. } => {
                let least = if step.is_blind() { 0 } else { PASS };
                for count in least..=PASS {
                    self.each_pass(seat, count, f)?;
                }
                self.offer(seat, Action::Mahjong, f)
            }
            Stage::Voting { .. } => [true, false].into_iter().try_for_each(|more| f(Action::Vote { more })),
            Stage::Bidding { .. } => (0..=PASS).try_for_each(|tiles| f(Action::Bid { tiles })),
            Stage::Courtesy { agreed, .. } => self.each_pass(seat, agreed[seat.index() % 2], f),
            Stage::Claiming { .. } => {
                f(Action::Decline)?;
                self.offer(seat, Action::Pause, f)?;
                self.offer(seat, Action::Mahjong, f)?;
                groups().try_for_each(|(size, jokers)| self.offer(seat, Action::Call { size, jokers }, f))
            }
            Stage::Choosing { .. } => self.each_choice(seat, f),
        }
    }

    fn offer<B>(&self, seat: Seat, action: Action, f: &mut impl FnMut(Action) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.may(seat, &action).is_ok() { f(action) } else { ControlFlow::Continue(()) }
    }

    fn each_choice<B>(&self, seat: Seat, f: &mut impl FnMut(Action) -> ControlFlow<B>) -> ControlFlow<B> {
        self.offer(seat, Action::Mahjong, f)?;
        for (tile, _) in self.held(seat).rack.kinds() {
            f(Action::Discard { tile })?;
        }
        groups().try_for_each(|(size, jokers)| self.offer(seat, Action::Regroup { size, jokers }, f))?;
        for owner in Seat::all(SEATS) {
            for exposure in 0..self.held(owner).exposures.len() as u8 {
                self.offer(seat, Action::Exchange { seat: owner, exposure }, f)?;
            }
            self.offer(seat, Action::Challenge { seat: owner }, f)?;
        }
        Tile::naturals().try_for_each(|tile| self.offer(seat, Action::Trade { tile }, f))
    }

    /// Every choice of `count` tiles that may be passed.
    fn each_pass<B>(&self, seat: Seat, count: u8, f: &mut impl FnMut(Action) -> ControlFlow<B>) -> ControlFlow<B> {
        let rack = &self.held(seat).rack;
        let may_pass = |tile: Tile| tile.is_natural() || tile == Tile::BLANK && !blanks_stay(rack);
        let kinds: Vec<_> = rack.kinds().filter(|(tile, _)| may_pass(*tile)).collect();
        choose(&kinds, count, Rack::EMPTY, f)
    }

    /// A random legal action. Discards are common, claims are made half the time they can be, and the rest is rare.
    pub(crate) fn sampled(&self, seat: Seat, rng: &mut Rng) -> Option<Action> {
        if self.outcome.is_some() || !self.stage.awaited().contains(seat) {
            return None;
        }
        let rack = &self.held(seat).rack;
        Some(match &self.stage {
            Stage::Gathering { .. } => Action::Ready,
            Stage::Charleston { step: Step::FIRST, .. } if self.may(seat, &Action::Mahjong).is_ok() => Action::Mahjong,
            Stage::Charleston { step, .. } => {
                let blind = if step.is_blind() { rng.below(u32::from(PASS) + 1) as u8 } else { 0 };
                random_pass(rack, PASS - blind, rng)
            }
            Stage::Voting { .. } => Action::Vote { more: rng.percent(80) },
            Stage::Bidding { .. } => Action::Bid { tiles: rng.below(u32::from(PASS) + 1) as u8 },
            Stage::Courtesy { agreed, .. } => random_pass(rack, agreed[seat.index() % 2], rng),
            Stage::Claiming { .. } => self.random_claim(seat, rng),
            Stage::Choosing { .. } => self.random_choice(seat, rng),
        })
    }

    fn random_claim(&self, seat: Seat, rng: &mut Rng) -> Action {
        let (rack, tile) = (&self.held(seat).rack, self.offered());
        if rng.percent(LOOKS) && self.wins(seat, &rack.with(tile)) {
            return Action::Mahjong;
        }
        let material = rack.count(tile) + rack.jokers();
        if material >= PUNG - 1 && rng.percent(50) {
            let size = (PUNG + rng.below(u32::from(material) - 1) as u8).min(SEXTET);
            let fewest = (size - 1).saturating_sub(rack.count(tile));
            let most = rack.jokers().min(size - 1);
            let jokers = fewest + rng.below(u32::from(most - fewest) + 1) as u8;
            let call = Action::Call { size, jokers };
            if self.may(seat, &call).is_ok() {
                return call;
            }
        }
        Action::Decline
    }

    fn random_choice(&self, seat: Seat, rng: &mut Rng) -> Action {
        let rack = &self.held(seat).rack;
        if rack.is_empty() || rng.percent(LOOKS) && self.wins(seat, rack) {
            return Action::Mahjong;
        }
        if rng.percent(10) {
            let owner = Seat(rng.below(SEATS.into()) as u8);
            let tile = Tile::naturals().nth(rng.below(Tile::NATURALS as u32) as usize).unwrap_or(Tile::FLOWER);
            let size = PUNG + rng.below(2) as u8;
            let rare = match rng.below(5) {
                0 => Action::Trade { tile },
                1 => Action::Regroup { size, jokers: rng.below(size.into()) as u8 },
                // A challenge is rare, for the wrong ones end in dead hands.
                2 if rng.percent(5) => Action::Challenge { seat: owner },
                _ => Action::Exchange { seat: owner, exposure: rng.below(2) as u8 },
            };
            if self.may(seat, &rare).is_ok() {
                return rare;
            }
        }
        let pick = rng.below(rack.len().into()) as usize;
        Action::Discard { tile: nth_tile(rack, pick) }
    }
}

/// Sizes of exposed groups with the numbers of jokers they may have.
fn groups() -> impl Iterator<Item = (u8, u8)> {
    (PUNG..=SEXTET).flat_map(|size| (0..size).map(move |jokers| (size, jokers)))
}

/// The tile at a place of a rack.
fn nth_tile(rack: &Rack, place: usize) -> Tile {
    rack.tiles().nth(place).expect("the rack has as many tiles")
}

fn random_pass(rack: &Rack, count: u8, rng: &mut Rng) -> Action {
    let mut left = *rack;
    let mut tiles = Rack::EMPTY;
    let blanks_stay = blanks_stay(rack);
    while tiles.len() < count {
        let tile = nth_tile(&left, rng.below(left.len().into()) as usize);
        left.remove(tile);
        if tile.is_natural() || tile == Tile::BLANK && !blanks_stay {
            tiles.add(tile);
        }
    }
    Action::Pass { tiles }
}

fn choose<B>(
    kinds: &[(Tile, u8)],
    count: u8,
    chosen: Rack,
    f: &mut impl FnMut(Action) -> ControlFlow<B>,
) -> ControlFlow<B> {
    if count == 0 {
        return f(Action::Pass { tiles: chosen });
    }
    let Some((&(tile, held), others)) = kinds.split_first() else { return ControlFlow::Continue(()) };
    for take in (0..=held.min(count)).rev() {
        let mut chosen = chosen;
        chosen.add_many(tile, take);
        choose(others, count - take, chosen, f)?;
    }
    ControlFlow::Continue(())
}
