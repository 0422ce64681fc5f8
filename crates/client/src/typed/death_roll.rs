//! Death Roll: `/roll`, `/roll 57`, `/luck three black cats`, `/surrender`.

use super::{Moves, only};
use crate::TableModel;
use parlor_death_roll::{Action, DeathRoll};
use parlor_kernel::Digest;
use parlor_wire::slash::Slash;

/// A command as moves; `None` if the game knows no such command.
pub(super) fn moves(model: &TableModel, slash: &Slash) -> Option<Moves> {
    match slash {
        Slash::Roll(named) => Some(roll(model, *named)),
        Slash::Luck(text) => Some(only(&Action::Salt { salt: number(text) })),
        Slash::Surrender => Some(only(&Action::Surrender)),
        _ => None,
    }
}

/// The number that somebody adds: theirs, or one that their words alone decide.
fn number(text: &str) -> u32 {
    text.parse().unwrap_or_else(|_| Digest::of(&text).word() as u32)
}

/// Whoever names the maximum must mean the right one: a roll cannot be taken back.
fn roll(model: &TableModel, named: Option<u32>) -> Moves {
    let max = model.game.as_ref().and_then(|game| game.view_of::<DeathRoll>()).map(|view| view.max);
    match (named, max) {
        (Some(named), Some(max)) if named != max => Err(format!("The next roll is out of {max}.")),
        _ => only(&Action::Roll),
    }
}
