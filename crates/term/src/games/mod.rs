//! The games as a terminal shows them: a file for each, listed in [`GAMES`].

mod battleship;
mod codenames;
mod death_roll;
mod mahjong;
mod words_game;

use crate::words;
use parlor_client::TableModel;
use parlor_kernel::{Game, Registry, Tick};

/// Every game that can be played in a terminal.
static GAMES: [&dyn TermGame; 5] =
    [&battleship::Battleship, &death_roll::DeathRoll, &words_game::Words, &mahjong::Mahjong, &codenames::Codenames];

/// What a terminal shows of a game beside the game's own sentences.
trait TermGame: Sync {
    /// The game's id.
    fn id(&self) -> &'static str;

    /// What to know about a match before it begins.
    fn introduction(&self) -> &'static str;

    /// How the match stands, line by line; empty for games that have no picture.
    fn picture(&self, _model: &TableModel, _names: &[String]) -> Vec<String> {
        Vec::new()
    }

    /// What the player in our seat can type now; `None` if it is not their move.
    fn prompt(&self, model: &TableModel, now_ms: f64) -> Option<String>;
}

fn game(model: &TableModel) -> Option<&'static dyn TermGame> {
    GAMES.into_iter().find(|game| game.id() == model.info.game)
}

/// How the match stands, line by line; empty for games that have no picture.
pub fn picture(model: &TableModel, names: &[String]) -> Vec<String> {
    game(model).map(|game| game.picture(model, names)).unwrap_or_default()
}

/// What the player in our seat can type now; `None` if it is not their move.
pub fn prompt(model: &TableModel, now_ms: f64) -> Option<String> {
    game(model)?.prompt(model, now_ms)
}

/// What to know about a match before it begins, or where it is played instead.
pub fn introduction(model: &TableModel, games: &Registry, link: &str) -> Option<String> {
    match game(model) {
        Some(game) => Some(game.introduction().into()),
        None => words::with_keys(games.game(&model.info.game)?.spec(), link),
    }
}

/// " (12 s)", if there is a deadline.
fn time_left<G: Game>(model: &TableModel, deadline: Option<Tick>, now_ms: f64) -> String {
    let left = model.game.as_ref().zip(deadline).map(|(game, deadline)| game.remaining_ms::<G>(deadline, now_ms));
    left.map_or_else(String::new, |ms| format!(" ({:.0} s)", (ms / 1000.0).ceil()))
}
