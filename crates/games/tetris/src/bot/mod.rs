//! Bots: how they judge a field, how they look ahead, and how they press keys.
//!
//! A bot remembers nothing from one question to the next, so it does not matter whether the same bot is asked twice.

mod easy;
pub mod evaluate;
mod fingers;
mod player;
pub mod search;
#[cfg(test)]
mod tests;

use crate::{Action, Key, Tetris, well::Well};
use parlor_kernel::{Bot, Level};
use player::Player;

/// The levels that players can choose, weakest first.
pub(crate) const LEVELS: &[Level] = &[
    Level { id: "easy", blurb: "Takes its time, drops straight down and errs now and then." },
    Level { id: "medium", blurb: "Keeps your pace: careless while you take your time, sharp when you hurry." },
    Level { id: "hard", blurb: "Looks at every piece shown, plans T-spins and wastes no time." },
];

/// The bot of that level.
pub(crate) fn bot(level: &str) -> Option<Box<dyn Bot<Tetris>>> {
    match level {
        "easy" => Some(Box::new(easy::Easy)),
        "medium" => Some(Box::new(Player { pause: 36, mistakes: 22, pieces: 3, budget: 1_000 })),
        "hard" => Some(Box::new(Player { pause: 0, mistakes: 0, pieces: 6, budget: 3_000 })),
        _ => None,
    }
}

/// Releases a key that the seat's player left down.
fn let_go(well: &Well) -> Option<Action> {
    Key::ALL.into_iter().find(|&key| well.keys.is_down(key)).map(Action::Release)
}
