//! One row or column of a board, as a search goes along it.

use super::field::ANY;
use crate::square::{Direction, SIDE};

const PLACES: usize = SIDE as usize;

/// A row or a column. A place in it is a column or a row.
#[derive(Clone)]
pub(super) struct Lane {
    pub(super) direction: Direction,
    pub(super) number: u8,
    /// The letter at each place, 0 for none. Beyond the end there is none.
    pub(super) letters: [u8; PLACES + 1],
    /// What the tile at each place counts.
    pub(super) faces: [i32; PLACES],
    /// The letters that may be laid at each place, as far as the words across it are concerned.
    pub(super) checks: [u32; PLACES],
    /// What the tiles of the word across each place count, if a tile there makes one.
    pub(super) cross_sums: [Option<i32>; PLACES],
    pub(super) letter_times: [i32; PLACES],
    pub(super) word_times: [i32; PLACES],
    /// The empty places next to a tile, as bits: every play covers one.
    pub(super) anchors: u16,
}

impl Lane {
    pub(super) fn new(direction: Direction, number: u8) -> Self {
        Self {
            direction,
            number,
            letters: [0; PLACES + 1],
            faces: [0; PLACES],
            checks: [ANY; PLACES],
            cross_sums: [None; PLACES],
            letter_times: [1; PLACES],
            word_times: [1; PLACES],
            anchors: 0,
        }
    }

    /// Every anchor with the first place that a play may fill which belongs to it: those before belong to the anchor
    /// before.
    pub(super) fn each_anchor(&self) -> impl Iterator<Item = (usize, usize)> {
        let (mut rest, mut first) = (self.anchors, 0);
        std::iter::from_fn(move || {
            let anchor = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
            let limit = std::mem::replace(&mut first, anchor + 1);
            Some((anchor, limit))
        })
    }
}
