//! A bot that searches, then presses one key at a time.

use super::{
    easy,
    evaluate::Weights,
    fingers::{Next, next_key},
    let_go,
    search::{self, Choice, search},
};
use crate::{
    Action, Config, Handling, Key, Phase, Position, Tetris, View,
    spin::Spin,
    well::{Active, Well},
};
use parlor_kernel::{Bot, Duel, Rng, Rules, Seat};

/// An opponent who takes at least so many ticks for a piece leaves a bot [at ease](ease). `easy` takes longer.
const SLOW: u64 = 50;
/// An opponent who takes at most so many ticks for a piece makes a bot do its best. `hard` takes fewer.
const FAST: u64 = 25;

/// How it plays.
pub(super) struct Player {
    /// How many ticks it looks at a new piece before it moves, when it is [at ease](ease).
    pub pause: u64,
    /// How many of a hundred pieces it misplaces, when it is at ease.
    pub mistakes: u32,
    /// How many pieces it looks at, the one in play included.
    pub pieces: usize,
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
        let ease = ease(&view.position, seat);
        if view.position.played(view.position.clock) < active.since + self.pause * ease / 100 {
            return None;
        }
        let target = if let Some(slip) = easy::slip(well, &active, self.mistakes * ease as u32 / 100) {
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

/// How much at ease a bot is, in percent: the less, the faster its opponent has placed pieces so far. Alone it is entirely
/// at ease.
fn ease(position: &Position, seat: Seat) -> u64 {
    let opponent = Duel::other(seat);
    let Some(well) = position.wells.get(opponent.index()) else { return 100 };
    let pieces = position.told.map_or(well.pieces, |told| told[opponent.index()].pieces);
    let pace = position.lasted(opponent).checked_div(pieces.into()).unwrap_or(SLOW);
    (pace.clamp(FAST, SLOW) - FAST) * 100 / (SLOW - FAST)
}

impl Player {
    fn decide(&self, config: &Config, well: &Well, active: &Active) -> Option<Choice> {
        let mut queue = Vec::with_capacity(self.pieces);
        queue.push(active.placement.piece);
        queue.extend(well.next.iter().take(self.pieces - 1));
        let position = search::Position {
            board: well.board,
            start: Some((active.placement, active.kick)),
            queue: &queue,
            hold: well.hold,
            may_hold: config.hold && !well.hold_spent,
            streak: well.streak,
        };
        let rules = search::Rules { spins: config.spins, scoring: config.scoring, hold: config.hold };
        search(&position, rules, &Weights::TUNED, self.budget)
    }
}
