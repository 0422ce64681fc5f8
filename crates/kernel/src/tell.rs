//! Putting a match into words.

use crate::Game;

/// A game in text: notations, sentences and pictures.
pub trait Tell: Game {
    /// An action in the game's own notation.
    fn action_text(config: &Self::Config, action: &Self::Action) -> String;

    /// An event as a sentence; `names` are the players, by seat. Empty if it goes without saying.
    fn event_text(config: &Self::Config, event: &Self::Event, names: &[String]) -> String;

    /// What the dice decided in an event, for checking a finished match; nothing if they had no part in it.
    fn dice_text(_event: &Self::Event, _names: &[String]) -> Option<String> {
        None
    }

    /// The whole position as text, secrets included: for replays of finished matches, never for the wire.
    fn picture(&self) -> String;
}
