//! Death Roll: `/roll`, `/roll 57`, `/luck three black cats`, `/surrender`.

use super::{Moves, TypedGame, only};
use crate::TableModel;
use parlor_death_roll::{Action, DeathRoll as Engine};
use parlor_kernel::{Digest, Game};
use parlor_wire::slash::Slash;

/// What can be typed in Death Roll.
pub struct DeathRoll;

impl TypedGame for DeathRoll {
    fn id(&self) -> &'static str {
        Engine::SPEC.id
    }

    fn moves(&self, model: &TableModel, slash: &Slash) -> Option<Moves> {
        match slash {
            Slash::Roll(named) => Some(roll(model, *named)),
            Slash::Luck(text) => Some(only(&Action::Salt { salt: number(text) })),
            Slash::Surrender => Some(only(&Action::Surrender)),
            _ => None,
        }
    }
}

/// The number that a player adds to the dice: the one they typed, or one that their words alone decide.
fn number(text: &str) -> u32 {
    text.parse().unwrap_or_else(|_| Digest::of(&text).word() as u32)
}

/// A maximum that is named must be the right one: a roll cannot be taken back.
fn roll(model: &TableModel, named: Option<u32>) -> Moves {
    let max = model.game.as_ref().and_then(|game| game.view_of::<Engine>()).map(|view| view.max);
    match (named, max) {
        (Some(named), Some(max)) if named != max => Err(format!("The next roll is out of {max}.")),
        _ => only(&Action::Roll),
    }
}
