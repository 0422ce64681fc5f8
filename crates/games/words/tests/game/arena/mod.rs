//! Matches between bots.

use crate::shelf;
use parlor_kernel::{Bot, FastDice, Game, GameConfig, Rng, Seat, Table, Tick, Viewer};
use parlor_words::{Config, Words, bot::Hard};
use std::sync::Arc;

/// How some games went for the first of two bots.
#[derive(Clone, Copy, Default, Debug)]
pub struct Met {
    /// Twice the games that it won, and once those that were drawn.
    pub halves: u64,
    /// Its points beyond those of the other.
    pub margin: i64,
}

impl Met {
    /// How many of the games it won, where a draw is half a win.
    pub fn percent(&self, games: u64) -> f64 {
        self.halves as f64 * 50.0 / games as f64
    }
}

/// The bot of a level, or `hard-without-leaves`.
fn bot(name: &str) -> Box<dyn Bot<Words>> {
    if name == "hard-without-leaves" {
        return Box::new(Hard::without_leaves());
    }
    Words::bot(name).unwrap_or_else(|| panic!("there is no bot called {name}"))
}

/// Plays games between `one` and `other`, who change seats after each.
pub fn meet(preset: &str, one: &str, other: &str, games: u64, seed: u64) -> Met {
    let rules = shelf::rules(Config::preset(preset).expect("a preset"));
    let mut bots = [bot(one), bot(other)];
    let mut met = Met::default();
    for number in 0..games {
        // Both games of a pair are dealt from the same dice.
        let mut rng = Rng::new((seed << 32) | number);
        let mut table = Table::<Words, _>::new(Arc::clone(&rules), FastDice((seed << 32) | (number / 2)));
        let own = Seat((number % 2) as u8);
        while let Some(seat) = table.game().awaiting().first() {
            let view = table.game().view(Viewer::Seat(seat));
            let action = bots[usize::from(seat != own)].choose(&rules, &view, seat, &mut rng).expect("something to do");
            table.act(Tick(0), seat, action, &mut ()).expect("a legal action");
        }
        let outcome = table.game().outcome().expect("it is over");
        let winners = outcome.winners();
        met.halves += if winners.contains(own) { 2 } else { u64::from(winners.is_empty()) };
        met.margin += table.game().score(own) - table.game().score(Seat(1 - own.0));
    }
    met
}
