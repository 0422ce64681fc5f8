//! Two players made of code.

use super::{Action, Config, Pebbles, View};
use parlor_kernel::{Bot, Level, Rng, Rules, Seat};

/// The bots, weakest first.
pub(super) const LEVELS: &[Level] = &[
    Level { id: "easy", blurb: "guesses wildly" },
    Level { id: "hard", blurb: "counts its own pebbles and expects the average of the others" },
];

/// The bot of that level.
pub(super) fn of_level(level: &str) -> Option<Box<dyn Bot<Pebbles>>> {
    match level {
        "easy" => Some(Box::new(Easy)),
        "hard" => Some(Box::new(Hard)),
        _ => None,
    }
}

/// Any guess that is not taken.
#[derive(Debug)]
struct Easy;

impl Bot<Pebbles> for Easy {
    fn choose(&mut self, rules: &Rules<Pebbles>, view: &View, _: Seat, rng: &mut Rng) -> Option<Action> {
        let config = &*rules.config;
        if view.turn.is_none() {
            return Some(hide(config, rng));
        }
        let totals = view.free_totals(config);
        let choice = rng.below(totals.len() as u32) as usize;
        Some(Action::Guess { total: totals[choice] })
    }
}

/// The guess nearest to what it expects.
#[derive(Debug)]
struct Hard;

impl Bot<Pebbles> for Hard {
    fn choose(&mut self, rules: &Rules<Pebbles>, view: &View, _: Seat, rng: &mut Rng) -> Option<Action> {
        let config = &*rules.config;
        if view.turn.is_none() {
            return Some(hide(config, rng));
        }
        // Doubled, so that the average of an odd number of pebbles stays whole.
        let expected: u8 = view.hands.iter().map(|hand| hand.map_or(config.pebbles, |n| 2 * n)).sum();
        let nearest = |total: &u8| (2 * total).abs_diff(expected);
        let total = view.free_totals(config).into_iter().min_by_key(nearest)?;
        Some(Action::Guess { total })
    }
}

fn hide(config: &Config, rng: &mut Rng) -> Action {
    Action::Hide { pebbles: rng.below(u32::from(config.pebbles) + 1) as u8 }
}
