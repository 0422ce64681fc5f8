//! The strongest bot.

use super::{ahead, answer, endgame};
use crate::{Words, equity::Prospect, event::Action, leaves::Leaves, view::View};
use parlor_kernel::{Bot, Rng, Rules, Seat};

/// Weighs points against the tiles it keeps; near the end it looks ahead, and once the bag is empty it counts out what
/// is left of the match.
#[derive(Debug)]
pub struct Hard {
    knows_leaves: bool,
}

impl Default for Hard {
    fn default() -> Self {
        Self { knows_leaves: true }
    }
}

impl Hard {
    /// The same bot, to which all tiles are equal: for measuring what leaves are worth.
    pub const fn without_leaves() -> Self {
        Self { knows_leaves: false }
    }
}

impl Bot<Words> for Hard {
    fn choose(&mut self, rules: &Rules<Words>, view: &View, seat: Seat, rng: &mut Rng) -> Option<Action> {
        if let Some(action) = answer(rules, view) {
            return Some(action);
        }
        let leaves = self.knows_leaves.then(|| Leaves::learnt(&rules.config));
        let prospect = Prospect::new(rules, view, leaves);
        let duel = view.common.seats() == 2;
        let choice = match view.common.bag {
            0 if duel => endgame::best(rules, &prospect),
            1..=ahead::NEAR if duel => ahead::best(rules, &prospect, seat, rng),
            _ => prospect.best().choice,
        };
        Some(prospect.action(&choice))
    }
}
