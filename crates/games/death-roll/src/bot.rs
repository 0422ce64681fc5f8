//! A bot for a game without choices. It has nerves all the same: it always rolls.

use crate::{Action, DeathRoll, View};
use parlor_kernel::{Bot, Level, Rng, Rules, Seat};

pub(crate) const LEVELS: &[Level] = &[Level { id: "easy", blurb: "Rolls without blinking. So would any other." }];

pub(crate) fn bot(level: &str) -> Option<Box<dyn Bot<DeathRoll>>> {
    (level == LEVELS[0].id).then(|| Box::new(Roller) as Box<dyn Bot<DeathRoll>>)
}

struct Roller;

impl Bot<DeathRoll> for Roller {
    fn choose(&mut self, _: &Rules<DeathRoll>, view: &View, seat: Seat, _: &mut Rng) -> Option<Action> {
        (view.outcome.is_none() && view.turn == seat).then_some(Action::Roll)
    }
}
