//! The end of a match for two, once the bag is empty: nothing is hidden any more.

use crate::{
    Words,
    board::{Board, value},
    config::{Leftovers, RACK},
    equity::{Choice, Prospect},
    moves::{Field, Found},
    tiles::Tiles,
};
use parlor_kernel::Rules;
use std::{cmp::Reverse, ops::ControlFlow};

/// How many positions are looked at, at most. It suffices for most endgames; in others the search is as deep as it gets.
const BUDGET: u32 = 500;

/// The choice that leads to the best difference of scores, if both play their best from now on.
pub(super) fn best(rules: &Rules<Words>, prospect: &Prospect<'_>) -> Choice {
    let common = &prospect.view.common;
    let other = prospect.view.unseen(&rules.config);
    let position = Position { board: common.board.clone(), racks: [prospect.rack, other], passes: common.passes };
    let mut search = Search { rules, left: BUDGET };
    let mut best = prospect.best().choice;
    for depth in 1..=u32::from(2 * RACK) {
        let Some((choice, exact)) = search.root(&position, depth) else { break };
        best = choice;
        if exact {
            break;
        }
    }
    best
}

/// The board, the racks of the seat that is to move and of the other one, and how many turns in a row were passed.
struct Position {
    board: Board,
    racks: [Tiles; 2],
    passes: u8,
}

impl Position {
    /// The position after a play; the other seat is to move.
    fn after(&self, play: &Found) -> Self {
        let mut board = self.board.clone();
        let mut laid = Tiles::default();
        for (square, placed) in play.tiles() {
            board.put(square, placed);
            laid.put(placed.tile());
        }
        let rest = self.racks[0].minus(&laid).unwrap_or_default();
        Self { board, racks: [self.racks[1], rest], passes: 0 }
    }

    fn after_pass(&self) -> Self {
        Self { board: self.board.clone(), racks: [self.racks[1], self.racks[0]], passes: self.passes + 1 }
    }
}

/// A difference of scores from here on, and whether the match was searched to its end.
type Value = (i32, bool);

struct Search<'a> {
    rules: &'a Rules<Words>,
    /// How many positions may still be looked at.
    left: u32,
}

impl Search<'_> {
    /// The best choice at a depth, and whether that is the end of the matter; `None` if the budget is used up.
    fn root(&mut self, position: &Position, depth: u32) -> Option<(Choice, bool)> {
        let (mut best, mut alpha, mut exact) = (Choice::Pass, -i32::MAX, true);
        for play in self.plays(position) {
            let (value, ended) = self.follow(position, &play, depth, -i32::MAX, -alpha)?;
            exact &= ended;
            if value > alpha {
                (best, alpha) = (Choice::Play(play), value);
            }
        }
        let (value, ended) = self.pass(position, depth, -i32::MAX, -alpha)?;
        if value > alpha {
            best = Choice::Pass;
        }
        Some((best, exact && ended))
    }

    /// What a position is worth to the seat that is to move.
    fn negamax(&mut self, position: &Position, depth: u32, mut alpha: i32, beta: i32) -> Option<Value> {
        if depth == 0 {
            return Some((self.settle(&position.racks, false), false));
        }
        self.left = self.left.checked_sub(1)?;
        let (mut best, mut exact) = (-i32::MAX, true);
        for play in self.plays(position) {
            let (value, ended) = self.follow(position, &play, depth, -beta, -alpha.max(best))?;
            exact &= ended;
            best = best.max(value);
            if best >= beta {
                return Some((best, exact));
            }
        }
        alpha = alpha.max(best);
        let (value, ended) = self.pass(position, depth, -beta, -alpha)?;
        Some((best.max(value), exact && ended))
    }

    /// What a play is worth to its player. The window is the other seat's.
    fn follow(&mut self, position: &Position, play: &Found, depth: u32, alpha: i32, beta: i32) -> Option<Value> {
        let after = position.after(play);
        if after.racks[1].is_empty() {
            return Some((play.score + self.settle(&[after.racks[1], after.racks[0]], true), true));
        }
        let (value, ended) =
            self.negamax(&after, depth - 1, alpha.saturating_add(play.score), beta.saturating_add(play.score))?;
        Some((play.score - value, ended))
    }

    /// What a pass is worth.
    fn pass(&mut self, position: &Position, depth: u32, alpha: i32, beta: i32) -> Option<Value> {
        if position.passes + 1 >= 2 {
            return Some((self.settle(&position.racks, false), true));
        }
        let (value, ended) = self.negamax(&position.after_pass(), depth - 1, alpha, beta)?;
        Some((-value, ended))
    }

    /// What the tiles that are left over are worth to the first seat; `is_out` if it has gone out.
    fn settle(&self, [own, other]: &[Tiles; 2], is_out: bool) -> i32 {
        if self.rules.config.leftovers == Leftovers::Ignored {
            return 0;
        }
        let worth = |rack: &Tiles| rack.iter().map(|tile| i32::from(value(tile))).sum::<i32>();
        worth(other) * if is_out { 2 } else { 1 } - worth(own)
    }

    /// Every play, the most promising first.
    fn plays(&self, position: &Position) -> Vec<Found> {
        let field = Field::new(&self.rules.config, self.rules.assets.graph(), &position.board);
        let mut plays = Vec::new();
        let _: ControlFlow<()> = field.each_play(&position.racks[0], |found| {
            plays.push(*found);
            ControlFlow::Continue(())
        });
        plays.sort_by_key(|play| Reverse(play.score + 2 * i32::from(play.used)));
        plays
    }
}
