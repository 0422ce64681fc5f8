//! The position.

use crate::{
    board::Board,
    common::Common,
    config::{Config, First, RACK},
    event::{Event, Move},
    tiles::Tiles,
};
use parlor_kernel::{Dice, Rules, Seat, SeatSet, Sink, Stream, Tick};
use serde::Serialize;
use std::sync::Arc;

/// Who begins.
const FIRST: Stream = Stream(1);
/// Which of the tiles in the bag is drawn, one index for each tile. There is no order in the bag before that.
const DRAW: Stream = Stream(2);

/// Ticks are milliseconds.
pub(crate) const TICKS_PER_SECOND: u32 = 1_000;

/// A match of Words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Words {
    /// Not part of the digest: they never change, and the log's header names them.
    #[serde(skip)]
    pub(crate) rules: Arc<Rules<Self>>,
    pub(crate) common: Common,
    /// What each seat holds.
    pub(crate) racks: Vec<Tiles>,
    /// What nobody holds.
    pub(crate) bag: Tiles,
}

impl Words {
    pub(crate) fn opening(rules: &Arc<Rules<Self>>, dice: &impl Dice) -> Self {
        let config = &rules.config;
        let seats = usize::from(config.seats);
        let first = match config.first {
            First::Challenger => Seat(0),
            First::Random => Seat(dice.below(FIRST, 0, config.seats.into()) as u8),
        };
        let common = Common {
            board: Board::EMPTY,
            scores: vec![0; seats],
            hands: vec![0; seats],
            bag: config.bag.len() as u8,
            drawn: 0,
            turn: Some(first),
            passes: 0,
            scoreless: 0,
            history: Vec::new(),
            open: false,
            gone: SeatSet::EMPTY,
            timing: None,
            outcome: None,
        };
        let mut game = Self { rules: Arc::clone(rules), common, racks: vec![Tiles::default(); seats], bag: config.bag };
        for seat in Seat::all(config.seats) {
            game.refill(seat, dice, &mut ());
        }
        game.common.timing = game.timing_of(first, Tick::ZERO, vec![0; seats]);
        game
    }

    /// The rule set.
    pub fn config(&self) -> &Config {
        &self.rules.config
    }

    /// What everyone knows.
    pub const fn common(&self) -> &Common {
        &self.common
    }

    pub(crate) fn awaited(&self) -> SeatSet {
        self.common.turn.map_or(SeatSet::EMPTY, SeatSet::only)
    }

    /// Tells everyone what happens, and lets it happen.
    pub(crate) fn tell(&mut self, event: Event, out: &mut impl Sink<Event>) {
        self.common.hear(&event);
        if out.wants() {
            out.public(event);
        }
    }

    /// Tells a seat what it holds.
    pub(crate) fn show_rack(&self, seat: Seat, out: &mut impl Sink<Event>) {
        out.private(seat, Event::Rack { seat, tiles: self.racks[seat.index()] });
    }

    /// Draws until the rack is full or the bag is empty.
    pub(crate) fn refill(&mut self, seat: Seat, dice: &impl Dice, out: &mut impl Sink<Event>) {
        let missing = u32::from(RACK).saturating_sub(self.racks[seat.index()].len());
        let count = missing.min(self.bag.len()) as u8;
        let drawn = self.draw(count, dice);
        self.racks[seat.index()] = self.racks[seat.index()].plus(&drawn);
        self.tell(Event::Drew { seat, count }, out);
        self.show_rack(seat, out);
    }

    /// Tiles from the bag. The dice choose each among those that are in it at that moment.
    pub(crate) fn draw(&mut self, count: u8, dice: &impl Dice) -> Tiles {
        let mut drawn = Tiles::default();
        for number in 0..u32::from(count) {
            let index = u64::from(self.common.drawn + number);
            let tile = self.bag.nth(dice.below(DRAW, index, self.bag.len())).expect("the bag holds enough tiles");
            self.bag.take(tile).into_iter().for_each(|tile| drawn.put(tile));
        }
        drawn
    }

    /// How many of a seat's turns were of a kind.
    pub(crate) fn count_turns(&self, seat: Seat, is_kind: impl Fn(&Move) -> bool) -> i64 {
        self.common.history.iter().filter(|turn| turn.seat == seat && is_kind(&turn.made)).count() as i64
    }

    /// All tiles, wherever they are.
    pub fn all_tiles(&self) -> Tiles {
        self.racks.iter().fold(self.bag.plus(&self.common.board.tiles()), Tiles::plus)
    }
}
