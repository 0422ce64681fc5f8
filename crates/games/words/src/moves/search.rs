//! Every play along a lane: from each anchor the lexicon is walked outwards, first to the left, then to the right.

use super::{
    field::{ANY, Field, square},
    hand::Hand,
    lane::Lane,
};
use crate::{
    board::{Board, value},
    config::RACK,
    event::Action,
    square::{At, Direction, SIDE},
    tile::{Placed, Tile, Word},
    tiles::Tiles,
};
use parlor_lexicon::{Graph, Node, SEPARATOR};
use std::ops::ControlFlow;

const PLACES: usize = SIDE as usize;

/// A play that was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found {
    /// Where its word begins and how it lies.
    pub at: At,
    /// How many letters the word has.
    pub length: u8,
    /// How many of them are new.
    pub used: u8,
    /// What it counts.
    pub score: i32,
    /// What it leaves of the rack: see [`Hand::parts`].
    pub left: u8,
    /// The new tiles at their places in the lane, 0 for none.
    laid: [u8; PLACES],
}

impl Found {
    /// The new tiles, each with its square.
    pub fn tiles(&self) -> impl Iterator<Item = (crate::Square, Placed)> {
        let At { square: start, direction } = self.at;
        let (number, first) = match direction {
            Direction::Across => (start.row, start.column),
            Direction::Down => (start.column, start.row),
        };
        let laid = self.laid;
        (first..first + self.length)
            .filter(move |&place| laid[usize::from(place)] != 0)
            .map(move |place| (square(direction, number, place), Placed(laid[usize::from(place)])))
    }

    /// The whole word, given the board it is for.
    pub fn word(&self, board: &Board) -> Word {
        let mut after = board.clone();
        self.tiles().for_each(|(square, placed)| after.put(square, placed));
        let squares = (0..self.length as i8).filter_map(|step| self.at.square.step(self.at.direction, step));
        Word::new(squares.filter_map(|square| after.at(square)).collect())
    }

    /// The play as an action.
    pub fn action(&self, board: &Board) -> Action {
        Action::play(self.at, self.word(board))
    }
}

impl Field<'_> {
    /// Calls `f` with every play of a rack, each once, in a fixed order, until it breaks.
    pub fn each_play<B>(&self, rack: &Tiles, f: impl FnMut(&Found) -> ControlFlow<B>) -> ControlFlow<B> {
        let mut hand = Hand::new(rack);
        let mut f = f;
        for lane in &self.lanes {
            for (anchor, limit) in lane.each_anchor() {
                self.search(lane, anchor, limit, &mut hand, &mut f)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Calls `f` with every play that belongs to one anchor.
    pub(super) fn search<B>(
        &self,
        lane: &Lane,
        anchor: usize,
        limit: usize,
        hand: &mut Hand,
        f: &mut impl FnMut(&Found) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let found = Found {
            at: At { square: square(lane.direction, lane.number, 0), direction: lane.direction },
            length: 0,
            used: 0,
            score: 0,
            left: 0,
            laid: [0; PLACES],
        };
        let graph = self.graph;
        // The walk begins at the tiles after the anchor, if there are any: they leave fewer words to try.
        let hub = (anchor..PLACES).find(|&place| lane.letters[place + 1] == 0).unwrap_or(anchor);
        let mut search = Search { graph, lane, anchor, hub, limit, bingo: self.bingo, hand, found, f };
        search.leftwards(hub, graph.outwards(), Sum::default())
    }
}

/// What a play counts so far.
#[derive(Clone, Copy)]
struct Sum {
    /// The letters of its word.
    letters: i32,
    /// How often the word counts.
    times: i32,
    /// The words across it.
    crosses: i32,
    /// The number of new tiles.
    used: u8,
}

impl Default for Sum {
    fn default() -> Self {
        Self { letters: 0, times: 1, crosses: 0, used: 0 }
    }
}

struct Search<'a, F> {
    graph: &'a Graph,
    lane: &'a Lane,
    /// The place that must be filled.
    anchor: usize,
    /// The place from which the lexicon is walked outwards.
    hub: usize,
    /// The first place that may be filled.
    limit: usize,
    bingo: i32,
    hand: &'a mut Hand,
    found: Found,
    f: &'a mut F,
}

impl<B, F: FnMut(&Found) -> ControlFlow<B>> Search<'_, F> {
    /// Fills `place` after `before` and goes on to the left.
    fn leftwards(&mut self, place: usize, before: Node, sum: Sum) -> ControlFlow<B> {
        self.fill::<true>(place, before, sum)
    }

    /// Fills `place`, a place of the board, after `before` and goes on to the right.
    fn rightwards(&mut self, place: usize, before: Node, sum: Sum) -> ControlFlow<B> {
        if place == PLACES { ControlFlow::Continue(()) } else { self.fill::<false>(place, before, sum) }
    }

    /// Follows the tile at `place`, or tries every tile of the rack that fits.
    #[inline]
    fn fill<const LEFT: bool>(&mut self, place: usize, before: Node, sum: Sum) -> ControlFlow<B> {
        let there = self.lane.letters[place];
        if there != 0 {
            let Some(node) = self.graph.follow(before, there) else { return ControlFlow::Continue(()) };
            let letters = sum.letters + self.lane.faces[place];
            return self.go_on::<LEFT>(place, node, Sum { letters, ..sum });
        }
        let mut fits = self.fitting(place) & before.next();
        while fits != 0 {
            if let Some(node) = self.graph.follow(before, fits.trailing_zeros() as u8) {
                self.lay::<LEFT>(place, node, sum)?;
            }
            fits &= fits - 1;
        }
        ControlFlow::Continue(())
    }

    /// The letters that the hand has and that fit at `place`, as bits.
    #[inline]
    fn fitting(&self, place: usize) -> u32 {
        let has = self.hand.letters;
        // The blank is kind 0, and stands for any letter.
        (if has & 1 == 1 { ANY } else { has }) & self.lane.checks[place]
    }

    #[inline]
    fn lay<const LEFT: bool>(&mut self, place: usize, node: Node, sum: Sum) -> ControlFlow<B> {
        let letter = node.letter();
        if self.hand.letters >> letter & 1 == 1 {
            self.hand.take(letter);
            self.found.laid[place] = letter;
            let done = self.go_on::<LEFT>(place, node, self.add(place, value(Tile(letter)).into(), sum));
            self.hand.put_back(letter);
            done?;
        }
        if self.hand.letters & 1 == 1 {
            self.hand.take(0);
            self.found.laid[place] = Placed::blank(letter).0;
            let done = self.go_on::<LEFT>(place, node, self.add(place, 0, sum));
            self.hand.put_back(0);
            done?;
        }
        self.found.laid[place] = 0;
        ControlFlow::Continue(())
    }

    /// The sum with a new tile.
    #[inline]
    fn add(&self, place: usize, face: i32, sum: Sum) -> Sum {
        let lane = self.lane;
        let (letter, times) = (face * lane.letter_times[place], lane.word_times[place]);
        let crosses = lane.cross_sums[place].map_or(0, |others| (others + letter) * times);
        Sum {
            letters: sum.letters + letter,
            times: sum.times * times,
            crosses: sum.crosses + crosses,
            used: sum.used + 1,
        }
    }

    /// `place` is filled, and `node` is its letter.
    #[inline]
    fn go_on<const LEFT: bool>(&mut self, place: usize, node: Node, sum: Sum) -> ControlFlow<B> {
        if LEFT {
            let before = place.checked_sub(1);
            let is_start = before.is_none_or(|before| self.lane.letters[before] == 0);
            if is_start && place <= self.anchor {
                self.begin(place, node, sum)?;
            }
            match before {
                Some(before) if node.next() != 0 && (!is_start || place > self.anchor || before >= self.limit) => {
                    self.leftwards(before, node, sum)
                }
                _ => ControlFlow::Continue(()),
            }
        } else {
            if node.accepts() && self.lane.letters[place + 1] == 0 {
                self.report(place, sum)?;
            }
            if node.next() == 0 { ControlFlow::Continue(()) } else { self.rightwards(place + 1, node, sum) }
        }
    }

    /// The word begins at `start`: it ends at the hub, or goes on to its right.
    fn begin(&mut self, start: usize, node: Node, sum: Sum) -> ControlFlow<B> {
        self.found.at.square = square(self.lane.direction, self.lane.number, start as u8);
        if node.accepts() && self.lane.letters[self.hub + 1] == 0 {
            self.report(self.hub, sum)?;
        }
        match self.graph.follow(node, SEPARATOR) {
            Some(rest) => self.rightwards(self.hub + 1, rest, sum),
            None => ControlFlow::Continue(()),
        }
    }

    #[inline]
    fn report(&mut self, end: usize, sum: Sum) -> ControlFlow<B> {
        // A single tile that makes a word both ways is reported across.
        if sum.used == 1 && self.lane.direction == Direction::Down && self.lane.cross_sums[self.anchor].is_some() {
            return ControlFlow::Continue(());
        }
        let start = match self.lane.direction {
            Direction::Across => self.found.at.square.column,
            Direction::Down => self.found.at.square.row,
        };
        self.found.length = end as u8 + 1 - start;
        self.found.used = sum.used;
        self.found.left = self.hand.key;
        self.found.score = sum.letters * sum.times + sum.crosses + if sum.used == RACK { self.bingo } else { 0 };
        (self.f)(&self.found)
    }
}
