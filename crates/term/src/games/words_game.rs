//! Words: the board as text, and the rack of the seat that is ours.

use super::{TermGame, time_left};
use parlor_client::TableModel;
use parlor_kernel::Game;
use parlor_words::{Config, Words as Engine, board_text};

pub(super) struct Words;

impl TermGame for Words {
    fn id(&self) -> &'static str {
        Engine::SPEC.id
    }

    fn introduction(&self) -> &'static str {
        "On the board, ' and \" double and triple a letter, - and = double and triple a word, and the first word covers *."
    }

    fn picture(&self, model: &TableModel, _: &[String]) -> Vec<String> {
        let view = model.game.as_ref().and_then(|game| game.view_of::<Engine>());
        let config = model.info.read_config::<Config>();
        let Some((view, config)) = view.zip(config) else { return Vec::new() };
        let board = board_text(&view.common.board, &config.layout);
        let mut lines: Vec<_> = board.lines().map(str::to_owned).collect();
        let scores: Vec<_> = view.common.scores.iter().map(i32::to_string).collect();
        lines.push(format!("Points: {}. Tiles in the bag: {}.", scores.join(", "), view.common.bag));
        if view.seat.is_some() {
            lines.push(format!("Your rack: {}", view.rack()));
        }
        lines
    }

    fn prompt(&self, model: &TableModel, now_ms: f64) -> Option<String> {
        let view = model.game.as_ref()?.view_of::<Engine>()?;
        let mine = view.common.turn.is_some() && model.seat == view.common.turn;
        let time = time_left::<Engine>(model, view.common.timing.as_ref().map(|timing| timing.deadline), now_ms);
        mine.then(|| asks(&time, view.common.open_play().is_some()))
    }
}

/// What can be typed on a turn; `open` if the play before it may be challenged.
fn asks(time: &str, open: bool) -> String {
    let challenge = if open { "/challenge to challenge that play, or " } else { "" };
    format!("Your turn{time}: type {challenge}/word DRAGON H 8 8, /swap or /pass.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_open_play_can_be_challenged() {
        assert_eq!(asks("", false), "Your turn: type /word DRAGON H 8 8, /swap or /pass.");
        let told = asks(" (9 s)", true);
        assert_eq!(
            told,
            "Your turn (9 s): type /challenge to challenge that play, or /word DRAGON H 8 8, /swap or /pass."
        );
    }
}
