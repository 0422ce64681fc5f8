//! The games as the house shows them: one place where a game's id becomes a screen.

mod battleship;
mod death_roll;
pub mod kit;
mod marks;
mod pong;
mod tetris;

use crate::{
    arcade,
    replay::{self, Unplayable},
    table::TableCtx,
};
use leptos::prelude::*;
use parlor_battleship::Battleship;
use parlor_death_roll::DeathRoll;
use parlor_kernel::{Game, Record};
use parlor_pong::Pong;
use parlor_tetris::Tetris;

pub use marks::mark;

/// The board of a match, with all that a seat can do there.
pub fn play(game: &str, ctx: TableCtx) -> AnyView {
    match game {
        id if id == Battleship::SPEC.id => battleship::play(ctx),
        id if id == DeathRoll::SPEC.id => death_roll::play(ctx),
        id if id == Pong::SPEC.id => arcade::play::<Pong>(ctx),
        id if id == Tetris::SPEC.id => arcade::play::<Tetris>(ctx),
        _ => unknown(game),
    }
}

/// The form that changes a rule set before a table opens.
pub fn options(game: &str, config: RwSignal<serde_json::Value>) -> AnyView {
    match game {
        id if id == Battleship::SPEC.id => battleship::options(config),
        id if id == DeathRoll::SPEC.id => death_roll::options(config),
        id if id == Pong::SPEC.id => pong::options(config),
        id if id == Tetris::SPEC.id => tetris::options(config),
        _ => ().into_any(),
    }
}

/// One screen with pictures and a first move to try.
pub fn how_to(game: &str) -> AnyView {
    match game {
        id if id == Battleship::SPEC.id => battleship::how_to(),
        id if id == DeathRoll::SPEC.id => death_roll::how_to(),
        id if id == Pong::SPEC.id => pong::how_to(),
        id if id == Tetris::SPEC.id => tetris::how_to(),
        _ => unknown(game),
    }
}

/// What there is to say about a finished match beside who won.
pub fn result(game: &str, ctx: TableCtx) -> AnyView {
    match game {
        id if id == Battleship::SPEC.id => battleship::result(ctx),
        id if id == DeathRoll::SPEC.id => death_roll::result(ctx),
        id if id == Pong::SPEC.id => arcade::result::<Pong>(ctx),
        id if id == Tetris::SPEC.id => arcade::result::<Tetris>(ctx),
        _ => ().into_any(),
    }
}

/// The game on one screen, without the house; with a level in `bot`, a match against that bot begins at once.
pub fn local(game: &str, bot: Option<&str>) -> AnyView {
    match game {
        id if id == Battleship::SPEC.id => battleship::local(bot),
        id if id == DeathRoll::SPEC.id => death_roll::local(bot),
        id if id == Pong::SPEC.id => arcade::local::<Pong>(bot),
        id if id == Tetris::SPEC.id => arcade::local::<Tetris>(bot),
        _ => unknown(game),
    }
}

/// The size of a window in which the game is comfortable, in pixels.
pub fn window_size(game: &str) -> (u32, u32) {
    match game {
        id if id == Battleship::SPEC.id => (1080, 760),
        id if id == DeathRoll::SPEC.id => (820, 640),
        id if id == Pong::SPEC.id => (1080, 720),
        id if id == Tetris::SPEC.id => (1080, 800),
        _ => (800, 640),
    }
}

/// A finished match, to be watched from any position on.
///
/// # Errors
/// If the log does not hold, or no game here can play it.
pub fn replay(record: Record, start: usize) -> Result<AnyView, Unplayable> {
    match record.header.game.as_str() {
        id if id == Battleship::SPEC.id => replay::viewer::<Battleship>(record, start, battleship::stage),
        id if id == DeathRoll::SPEC.id => replay::viewer::<DeathRoll>(record, start, death_roll::stage),
        id if id == Pong::SPEC.id => replay::viewer::<Pong>(record, start, arcade::stage::<Pong>),
        id if id == Tetris::SPEC.id => replay::viewer::<Tetris>(record, start, arcade::stage::<Tetris>),
        id => Err(Unplayable(format!("This is a log of {id}, a game this house does not know."))),
    }
}

fn unknown(game: &str) -> AnyView {
    let sentence = format!("This page does not know {game} yet. Please reload it.");
    view! { <p class="muted">{sentence}</p> }.into_any()
}
