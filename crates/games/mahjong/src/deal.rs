//! Getting ready, and the deal.

use crate::{
    Event, Ground, Mahjong, Rack, SEATS, State, Tile, Training,
    stage::{Passing, Stage, Step},
    state::Held,
};
use parlor_kernel::{Dice, Seat, Sink, Stream, Tick};

/// The order of the wall.
const WALL: Stream = Stream(1);
/// Which way to make a hand is practised, one index per deal.
const PRACTICE: Stream = Stream(2);

/// How many tiles a seat is dealt. East gets one more.
const HAND: usize = 13;

impl Mahjong {
    pub(crate) fn be_ready(&mut self, now: Tick, seat: Seat, dice: &impl Dice, out: &mut impl Sink<Event>) {
        if let Stage::Gathering { ready } = &mut self.stage {
            *ready = ready.with(seat);
        }
        out.public(Event::Ready { seat });
        self.deal_once_all_are_ready(now, dice, out);
    }

    pub(crate) fn deal_once_all_are_ready(&mut self, now: Tick, dice: &impl Dice, out: &mut impl Sink<Event>) {
        if self.stage.awaited().is_empty() {
            self.deal(now, dice, out);
        }
    }

    /// Ruling: East gets 14 tiles, the others 13.
    pub(crate) fn deal(&mut self, now: Tick, dice: &impl Dice, out: &mut impl Sink<Event>) {
        let number = self.dealt;
        self.dealt += 1;
        self.wall.clear();
        self.wall.extend(Rack::full(self.config().blanks).tiles());
        dice.draws(WALL, u64::from(number) << 16).shuffle(&mut self.wall);
        for held in &mut self.hands {
            *held = Held { exposures: std::mem::take(&mut held.exposures), ..Held::NOTHING };
            held.exposures.clear();
        }
        self.discards.clear();
        self.settlement = None;
        let east = self.east();
        if let Some(training) = self.config().training.clone() {
            let count = if east == Seat(0) { HAND + 1 } else { HAND };
            self.deal_practice(&training, count, dice.below(PRACTICE, number.into(), u32::MAX));
        }
        for seat in Seat::all(SEATS) {
            let count = if seat == east { HAND + 1 } else { HAND };
            while usize::from(self.held(seat).rack.len()) < count {
                let tile = self.wall.pop().expect("a set has more than 53 tiles");
                self.held_mut(seat).rack.add(tile);
            }
        }
        self.pass_through(State::Deal, None, out);
        out.public(Event::Dealt { deal: number, east });
        for seat in Seat::all(SEATS) {
            out.private(seat, Event::Hand { seat, tiles: self.held(seat).rack });
        }
        if self.config().charleston {
            self.pass_next(Step::FIRST, now, out);
        } else {
            self.begin_turn(now, east, out);
        }
    }

    /// Deals some tiles of a hand to the first seat, from each group in turn. Jokers stand in where the wall has too few.
    fn deal_practice(&mut self, training: &Training, most: usize, word: u32) {
        let card = std::sync::Arc::clone(&self.rules.assets);
        let Some((_, hand)) = card.hand(&training.hand) else { return };
        let way = hand.ways.start + word as usize % hand.ways.len();
        for tile in practice(&card.grounds()[way]).into_iter().take(most.min(training.tiles.into())) {
            let place = self.wall.iter().rposition(|other| *other == tile).expect("the linter counted the tiles");
            self.wall.remove(place);
            self.held_mut(Seat(0)).rack.add(tile);
        }
    }

    /// Opens the next pass of a Charleston.
    pub(crate) fn pass_next(&mut self, step: Step, now: Tick, out: &mut impl Sink<Event>) {
        let sealed = self.barrier(|seat| !self.gone.contains(seat), |seat| Passing::Tiles(self.hurried_pass(seat, 3)));
        self.enter(Stage::Charleston { step, sealed }, now, out);
    }

    /// The table before a deal, with those who are gone counted as ready.
    pub(crate) fn gathering(&self) -> Stage {
        Stage::Gathering { ready: self.gone }
    }
}

/// The tiles of a way to make a hand, one of each group in turn, with jokers beyond what a set has.
fn practice(ground: &Ground) -> Vec<Tile> {
    let mut tiles = Vec::new();
    let mut used = Rack::EMPTY;
    // Singles and pairs first: no joker stands in for them.
    for group in ground.groups.iter().filter(|group| !group.takes_jokers()) {
        used.add_many(group.tile, group.size);
    }
    for round in 0..14 {
        for group in ground.groups.iter().filter(|group| group.size > round) {
            if !group.takes_jokers() {
                tiles.push(group.tile);
            } else if used.count(group.tile) < group.tile.copies() {
                used.add(group.tile);
                tiles.push(group.tile);
            } else {
                tiles.push(Tile::JOKER);
            }
        }
    }
    tiles
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Card, SHIPPED};

    #[test]
    fn practice_mints_no_tiles() {
        for (name, text) in SHIPPED {
            let card = Card::lint(text).unwrap();
            for ground in card.grounds() {
                let tiles: Rack = practice(ground).into_iter().collect();
                assert!(tiles.len() == 14 && Rack::full(false).has_all(&tiles), "{name}: {tiles}");
                assert!(card.winning(&tiles, &[]).is_some(), "{name}: {tiles}");
            }
        }
    }
}
