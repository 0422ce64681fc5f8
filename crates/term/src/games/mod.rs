//! The games as a terminal shows them: one place where a game's id becomes text.

mod battleship;
mod death_roll;

use crate::words;
use parlor_battleship::Battleship;
use parlor_client::TableModel;
use parlor_death_roll::DeathRoll;
use parlor_kernel::{Game, Registry};

/// How the match stands, line by line; empty for games that have no picture.
pub fn picture(model: &TableModel, names: &[String]) -> Vec<String> {
    match model.info.game.as_str() {
        id if id == Battleship::SPEC.id => battleship::picture(model, names),
        _ => Vec::new(),
    }
}

/// What the person in our seat can type now; `None` if it is not for them to do anything.
pub fn prompt(model: &TableModel, now_ms: f64) -> Option<String> {
    match model.info.game.as_str() {
        id if id == Battleship::SPEC.id => battleship::prompt(model, now_ms),
        id if id == DeathRoll::SPEC.id => death_roll::prompt(model, now_ms),
        _ => None,
    }
}

/// What to know about a match before it begins.
pub fn introduction(model: &TableModel, games: &Registry, link: &str) -> Option<String> {
    let spec = games.game(&model.info.game)?.spec();
    match spec.id {
        id if id == Battleship::SPEC.id => Some(battleship::LEGEND.into()),
        id if id == DeathRoll::SPEC.id => Some(death_roll::LUCK.into()),
        _ => words::with_keys(spec, link),
    }
}

/// " (12 s)", if there is a deadline.
fn time_left<G: Game>(model: &TableModel, deadline: Option<parlor_kernel::Tick>, now_ms: f64) -> String {
    let left = model.game.as_ref().zip(deadline).map(|(game, deadline)| game.remaining_ms::<G>(deadline, now_ms));
    left.map_or_else(String::new, |ms| format!(" ({:.0} s)", (ms / 1000.0).ceil()))
}
