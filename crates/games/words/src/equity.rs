//! What plays are worth: their points, and the tiles that they leave.

use crate::{
    board::value,
    config::{Config, Leftovers, RACK, SWAP_NEEDS},
    event::Action,
    leaves::Leaves,
    moves::{Field, Found, Hand, MOST_LOOKED_AT},
    rules::judge,
    state::Words,
    tiles::Tiles,
    view::View,
};
use parlor_kernel::Rules;
use std::ops::ControlFlow;

/// Something to do with a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// Lay a word.
    Play(Found),
    /// Swap these tiles.
    Swap(Tiles),
    /// Nothing.
    Pass,
}

/// A choice and what it is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// What to do.
    pub choice: Choice,
    /// In hundredths of a point.
    pub equity: i32,
}

/// A turn as its player sees it.
pub struct Prospect<'a> {
    pub(crate) view: &'a View,
    pub(crate) field: Field<'a>,
    pub(crate) rack: Tiles,
    /// What each part of the rack is worth that stays on it, in hundredths of a point.
    values: [i32; Hand::KEYS],
    parts: Vec<(u8, Tiles)>,
}

impl<'a> Prospect<'a> {
    /// The turn of the view's own seat. Without `leaves`, all tiles are equal.
    pub fn new(rules: &'a Rules<Words>, view: &'a View, leaves: Option<&Leaves>) -> Self {
        let field = Field::new(&rules.config, rules.assets.graph(), &view.common.board);
        let rack = view.rack();
        let parts = Hand::new(&rack).parts();
        let values = match (view.common.bag, leaves) {
            (0, _) => at_the_end(&rules.config, &parts),
            (_, None) => [0; Hand::KEYS],
            (bag, Some(leaves)) => {
                let whole = leaves.values(&rack, &view.unseen(&rules.config));
                whole.map(|value| value * i32::from(bag).min(FULL) / FULL)
            }
        };
        Self { view, field, rack, values, parts }
    }

    /// Calls `f` with every play, up to [`MOST_LOOKED_AT`].
    pub fn each_play(&self, mut f: impl FnMut(Candidate)) {
        let mut left = MOST_LOOKED_AT;
        let _: ControlFlow<()> = self.field.each_play(&self.rack, |found| {
            f(self.rate(found));
            left -= 1;
            if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
    }

    fn rate(&self, found: &Found) -> Candidate {
        let equity = found.score * 100 + self.values[usize::from(found.left)];
        Candidate { choice: Choice::Play(*found), equity }
    }

    /// The best that can be done.
    pub fn best(&self) -> Candidate {
        let other = self.best_without_play();
        let play = self.field.best_play(&self.rack, &self.values, MOST_LOOKED_AT);
        let play = play.map(|(found, equity)| Candidate { choice: Choice::Play(found), equity });
        play.filter(|play| play.equity > other.equity).unwrap_or(other)
    }

    /// The `most` best things that can be done, the best first.
    pub fn ranked(&self, most: usize) -> Vec<Candidate> {
        let mut top = Top::of(most);
        top.offer(self.best_without_play());
        self.each_play(|candidate| top.offer(candidate));
        top.best
    }

    /// The `most` best plays that fit, the best first.
    pub(crate) fn plays(&self, most: usize, fits: impl Fn(&Found) -> bool) -> Vec<Candidate> {
        let mut top = Top::of(most);
        self.each_play(|candidate| {
            if matches!(&candidate.choice, Choice::Play(found) if fits(found)) {
                top.offer(candidate);
            }
        });
        top.best
    }

    /// The best swap, or a pass.
    fn best_without_play(&self) -> Candidate {
        let pass =
            Candidate { choice: Choice::Pass, equity: self.values[usize::from(Hand::new(&self.rack).key())] - PASS };
        if u32::from(self.view.common.bag_when_closed(RACK)) < SWAP_NEEDS {
            return pass;
        }
        let swaps = self.parts.iter().filter_map(|(key, kept)| {
            let tiles = self.rack.minus(kept).ok().filter(|tiles| !tiles.is_empty())?;
            Some(Candidate { choice: Choice::Swap(tiles), equity: self.values[usize::from(*key)] })
        });
        swaps.fold(pass, |best, swap| if swap.equity > best.equity { swap } else { best })
    }

    /// What an action of the seat counts, and what it is worth in hundredths of a point; `None` if it is no move of a turn.
    pub fn worth_of(&self, rules: &Rules<Words>, action: &Action) -> Option<(i32, i32)> {
        let value_without = |tiles: &Tiles| {
            let kept = self.rack.minus(tiles).ok()?;
            let key = self.parts.iter().find(|(_, part)| *part == kept)?.0;
            Some(self.values[usize::from(key)])
        };
        match action {
            Action::Play { at, word, .. } => {
                let laid = judge(rules, &self.view.common.board, *at, word).ok()?;
                Some((laid.score, laid.score * 100 + value_without(&laid.tiles())?))
            }
            Action::Swap { tiles } => Some((0, value_without(tiles)?)),
            Action::Pass => Some((0, value_without(&Tiles::default())? - PASS)),
            Action::Challenge | Action::Surrender => None,
        }
    }

    /// A choice as an action.
    pub fn action(&self, choice: &Choice) -> Action {
        match choice {
            Choice::Play(found) => found.action(&self.view.common.board),
            Choice::Swap(tiles) => Action::Swap { tiles: *tiles },
            Choice::Pass => Action::Pass,
        }
    }
}

/// The best candidates of many, the best first; of equals those that came first. Only these are kept: a rack may have
/// hundreds of thousands of plays.
struct Top {
    most: usize,
    best: Vec<Candidate>,
}

impl Top {
    fn of(most: usize) -> Self {
        Self { most, best: Vec::with_capacity(most + 1) }
    }

    fn offer(&mut self, candidate: Candidate) {
        let is_full = self.best.len() >= self.most;
        if is_full && self.best.last().is_none_or(|least| candidate.equity <= least.equity) {
            return;
        }
        let place = self.best.partition_point(|better| better.equity >= candidate.equity);
        self.best.insert(place, candidate);
        self.best.truncate(self.most);
    }
}

/// Passing while there is something else to do gives the turn away.
const PASS: i32 = 3_000;

/// With fewer tiles in the bag than this, what a leave can become counts for less.
const FULL: i32 = 14;

/// What tiles are worth that stay on a rack, once the bag is empty, in hundredths of a point.
fn at_the_end(config: &Config, parts: &[(u8, Tiles)]) -> [i32; Hand::KEYS] {
    let mut values = [0; Hand::KEYS];
    for (key, part) in parts {
        let faces: i32 = part.iter().map(|tile| i32::from(value(tile))).sum();
        // Where leftovers cost nothing it is still better to have few.
        let is_deducted = config.leftovers == Leftovers::Deducted;
        values[usize::from(*key)] = if is_deducted { -200 * faces } else { -(part.len() as i32) };
    }
    values
}
