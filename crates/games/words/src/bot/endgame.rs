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

/// How many plays are looked at, at most. It suffices for most endgames; in others the search is as deep as it gets.
const BUDGET: u32 = 300_000;
/// What looking at a position costs besides its plays: about as much as so many of them.
const POSITION: u32 = 100;

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
    /// How many plays may still be looked at.
    left: u32,
}

impl Search<'_> {
    /// The best choice at a depth, and whether that is the end of the matter; `None` if the budget is used up.
    fn root(&mut self, position: &Position, depth: u32) -> Option<(Choice, bool)> {
        let (mut best, mut alpha, mut exact) = (Choice::Pass, -i32::MAX, true);
        for play in self.plays(position)? {
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
        let (mut best, mut exact) = (-i32::MAX, true);
        for play in self.plays(position)? {
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

    /// Every play, the most promising first; `None` if the budget is used up.
    fn plays(&mut self, position: &Position) -> Option<Vec<Found>> {
        self.left = self.left.checked_sub(POSITION)?;
        let field = Field::new(&self.rules.config, self.rules.assets.graph(), &position.board);
        let mut plays = Vec::new();
        let listed = field.each_play(&position.racks[0], |found| {
            let Some(left) = self.left.checked_sub(1) else { return ControlFlow::Break(()) };
            self.left = left;
            plays.push(*found);
            ControlFlow::Continue(())
        });
        if listed.is_break() {
            return None;
        }
        plays.sort_by_key(|play| Reverse(play.score + 2 * i32::from(play.used)));
        Some(plays)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Config, Lexicon, square::SIDE};
    use parlor_kernel::{Asset, FastDice, Game, GameConfig, Library, MemoryShelf, Seat, Viewer};
    use parlor_lexicon::{WordList, build};
    use std::sync::Arc;

    /// Every two and three letters are a word.
    fn rules() -> Arc<Rules<Words>> {
        let letters = || 'a'..='z';
        let pairs = letters().flat_map(|one| letters().map(move |other| format!("{one}{other}")));
        let all = pairs.flat_map(|pair| {
            let longer: Vec<_> = letters().map(|last| format!("{pair}{last}")).collect();
            [pair].into_iter().chain(longer)
        });
        let list = WordList::parse(&all.collect::<Vec<_>>().join("\n")).unwrap();
        let shelf = MemoryShelf::default();
        let lexicon = shelf.put(Lexicon::KIND, "all", build(&list).unwrap());
        let config = Config { lexicon, ..Config::preset("days").unwrap() };
        Arc::new(Rules::load(config, &Library::new(Arc::new(shelf))).unwrap())
    }

    /// Two racks on a board with a word in every other row.
    fn position(racks: [&str; 2]) -> Position {
        let mut board = Board::EMPTY;
        for row in (1..SIDE).step_by(2) {
            for column in 5..8 {
                board.put(crate::Square { row, column }, crate::Placed(1));
            }
        }
        Position { board, racks: racks.map(|rack| rack.parse().unwrap()), passes: 0 }
    }

    #[test]
    fn the_search_looks_at_no_more_plays_than_its_budget() {
        let rules = rules();
        let position = position(["?ABCDEF", "GHIKLMN"]);
        let (mut search, mut looked_at, mut positions) = (Search { rules: &rules, left: BUDGET }, 0, 0);
        while let Some(plays) = search.plays(&position) {
            looked_at += plays.len() as u32;
            positions += 1;
        }
        assert!(looked_at > 10_000, "{looked_at}");
        assert!(looked_at + positions * POSITION <= BUDGET && positions < 500, "{positions} positions, {looked_at}");
        // Also by a position that has more than that.
        let position = self::position(BLANKS);
        let mut search = Search { rules: &rules, left: BUDGET };
        assert!(search.root(&position, 1).is_none() && search.left == 0);
    }

    /// More blanks than any bag has.
    const BLANKS: [&str; 2] = ["????ABC", "????DEF"];

    /// What is chosen then is the best at first sight.
    #[test]
    fn a_choice_is_made_also_where_there_is_no_time_to_search() {
        let rules = rules();
        let mut game = Words::new(&rules, &FastDice(1));
        let Position { board, racks, .. } = position(BLANKS);
        (game.common.board, game.common.bag, game.bag) = (board, 0, Tiles::default());
        (game.racks, game.common.hands) = (racks.to_vec(), vec![7, 7]);
        let view = game.view(Viewer::Seat(Seat(0)));
        let prospect = Prospect::new(&rules, &view, None);
        assert!(matches!(best(&rules, &prospect), Choice::Play(_)));
    }
}
