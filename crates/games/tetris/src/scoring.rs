//! What a lock is worth: points for its seat, garbage for the other.

use crate::spin::Spin;
use serde::{Deserialize, Serialize};

/// What a lock did to the stack.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Clear {
    /// Rows cleared.
    pub lines: u8,
    /// The T-spin, if it was one.
    pub spin: Spin,
    /// Whether nothing is left on the board.
    pub perfect: bool,
}

/// What a seat has going: kept from lock to lock.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug, Serialize, Deserialize)]
pub struct Streak {
    /// Whether the last clear was a difficult one.
    pub back_to_back: bool,
    /// How many locks in a row have cleared lines.
    pub combo: u16,
}

/// How clears are valued.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ScoreRule {
    /// HopeAddon's tables.
    Hope,
    /// The genre's own: more for T-spins without lines and for minis, a bonus for an empty board, garbage for
    /// back-to-back and combos.
    Guideline,
}

/// Garbage that a combo adds in the guideline, by how many clears came before.
const COMBO_ATTACK: [u8; 12] = [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4, 5];

/// Garbage for an empty board in the guideline.
const PERFECT_ATTACK: u8 = 10;

/// Points for each combo step and level.
const COMBO_POINTS: u32 = 50;

impl ScoreRule {
    /// Whether a clear keeps or begins back-to-back. Ruling: Tetrises and line-clearing T-spins do; a mini does only in the guideline.
    #[inline]
    pub const fn is_difficult(self, clear: Clear) -> bool {
        match (clear.lines, clear.spin) {
            (0, _) => false,
            (4, _) | (_, Spin::Full) => true,
            (_, Spin::Mini) => matches!(self, Self::Guideline),
            (_, Spin::None) => false,
        }
    }

    /// The streak after a lock. A lock without lines ends the combo and leaves back-to-back as it is.
    #[inline]
    #[must_use]
    pub const fn streak(self, before: Streak, clear: Clear) -> Streak {
        if clear.lines == 0 {
            Streak { combo: 0, ..before }
        } else {
            Streak { back_to_back: self.is_difficult(clear), combo: before.combo.saturating_add(1) }
        }
    }

    /// Points of a lock. `level` is the one before it, `before` the streak before it.
    ///
    /// Ruling: back-to-back multiplies the line points by 1.5, then the combo adds (n − 1) × 50 × level once.
    pub const fn points(self, clear: Clear, before: Streak, level: u32) -> u32 {
        let mut points = self.base(clear) * level;
        if before.back_to_back && self.is_difficult(clear) {
            points += points / 2;
        }
        if clear.lines > 0 {
            points += before.combo as u32 * COMBO_POINTS * level;
            points += self.perfect_points(clear, before) * level;
        }
        points
    }

    /// Points of the clear alone, at level 1.
    const fn base(self, clear: Clear) -> u32 {
        const LINES: [u32; 5] = [0, 100, 300, 500, 800];
        let lines = clear.lines as usize;
        match (clear.spin, self) {
            (Spin::None, _) => LINES[lines],
            (Spin::Full, Self::Hope) => [0, 800, 1200, 1600, 1600][lines],
            (Spin::Full, Self::Guideline) => [400, 800, 1200, 1600, 1600][lines],
            (Spin::Mini, Self::Hope) => [100, 100, 200, 300, 400][lines],
            (Spin::Mini, Self::Guideline) => [100, 200, 400, 400, 400][lines],
        }
    }

    const fn perfect_points(self, clear: Clear, before: Streak) -> u32 {
        match self {
            Self::Guideline if clear.perfect && clear.lines == 4 && before.back_to_back => 3200,
            Self::Guideline if clear.perfect => [0, 800, 1200, 1800, 2000][clear.lines as usize],
            _ => 0,
        }
    }

    /// Rows of garbage that a combo adds to a clear.
    #[inline]
    pub const fn combo_attack(self, before: Streak) -> u8 {
        let step = if before.combo < 11 { before.combo as usize } else { 11 };
        match self {
            Self::Hope => 0,
            Self::Guideline => COMBO_ATTACK[step],
        }
    }

    /// Rows of garbage that a lock sends. `before` is the streak before it.
    #[inline]
    pub const fn attack(self, clear: Clear, before: Streak) -> u8 {
        const LINES: [u8; 5] = [0, 0, 1, 2, 4];
        let lines = clear.lines as usize;
        if lines == 0 {
            return 0;
        }
        match self {
            Self::Hope => match clear.spin {
                Spin::None => LINES[lines],
                Spin::Mini => 0,
                Spin::Full => [0, 3, 6, 7, 7][lines],
            },
            Self::Guideline => {
                let base = match clear.spin {
                    Spin::None => LINES[lines],
                    Spin::Mini => [0, 0, 1, 1, 1][lines],
                    Spin::Full => [0, 2, 4, 6, 6][lines],
                };
                let streak = (before.back_to_back && self.is_difficult(clear)) as u8;
                base + streak + self.combo_attack(before) + if clear.perfect { PERFECT_ATTACK } else { 0 }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ScoreRule::{Guideline, Hope};

    const FRESH: Streak = Streak { back_to_back: false, combo: 0 };
    const HOT: Streak = Streak { back_to_back: true, combo: 0 };

    const fn clear(lines: u8, spin: Spin) -> Clear {
        Clear { lines, spin, perfect: false }
    }

    #[test]
    fn points_are_as_in_the_seed() {
        let points = |lines, spin| Hope.points(clear(lines, spin), FRESH, 3);
        assert_eq!([1, 2, 3, 4].map(|lines| points(lines, Spin::None)), [300, 900, 1500, 2400]);
        assert_eq!([1, 2, 3].map(|lines| points(lines, Spin::Full)), [2400, 3600, 4800]);
        assert_eq!([0, 1].map(|lines| points(lines, Spin::Mini)), [300, 300]);
        assert_eq!([points(0, Spin::Full), points(0, Spin::None)], [0, 0]);
        assert_eq!(Hope.points(Clear { perfect: true, ..clear(4, Spin::None) }, FRESH, 1), 800);
    }

    #[test]
    fn back_to_back_comes_before_the_combo() {
        let before = Streak { back_to_back: true, combo: 2 };
        // 800 × 1.5 + 2 × 50, at level 2.
        assert_eq!(Hope.points(clear(4, Spin::None), before, 2), 2600);
        assert_eq!(Hope.points(clear(1, Spin::None), before, 2), 400);
        assert_eq!(Hope.points(clear(1, Spin::Full), HOT, 1), 1200);
    }

    #[test]
    fn the_guideline_rewards_more() {
        assert_eq!(Guideline.points(clear(0, Spin::Full), HOT, 2), 800);
        assert_eq!(Guideline.points(clear(2, Spin::Mini), HOT, 1), 600);
        let perfect = Clear { perfect: true, ..clear(4, Spin::None) };
        assert_eq!(Guideline.points(perfect, FRESH, 1), 2800);
        assert_eq!(Guideline.points(perfect, HOT, 1), 1200 + 3200);
    }

    #[test]
    fn garbage_is_as_in_the_tables() {
        let hope = |lines, spin| Hope.attack(clear(lines, spin), Streak { back_to_back: true, combo: 5 });
        assert_eq!([0, 1, 2, 3, 4].map(|lines| hope(lines, Spin::None)), [0, 0, 1, 2, 4]);
        assert_eq!([0, 1, 2, 3].map(|lines| hope(lines, Spin::Full)), [0, 3, 6, 7]);
        assert_eq!(hope(2, Spin::Mini), 0);
        let ours = |lines, spin| Guideline.attack(clear(lines, spin), FRESH);
        assert_eq!([0, 1, 2, 3, 4].map(|lines| ours(lines, Spin::None)), [0, 0, 1, 2, 4]);
        assert_eq!([0, 1, 2, 3].map(|lines| ours(lines, Spin::Full)), [0, 2, 4, 6]);
        assert_eq!([0, 1, 2].map(|lines| ours(lines, Spin::Mini)), [0, 0, 1]);
        assert_eq!(Guideline.attack(clear(4, Spin::None), HOT), 5);
        assert_eq!(Guideline.attack(clear(2, Spin::None), HOT), 1);
        let combos = (0..14).map(|combo| Guideline.attack(clear(1, Spin::None), Streak { combo, ..FRESH }));
        assert_eq!(combos.collect::<Vec<_>>(), [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4, 5, 5, 5]);
        assert_eq!(Guideline.attack(Clear { perfect: true, ..clear(1, Spin::None) }, FRESH), 10);
    }

    #[test]
    fn streaks_are_kept_by_difficult_clears() {
        let after = |rule: ScoreRule, clear| rule.streak(HOT, clear);
        assert_eq!(after(Hope, clear(0, Spin::Full)), HOT);
        assert_eq!(after(Hope, clear(4, Spin::None)), Streak { back_to_back: true, combo: 1 });
        assert!(!after(Hope, clear(3, Spin::None)).back_to_back);
        assert!(!after(Hope, clear(1, Spin::Mini)).back_to_back);
        assert!(after(Guideline, clear(1, Spin::Mini)).back_to_back);
        assert_eq!(Hope.streak(Streak { combo: 7, ..HOT }, clear(0, Spin::None)).combo, 0);
    }
}
