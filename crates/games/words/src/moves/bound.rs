//! The best play, found without looking at most of the others: no play of an anchor is better than its bound, so anchors are
//! searched from the highest bound down until none can beat the best play so far.

use super::{field::Field, hand::Hand, lane::Lane, search::Found};
use crate::{board::value, config::RACK, square::SIDE, tile::Tile, tiles::Tiles};
use std::{cmp::Reverse, ops::ControlFlow};

const PLACES: usize = SIDE as usize;
const TILES: usize = RACK as usize;

impl Field<'_> {
    /// The play with the highest equity, and that equity in hundredths of a point. `values` says what each part of the rack
    /// is worth that stays on it, by [key](Hand::parts). After `most` plays it is the best of those, the promising anchors
    /// first.
    pub fn best_play(&self, rack: &Tiles, values: &[i32; Hand::KEYS], most: u32) -> Option<(Found, i32)> {
        let mut hand = Hand::new(rack);
        let stock = Stock::new(&hand, rack, values);
        let mut anchors = Vec::with_capacity(self.lanes.len() * 4);
        for lane in &self.lanes {
            for (anchor, limit) in lane.each_anchor() {
                anchors.push((stock.bound(lane, anchor, limit, self.bingo), lane, anchor, limit));
            }
        }
        anchors.sort_by_key(|&(bound, ..)| Reverse(bound));
        let mut best: Option<(Found, i32)> = None;
        let mut left = most;
        for (bound, lane, anchor, limit) in anchors {
            if best.is_some_and(|(_, equity)| bound <= equity) {
                break;
            }
            let done = self.search(lane, anchor, limit, &mut hand, &mut |found| {
                let Some(fewer) = left.checked_sub(1) else { return ControlFlow::Break(()) };
                left = fewer;
                let equity = found.score * 100 + values[usize::from(found.left)];
                if best.is_none_or(|(_, least)| equity > least) {
                    best = Some((*found, equity));
                }
                ControlFlow::Continue(())
            });
            if done.is_break() {
                break;
            }
        }
        best
    }
}

/// What a rack can bring at best.
struct Stock {
    /// What the letters of the rack count, the most valuable first, each with the bits of the letters that count as much.
    faces: Vec<(i32, u32)>,
    /// Whether there is a blank.
    has_blank: bool,
    /// What the most valuable tiles count together, by their number.
    sums: [i32; TILES + 1],
    /// The most that a part of the rack is worth from which so many tiles were laid.
    leaves: [i32; TILES + 1],
    tiles: usize,
}

impl Stock {
    fn new(hand: &Hand, rack: &Tiles, values: &[i32; Hand::KEYS]) -> Self {
        let tiles = rack.len() as usize;
        let mut leaves = [i32::MIN; TILES + 1];
        for (key, part) in hand.parts() {
            let laid = tiles - part.len() as usize;
            leaves[laid] = leaves[laid].max(values[usize::from(key)]);
        }
        let mut all: Vec<i32> = rack.iter().map(|tile| value(tile).into()).collect();
        all.sort_unstable_by_key(|&face| Reverse(face));
        let mut sums = [0; TILES + 1];
        for (laid, face) in all.iter().enumerate() {
            sums[laid + 1] = sums[laid] + face;
        }
        let mut faces: Vec<(i32, u32)> = Vec::with_capacity(TILES);
        for tile in rack.iter().filter(|&tile| tile != Tile::BLANK) {
            let face = i32::from(value(tile));
            match faces.iter_mut().find(|(known, _)| *known == face) {
                Some((_, letters)) => *letters |= 1 << tile.0,
                None => faces.push((face, 1 << tile.0)),
            }
        }
        faces.sort_unstable_by_key(|&(face, _)| Reverse(face));
        Self { faces, has_blank: rack.count(Tile::BLANK) > 0, sums, leaves, tiles }
    }

    /// The most that a tile of the rack counts which fits a place; `None` if none does.
    fn most(&self, checks: u32) -> Option<i32> {
        let plain = self.faces.iter().find(|(_, letters)| letters & checks != 0).map(|(face, _)| *face);
        plain.or((self.has_blank && checks != 0).then_some(0))
    }

    /// No play that belongs to the anchor has a higher equity.
    fn bound(&self, lane: &Lane, anchor: usize, limit: usize, bingo: i32) -> i32 {
        let mut most = [None; PLACES];
        let mut bound = i32::MIN;
        let mut left = Window::default();
        let mut start = anchor;
        loop {
            if lane.letters[start] == 0 {
                most[start] = self.most(lane.checks[start]);
            }
            if !left.add(lane, start, most[start]) || left.laid > self.tiles {
                return bound;
            }
            if start == 0 || lane.letters[start - 1] == 0 {
                self.extend(lane, anchor, left, bingo, &mut bound);
            }
            if start == 0 || (lane.letters[start - 1] == 0 && start - 1 < limit) {
                return bound;
            }
            start -= 1;
        }
    }

    /// Goes on to the right of the anchor.
    fn extend(&self, lane: &Lane, anchor: usize, mut window: Window, bingo: i32, bound: &mut i32) {
        let mut end = anchor;
        loop {
            if lane.letters[end + 1] == 0 {
                let letters = (window.through + self.sums[window.laid] + window.extra) * window.times;
                let bonus = if window.laid == TILES { bingo } else { 0 };
                *bound = (*bound).max((letters + window.crosses + bonus) * 100 + self.leaves[window.laid]);
            }
            end += 1;
            if end == PLACES {
                return;
            }
            let most = if lane.letters[end] == 0 { self.most(lane.checks[end]) } else { None };
            if !window.add(lane, end, most) || window.laid > self.tiles {
                return;
            }
        }
    }
}

/// Neighbouring places that a play may fill, and what it may count there.
#[derive(Clone, Copy)]
struct Window {
    /// What the tiles on the board count.
    through: i32,
    /// What bonuses add to the letters, at most.
    extra: i32,
    times: i32,
    crosses: i32,
    laid: usize,
}

impl Default for Window {
    fn default() -> Self {
        Self { through: 0, extra: 0, times: 1, crosses: 0, laid: 0 }
    }
}

impl Window {
    /// Adds a place, on which a tile may count `most`; `false` if no tile fits there.
    fn add(&mut self, lane: &Lane, place: usize, most: Option<i32>) -> bool {
        if lane.letters[place] != 0 {
            self.through += lane.faces[place];
            return true;
        }
        let Some(most) = most else { return false };
        let (letter_times, word_times) = (lane.letter_times[place], lane.word_times[place]);
        self.extra += most * (letter_times - 1);
        self.times *= word_times;
        self.crosses += lane.cross_sums[place].map_or(0, |sum| (sum + most * letter_times) * word_times);
        self.laid += 1;
        true
    }
}
