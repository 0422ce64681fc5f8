//! Death Roll: the rolls tell themselves, so there is only something to say to whoever is to roll.

use super::time_left;
use parlor_client::TableModel;
use parlor_death_roll::DeathRoll;

/// How to be sure of the dice.
pub const LUCK: &str = "Before the first roll /luck and a number or any words of yours change every roll, so that nobody can have chosen them.";

/// What to type, for whoever is to roll.
pub fn prompt(model: &TableModel, now_ms: f64) -> Option<String> {
    let view = model.game.as_ref()?.view_of::<DeathRoll>()?;
    let mine = view.outcome.is_none() && model.seat == Some(view.turn);
    let time = time_left::<DeathRoll>(model, view.deadline, now_ms);
    mine.then(|| format!("Your roll, 1 to {}{time}: type /roll.", view.max))
}
