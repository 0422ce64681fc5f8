//! What a stack is worth before anything is known about the pieces to come.

use crate::{
    board::{Board, ROWS, WIDTH},
    moves::best_slot,
    scoring::Clear,
    spin::Spin,
};

/// How much each thing counts. A hundred is about the worth of one row of garbage.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Weights {
    /// Each empty cell with something above it.
    pub hole: i32,
    /// Each filled cell above a hole, up to six for each column.
    pub cover: i32,
    /// Each change between filled and empty along a row.
    pub row_change: i32,
    /// Each row of the highest column.
    pub height: i32,
    /// The same, beyond ten.
    pub height_over_10: i32,
    /// The same, beyond fifteen.
    pub height_over_15: i32,
    /// Each step between neighbouring columns, the well left out.
    pub bump: i32,
    /// The square of each step.
    pub bump_squared: i32,
    /// Each row that an I in the well would complete, up to four.
    pub well: i32,
    /// A T-slot, by the rows it clears.
    pub slot: [i32; 4],
    /// How much of that counts while no T is known to come, in percent.
    pub slot_without_t: i32,
    /// Back-to-back is on.
    pub back_to_back: i32,
    /// A clear without a spin, by rows.
    pub clear: [i32; 5],
    /// A clear with a full T-spin.
    pub spin: [i32; 4],
    /// A clear with a mini.
    pub mini: [i32; 3],
    /// Back-to-back paid.
    pub back_to_back_clear: i32,
    /// Each row of garbage that a combo adds.
    pub combo: i32,
    /// An empty board.
    pub perfect: i32,
    /// A T that clears nothing by spinning.
    pub wasted_t: i32,
}

impl Weights {
    /// Found by trial: generations of slightly different weights played the same pieces, and the mean of those that sent
    /// most garbage was varied again.
    pub const TUNED: Self = Self {
        hole: -95,
        cover: -17,
        row_change: -28,
        height: -36,
        height_over_10: -141,
        height_over_15: -526,
        bump: -6,
        bump_squared: -2,
        well: 29,
        slot: [0, 26, 264, 198],
        slot_without_t: 89,
        back_to_back: 41,
        clear: [0, -207, -201, -84, 264],
        spin: [0, 83, 415, 658],
        mini: [0, -173, -80],
        back_to_back_clear: 93,
        combo: 122,
        perfect: 1936,
        wasted_t: -126,
    };

    /// What a lock is worth by itself.
    #[inline]
    pub fn reward(&self, clear: Clear, is_t: bool, paid_back_to_back: bool, combo_attack: i32) -> i32 {
        let lines = usize::from(clear.lines);
        let mut reward = match clear.spin {
            Spin::None => self.clear[lines],
            Spin::Mini => self.mini[lines.min(2)],
            Spin::Full => self.spin[lines.min(3)],
        };
        if is_t && (clear.spin == Spin::None || lines == 0) {
            reward += self.wasted_t;
        }
        if paid_back_to_back {
            reward += self.back_to_back_clear;
        }
        if clear.perfect {
            reward += self.perfect;
        }
        reward + self.combo * combo_attack
    }

    /// What a stack is worth. `ts` is how many Ts are known to come.
    #[inline]
    pub fn stack(&self, board: &Board, back_to_back: bool, ts: u32) -> i32 {
        let mut value = if back_to_back { self.back_to_back } else { 0 };
        let mut board = *board;
        for slot in 0..ts.max(1) {
            let Some((placement, lines)) = best_slot(&board) else { break };
            let worth = self.slot[lines as usize];
            value += if slot < ts { worth } else { worth * self.slot_without_t / 100 };
            if lines < 2 {
                break;
            }
            board.place(placement);
            board.clear_lines();
        }
        value + self.shape(&board)
    }

    fn shape(&self, board: &Board) -> i32 {
        let columns = board.columns();
        let mut heights = [0i32; WIDTH];
        let (mut holes, mut covers) = (0, 0);
        let (mut well, mut lowest) = (0, i32::MAX);
        for x in 0..WIDTH {
            let column = columns[x];
            let top = (column | 1 << ROWS).trailing_zeros();
            heights[x] = ROWS as i32 - top as i32;
            if heights[x] < lowest {
                (well, lowest) = (x, heights[x]);
            }
            let gaps = !column & ((1 << ROWS) - 1) & (!0 << top);
            if gaps != 0 {
                holes += gaps.count_ones() as i32;
                let deepest = 31 - gaps.leading_zeros();
                covers += ((column & ((1 << deepest) - 1)).count_ones() as i32).min(6);
            }
        }
        let highest = heights.iter().copied().max().unwrap_or(0);
        let (mut bumps, mut squares) = (0, 0);
        let mut last = heights[if well == 0 { 1 } else { 0 }];
        for (x, &height) in heights.iter().enumerate() {
            if x != well {
                let step = (height - last).abs();
                bumps += step;
                squares += step * step;
                last = height;
            }
        }
        let mut changes = 0;
        for x in 0..WIDTH / 2 {
            let pair = |left: usize| u64::from(columns[left] ^ columns[left + 1]);
            let right = if x + 6 < WIDTH { pair(x + 5) } else { u64::from(!columns[9] & ((1 << ROWS) - 1)) };
            changes += (pair(x) | right << 32).count_ones();
        }
        changes += (!columns[0] & ((1 << ROWS) - 1)).count_ones();
        let others =
            columns.iter().enumerate().filter(|&(x, _)| x != well).fold(!0u32, |rows, (_, column)| rows & column);
        // Rows from the well's bottom up that lack nothing but the well.
        let ready = (others << (32 - (ROWS as u32 - lowest as u32))).leading_ones().min(4) as i32;
        self.hole * holes
            + self.cover * covers
            + self.row_change * changes as i32
            + self.height * highest
            + self.height_over_10 * (highest - 10).max(0)
            + self.height_over_15 * (highest - 15).max(0)
            + self.bump * bumps
            + self.bump_squared * squares
            + self.well * ready
    }
}
