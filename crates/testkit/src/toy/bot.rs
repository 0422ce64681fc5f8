//! Two players made of code.

use super::{Action, Pebbles, View};
use parlor_kernel::{Bot, Level, Rng, Rules, Seat};

/// The bots, weakest first.
pub(super) const LEVELS: &[Level] = &[
    Level { id: "easy", blurb: "guesses wildly" },
    Level { id: "hard", blurb: "weighs its own pebbles and expects the average of the others" },
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
    fn choose(&mut self, rules: &Rules<Pebbles>, view: &View, seat: Seat, rng: &mut Rng) -> Option<Action> {
        if !view.closed {
            return hide(rules, view, seat, rng);
        }
        let totals = view.free_totals(rules);
        let choice = rng.below(totals.len() as u32) as usize;
        (view.turn == Some(seat)).then(|| Action::Guess { total: totals[choice] })
    }
}

/// The guess nearest to what it expects.
#[derive(Debug)]
struct Hard;

impl Bot<Pebbles> for Hard {
    fn choose(&mut self, rules: &Rules<Pebbles>, view: &View, seat: Seat, rng: &mut Rng) -> Option<Action> {
        if !view.closed {
            return hide(rules, view, seat, rng);
        }
        let weights = &rules.assets;
        // Times the number of fists there may be, so that an average stays whole.
        let fists = u32::from(rules.config.pebbles) + 1;
        let average: u32 = (0..=rules.config.pebbles).map(|pebbles| u32::from(weights.of(pebbles))).sum();
        let known = |pebbles| u32::from(weights.of(pebbles)) * fists;
        let expected: u32 = view.hands.iter().map(|hand| hand.map_or(average, known)).sum();
        let nearest = |&total: &u8| (u32::from(total) * fists).abs_diff(expected);
        let total = view.free_totals(rules).into_iter().min_by_key(nearest)?;
        (view.turn == Some(seat)).then_some(Action::Guess { total })
    }
}

fn hide(rules: &Rules<Pebbles>, view: &View, seat: Seat, rng: &mut Rng) -> Option<Action> {
    let pebbles = rng.below(u32::from(rules.config.pebbles) + 1) as u8;
    view.hands[seat.index()].is_none().then_some(Action::Hide { pebbles })
}
