//! Battleship: `/fire A5`, `/ready`, `/surrender`.

use super::{Moves, TypedGame, json, only};
use crate::TableModel;
use parlor_battleship::{Action, AttackMode, Battleship as Engine, Cell, Config, Phase, View};
use parlor_kernel::Game;
use parlor_wire::slash::Slash;

/// What can be typed in Battleship.
pub struct Battleship;

impl TypedGame for Battleship {
    fn id(&self) -> &'static str {
        Engine::SPEC.id
    }

    fn moves(&self, model: &TableModel, slash: &Slash) -> Option<Moves> {
        match slash {
            Slash::Fire(cell) => Some(fire(model, cell)),
            Slash::Ready if lies_nowhere(model) => Some(both(&Action::AutoPlace, &Action::Ready)),
            Slash::Ready => Some(only(&Action::Ready)),
            Slash::Surrender => Some(only(&Action::Surrender)),
            _ => None,
        }
    }
}

/// A single shot; where attacks are planned, it is planned and carried out at once.
fn fire(model: &TableModel, cell: &str) -> Moves {
    let at: Cell = cell.parse().map_err(|error| format!("That is no cell: {error}."))?;
    let config = model.info.read_config::<Config>();
    if config.is_some_and(|config| config.attack == AttackMode::Plan) {
        both(&Action::Plan { at, pattern: 0 }, &Action::Confirm)
    } else {
        only(&Action::Fire { at, pattern: 0 })
    }
}

fn both(first: &Action, second: &Action) -> Moves {
    Ok(vec![json(first)?, json(second)?])
}

/// Whether our own fleet is still to be laid out.
fn lies_nowhere(model: &TableModel) -> bool {
    let is_mine = |view: &View| {
        let me = view.seat?;
        Some(view.phase == Phase::Placing && view.fleets[me.index()].is_none())
    };
    model.game.as_ref().and_then(|game| game.view_of::<Engine>()).and_then(is_mine).unwrap_or(false)
}
