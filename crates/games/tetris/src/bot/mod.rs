//! Bots: how they judge a field, how they look ahead, and how they press keys.
//!
//! They keep nothing from one question to the next but what can be worked out again, so it does not matter whether the
//! same bot is asked twice.

mod easy;
pub mod evaluate;
mod fingers;
mod player;
pub mod search;
#[cfg(test)]
mod tests;

use crate::{Action, Key, Tetris, well::Well};
use evaluate::Weights;
use parlor_kernel::{Bot, Level};
use player::Player;

/// The levels people can choose, weakest first.
pub(crate) const LEVELS: &[Level] = &[
    Level { id: "easy", blurb: "Takes its time, drops straight down and errs now and then." },
    Level { id: "medium", blurb: "Thinks one piece ahead and tucks pieces in, but is careless." },
    Level { id: "hard", blurb: "Looks at every piece shown, plans T-spins and wastes no time." },
];

/// The bot of that level.
pub(crate) fn bot(level: &str) -> Option<Box<dyn Bot<Tetris>>> {
    match level {
        "easy" => Some(Box::new(easy::Easy)),
        "medium" => {
            Some(Box::new(Player { pause: 36, mistakes: 23, pieces: 2, weights: Weights::STEADY, budget: 300 }))
        }
        "hard" => Some(Box::new(Player { pause: 0, mistakes: 0, pieces: 6, weights: Weights::TUNED, budget: 3_000 })),
        _ => None,
    }
}

/// Lets go of a key that somebody else left down.
fn let_go(well: &Well) -> Option<Action> {
    Key::ALL.into_iter().find(|&key| well.keys.is_down(key)).map(Action::Release)
}
