//! Putting a match into words.

use crate::Game;

/// A game in text: notations, sentences and pictures.
pub trait Tell: Game {
    /// An action in the game's own notation.
    fn action_text(config: &Self::Config, action: &Self::Action) -> String;

    /// An event as a sentence; `names` are the players, by seat. Empty if it goes without saying.
    fn event_text(config: &Self::Config, event: &Self::Event, names: &[String]) -> String;

    /// Whether a list of moves tells an event of a step that announced all those `among`: it tells what was done, not who
    /// is asked next, and nothing that another event of the step tells as well.
    fn is_listed(_event: &Self::Event, _among: &[&Self::Event]) -> bool {
        true
    }

    /// A step in words, for a list of moves. Empty if it goes without saying.
    fn step_text(config: &Self::Config, events: &[&Self::Event], names: &[String]) -> String {
        let listed = events.iter().filter(|event| Self::is_listed(event, events));
        let said = listed.map(|event| Self::event_text(config, event, names)).filter(|said| !said.is_empty());
        said.collect::<Vec<_>>().join(" ")
    }

    /// What the dice decided in an event, for checking a finished match; nothing if they had no part in it.
    fn dice_text(_event: &Self::Event, _names: &[String]) -> Option<String> {
        None
    }

    /// The whole position as text, secrets included: for replays of finished matches, never for the wire.
    fn picture(&self) -> String;
}
