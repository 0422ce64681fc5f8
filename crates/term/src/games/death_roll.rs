//! Death Roll: the rolls tell themselves, so only the player whose turn it is needs a prompt.

use super::{TermGame, time_left};
use parlor_client::TableModel;
use parlor_death_roll::DeathRoll as Engine;
use parlor_kernel::Game;

pub(super) struct DeathRoll;

impl TermGame for DeathRoll {
    fn id(&self) -> &'static str {
        Engine::SPEC.id
    }

    fn introduction(&self) -> &'static str {
        "Before the first roll /luck and a number or any words of yours change every roll, so that no one can have chosen them."
    }

    fn prompt(&self, model: &TableModel, now_ms: f64) -> Option<String> {
        let view = model.game.as_ref()?.view_of::<Engine>()?;
        let mine = view.outcome.is_none() && model.seat == Some(view.turn);
        let time = time_left::<Engine>(model, view.deadline, now_ms);
        mine.then(|| format!("Your roll, 1 to {}{time}: type /roll.", view.max))
    }
}
