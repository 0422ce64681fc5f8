//! A set of places in the field, one bit each, worked on all at once.

use crate::board::{Board, ROWS, WIDTH};
use std::ops::{BitAnd, BitOr, BitOrAssign, Not};

/// Words of a plane.
const WORDS: usize = WIDTH / 2;
/// Columns lie in half a word each: this is where the second half begins.
const HALF: u32 = 32;
/// The bits that are rows.
const FIELD: u64 = both_halves((1 << ROWS) - 1);
/// The topmost row.
const TOP: u64 = both_halves(1);

const fn both_halves(column: u64) -> u64 {
    column | column << HALF
}

/// A set of places. Word n holds columns n and n + 5; bit 0 of each is the topmost row, as in [`Board`].
///
/// So a move to the side hands on whole words, and only one of five has to be taken apart. The bits between the
/// columns are empty and stop what is shifted or carried out of one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Plane([u64; WORDS]);

impl Plane {
    pub const EMPTY: Self = Self([0; WORDS]);

    /// The cells of a board that are not filled.
    #[inline(always)]
    pub fn open(board: &Board) -> Self {
        let columns = board.columns();
        let mut open = Self::EMPTY;
        for word in 0..WORDS {
            open.0[word] = !(u64::from(columns[word]) | u64::from(columns[word + WORDS]) << HALF) & FIELD;
        }
        open
    }

    /// Only this place.
    pub fn only(x: usize, row: u32) -> Self {
        let mut plane = Self::EMPTY;
        plane.0[x % WORDS] = 1 << (row + HALF * u32::from(x >= WORDS));
        plane
    }

    #[inline(always)]
    pub fn any(&self) -> bool {
        self.0.iter().fold(0, |any, word| any | word) != 0
    }

    /// Whether a place is in the set.
    #[inline(always)]
    pub fn has(&self, x: usize, row: u32) -> bool {
        self.0[x % WORDS] >> (row + HALF * u32::from(x >= WORDS)) & 1 == 1
    }

    /// Calls `f` with the column and the row, counted from the top, of each place.
    #[inline(always)]
    pub fn each(&self, mut f: impl FnMut(usize, u32)) {
        for word in 0..WORDS {
            let mut left = self.0[word];
            while left != 0 {
                let place = left.trailing_zeros();
                left &= left - 1;
                f(word + if place < HALF { 0 } else { WORDS }, place % HALF);
            }
        }
    }

    /// How many places there are in planes without two places on top of each other, such as resting places.
    #[inline(always)]
    pub fn count_sparse<const N: usize>(planes: &[Self; N]) -> u32 {
        // Of two neighbouring bits one is set at most, so three words can be added up in fields of two bits.
        const PAIRS: u64 = 0x5555_5555_5555_5555;
        const FOURS: u64 = 0x3333_3333_3333_3333;
        const BYTES: u64 = 0x0F0F_0F0F_0F0F_0F0F;
        let mut bytes = 0;
        for planes in planes.chunks(3) {
            let mut fours = 0;
            for word in 0..WORDS {
                let pairs = planes.iter().fold(0, |sum, plane| sum + ((plane.0[word] | plane.0[word] >> 1) & PAIRS));
                let sums = (pairs & FOURS) + (pairs >> 2 & FOURS);
                // At most six in each field of four bits, so two of them fit.
                if word % 2 == 0 {
                    fours = sums;
                } else {
                    fours += sums;
                    bytes += (fours & BYTES) + (fours >> 4 & BYTES);
                    fours = 0;
                }
            }
            bytes += (fours & BYTES) + (fours >> 4 & BYTES);
        }
        (bytes.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u32
    }

    /// Every place moved right by `dx` and up by `dy`. What leaves the field sideways is lost; what leaves it at the
    /// top or bottom has to be masked.
    #[inline(always)]
    pub fn moved(&self, dx: i8, dy: i8) -> Self {
        let mut moved = Self::EMPTY;
        for word in 0..WORDS {
            let from = word as i8 - dx;
            let beside = if from < 0 {
                self.0[(from + WORDS as i8) as usize] << HALF
            } else if from >= WORDS as i8 {
                self.0[(from - WORDS as i8) as usize] >> HALF
            } else {
                self.0[from as usize]
            };
            moved.0[word] = if dy >= 0 { beside >> dy } else { beside << -dy };
        }
        moved
    }

    /// Without what left the field.
    #[inline(always)]
    pub fn masked(mut self) -> Self {
        for word in &mut self.0 {
            *word &= FIELD;
        }
        self
    }

    /// Everything that pieces fall through on their way down from these places. Presumes that they are `free` themselves.
    ///
    /// Adding a place to the free cells below it carries through all of them and stops at the first that is not free.
    #[inline(always)]
    pub fn fallen(&self, free: &Self) -> Self {
        let mut fallen = *self;
        for word in 0..WORDS {
            let free = free.0[word];
            fallen.0[word] |= (self.0[word].wrapping_add(free) ^ free) & free;
        }
        fallen
    }

    /// The free places that can be seen from above, if nothing is in the way in the topmost rows.
    #[inline(always)]
    pub fn open_to_the_sky(free: &Self, ceiling: u32) -> Self {
        let mut seen = Self::EMPTY;
        for word in 0..WORDS {
            let through = free.0[word] | both_halves(ceiling as u64);
            seen.0[word] = (through.wrapping_add(TOP) ^ through) & free.0[word];
        }
        seen
    }

    /// Of these places, those from which a piece cannot fall.
    #[inline(always)]
    pub fn resting(&self, free: &Self) -> Self {
        let mut resting = *self;
        for word in 0..WORDS {
            resting.0[word] &= !(free.0[word] >> 1);
        }
        resting
    }
}

impl BitAnd for Plane {
    type Output = Self;

    #[inline(always)]
    fn bitand(mut self, other: Self) -> Self {
        for word in 0..WORDS {
            self.0[word] &= other.0[word];
        }
        self
    }
}

impl BitOr for Plane {
    type Output = Self;

    #[inline(always)]
    fn bitor(mut self, other: Self) -> Self {
        for word in 0..WORDS {
            self.0[word] |= other.0[word];
        }
        self
    }
}

impl BitOrAssign for Plane {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl Not for Plane {
    type Output = Self;

    #[inline(always)]
    fn not(mut self) -> Self {
        for word in &mut self.0 {
            *word = !*word;
        }
        self
    }
}
