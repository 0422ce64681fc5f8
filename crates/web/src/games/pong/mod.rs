//! Pong on the screen: at a table of the house, or without the house, on this screen alone.
//!
//! Sixty times a second the [court] is drawn from what the [runner](crate::arcade::Runner) shows. All that
//! changes less often, the points for instance, is a [`Heads`](heads::Heads) and drawn by the page as usual.
//!
//! # Hooks for browser tests (`data-test`)
//! - `court` (with `data-phase`: `countdown`, `rally`, `paused` or `over`), `points-near`, `points-far`, `count`,
//!   `callout`, `pause`, `rival`, `veil`, `touch-pad`, `touch-up`, `touch-down`, `surrender`, and those of the
//!   [arcade](crate::arcade).
//! - Result: `stats`.
//! - Options: `option-points`, `option-countdown`, `option-speed`, `option-problem`.
//!
//! # Keys
//! W and S or the arrows move the paddle, Escape pauses and goes on. All of them can be changed.

mod cabinet;
mod court;
mod finish;
mod hands;
mod heads;
mod howto;
mod options;
mod overlay;
mod points;
mod result;
mod stage;
mod words;

use crate::{
    arcade::{Arcade, Board, Cabinet, Control},
    games::{Screen, Shelved, kit::Names},
    parts::Unloaded,
};
use leptos::{prelude::*, wasm_split::wasm_split};
use parlor_pong::Pong;

/// Pong on the shelf.
pub const SHELVED: Shelved = Shelved { face: &Pong::FACE, fetch: || Box::pin(screen()) };

/// Pong as the page shows it: a part of its own.
#[wasm_split(pong, wasm_split_path = ::leptos::wasm_split, fallible)]
fn screen() -> Result<&'static dyn Screen, Unloaded> {
    Ok(&Arcade::<Pong>::NEW)
}

/// A match, and what the players are called on the court that is shown.
#[derive(Clone, Copy)]
struct OnCourt {
    board: Board<Pong>,
    names: Signal<Names>,
}

impl OnCourt {
    fn of(board: Board<Pong>) -> Self {
        let names = Signal::derive(move || board.rules(|config| words::on_court(board.names.get(), config)));
        Self { board, names }
    }
}

/// What keys do. A player alone may use both pairs; of two at one keyboard each has their own.
const CONTROLS: &[Control] = &[
    Control { id: "up", does: "Up", key: "KeyW" },
    Control { id: "down", does: "Down", key: "KeyS" },
    Control { id: "up-2", does: "Up", key: "ArrowUp" },
    Control { id: "down-2", does: "Down", key: "ArrowDown" },
    Control { id: "pause", does: "Pause and go on", key: "Escape" },
];
