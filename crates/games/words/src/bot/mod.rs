//! Players made of code. They see a view and nothing else.

mod ahead;
mod endgame;
mod hard;

pub use hard::Hard;

use crate::{
    Words,
    equity::{Candidate, Prospect},
    event::Action,
    rules::is_word,
    view::View,
};
use parlor_kernel::{Bot, Level, Rng, Rules, Seat};

/// The bots, weakest first.
pub(crate) const LEVELS: &[Level] = &[
    Level { id: "easy", blurb: "likes short words and takes any that comes to mind" },
    Level { id: "medium", blurb: "looks for points, and misses the best play now and then" },
    Level { id: "hard", blurb: "weighs points against the tiles it keeps, and counts the end out" },
];

/// The bot of that level.
pub(crate) fn of_level(level: &str) -> Option<Box<dyn Bot<Words>>> {
    match level {
        "easy" => Some(Box::new(Easy)),
        "medium" => Some(Box::new(Medium)),
        "hard" => Some(Box::new(Hard::default())),
        _ => None,
    }
}

/// What to do about the play before this turn, where plays are challenged: a challenge if it is wrong, a pass if it has
/// ended the match.
fn answer(rules: &Rules<Words>, view: &View) -> Option<Action> {
    let (_, laid) = view.common.open_play()?;
    let wrong = laid.words.iter().any(|formed| !is_word(&rules.assets, &formed.word));
    match (wrong, view.common.is_out()) {
        (true, _) => Some(Action::Challenge),
        (false, true) => Some(Action::Pass),
        (false, false) => None,
    }
}

/// The `most` plays with the most points, the best first; without any, a swap or a pass.
fn by_points(prospect: &Prospect<'_>, most: usize) -> Vec<Candidate> {
    let plays = prospect.plays(most, |_| true);
    if plays.is_empty() { prospect.ranked(1) } else { plays }
}

/// Takes one of the best short words, as a casual player would.
#[derive(Debug)]
struct Easy;

impl Easy {
    /// Longer words do not come to mind.
    const LETTERS: u8 = 6;
    /// How many words do.
    const CHOICES: usize = 4;
}

impl Bot<Words> for Easy {
    fn choose(&mut self, rules: &Rules<Words>, view: &View, _: Seat, rng: &mut Rng) -> Option<Action> {
        if let Some(action) = answer(rules, view) {
            return Some(action);
        }
        let prospect = Prospect::new(rules, view, None);
        let mut plays = prospect.plays(Self::CHOICES, |found| found.length <= Self::LETTERS);
        if plays.is_empty() {
            plays = by_points(&prospect, Self::CHOICES);
        }
        let rank = rng.below(plays.len() as u32) as usize;
        Some(prospect.action(&plays[rank].choice))
    }
}

/// Takes the most points, but one of the five best in every third turn.
#[derive(Debug)]
struct Medium;

impl Bot<Words> for Medium {
    fn choose(&mut self, rules: &Rules<Words>, view: &View, _: Seat, rng: &mut Rng) -> Option<Action> {
        if let Some(action) = answer(rules, view) {
            return Some(action);
        }
        let prospect = Prospect::new(rules, view, None);
        let plays = by_points(&prospect, 5);
        let rank = if rng.percent(35) { rng.below(plays.len() as u32) as usize } else { 0 };
        Some(prospect.action(&plays[rank].choice))
    }
}
