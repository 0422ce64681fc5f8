//! Codenames: `/hint ocean 2`, `/appeal oceans 2`, `/allow`, `/deny`, `/guess whale`, `/pass`.

use super::{Moves, TypedGame, only};
use crate::TableModel;
use parlor_codenames::{Action, Codenames as Engine, Count, Phase, Place, View, Window, square};
use parlor_kernel::Game;
use parlor_wire::slash::{HintCount, Slash};

/// What can be typed in Codenames.
pub struct Codenames;

impl TypedGame for Codenames {
    fn id(&self) -> &'static str {
        Engine::SPEC.id
    }

    fn moves(&self, model: &TableModel, slash: &Slash) -> Option<Moves> {
        let view = || model.game.as_ref().and_then(|game| game.view_of::<Engine>());
        match slash {
            Slash::Hint { clue, count } => {
                Some(only(&Action::Hint { word: clue.clone(), count: number(*count), meant: Vec::new() }))
            }
            Slash::Appeal { clue, count } => Some(only(&Action::Appeal { word: clue.clone(), count: number(*count) })),
            Slash::Rule { allow } => Some(only(&Action::Rule { allow: *allow })),
            Slash::Guess(word) => Some(guess(view(), word)),
            Slash::Pass => Some(only(&Action::EndTurn)),
            _ => None,
        }
    }
}

const fn number(count: HintCount) -> Count {
    match count {
        HintCount::Of(number) => Count::Number(number),
        HintCount::Unlimited => Count::Unlimited,
    }
}

/// The card with that word, or at that square. While the other team has the turn it is an intercept.
fn guess(view: Option<&View>, word: &str) -> Moves {
    let view = view.ok_or("The match has not begun.")?;
    let lower = word.trim().to_lowercase();
    let is_meant =
        |card: &Place| view.words[card.index()].to_lowercase() == lower || square(*card).to_lowercase() == lower;
    let card = Place::all().find(is_meant).ok_or_else(|| format!("There is no {word} on the board."))?;
    let theirs = match view.phase {
        Phase::TeamTurn { side, window: Window::Open { .. }, .. } => {
            view.seat.is_some_and(|seat| view.side_of(seat) != side)
        }
        _ => false,
    };
    only(&if theirs { Action::Intercept { card } } else { Action::Reveal { card } })
}
