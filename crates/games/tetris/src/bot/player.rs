//! A bot that searches, then presses one key at a time.

use super::{
    easy,
    evaluate::Weights,
    fingers::{Next, next_key},
    let_go,
    search::{self, Choice, Position, search},
};
use crate::{
    Action, Config, Handling, Key, Phase, Tetris, View,
    spin::Spin,
    well::{Active, Well},
};
use parlor_kernel::{Bot, Rng, Rules, Seat};

/// How it plays.
pub(super) struct Player {
    /// How many ticks it looks at a new piece before it moves.
    pub pause: u64,
    /// How often it errs, in percent.
    pub mistakes: u32,
    /// How many pieces it looks at, the one in play included.
    pub pieces: usize,
    /// How it judges them.
    pub weights: Weights,
    /// How many stacks it judges for each decision.
    pub budget: u32,
}

impl Bot<Tetris> for Player {
    fn choose(&mut self, rules: &Rules<Tetris>, view: &View, seat: Seat, _: &mut Rng) -> Option<Action> {
        let config = &*rules.config;
        let well = view.position.well(seat);
        if view.position.phase != Phase::Playing || well.topped_out.is_some() {
            return None;
        }
        if let Some(release) = let_go(well) {
            return Some(release);
        }
        // Soft drop takes it to the ground at once.
        let handling = Handling { soft: 0, ..Handling::default() };
        if well.handling != handling {
            return Some(Action::Handle(handling));
        }
        let active = well.active?;
        if view.position.played(view.position.clock) < active.since + self.pause {
            return None;
        }
        let target = if let Some(slip) = easy::slip(well, &active, self.mistakes) {
            (slip, Spin::None)
        } else {
            let choice = self.decide(config, well, &active)?;
            if choice.hold {
                return Some(Action::Tap(Key::Hold));
            }
            (choice.placement, choice.spin)
        };
        let from = (active.placement, active.kick);
        match next_key(&well.board, from, target, config.spins)? {
            Next::Tap(key) => Some(Action::Tap(key)),
            Next::Wait => None,
        }
    }
}

impl Player {
    fn decide(&self, config: &Config, well: &Well, active: &Active) -> Option<Choice> {
        let mut queue = Vec::with_capacity(self.pieces);
        queue.push(active.placement.piece);
        queue.extend(well.next.iter().take(self.pieces - 1));
        let position = Position {
            board: well.board,
            start: Some((active.placement, active.kick)),
            queue: &queue,
            hold: well.hold,
            may_hold: config.hold && !well.hold_spent,
            streak: well.streak,
        };
        let rules = search::Rules { spins: config.spins, scoring: config.scoring, hold: config.hold };
        search(&position, rules, &self.weights, self.budget)
    }
}
