//! Tetris on the screen: at a table of the house, or without the house, on this screen alone.
//!
//! Each seat has a [field] that is drawn when anything in it changed. What people read about it, points for
//! instance, is a [`Heads`](heads::Heads) and drawn by the page as usual.
//!
//! # Hooks for browser tests (`data-test`)
//! - `room` (with `data-phase`: `countdown`, `playing`, `paused` or `over`), `field` (with `data-seat`), `near-score`,
//!   `near-lines`, `near-level`, `far-score`, `far-lines`, `far-level`, `clock`, `lead`, `count`, `callout`, `veil`, `pause`,
//!   `handling-change`, `handling-dialog`, `handling-player-1`, `handling-player-2`, `handling-delay`,
//!   `handling-repeat`, `handling-soft`, `handling-reset`, `touch-KEY`, `surrender`, and those of the [arcade](crate::arcade).
//! - Result: `stats`.
//! - Options: `option-level`, `option-next`, `option-hold`, `option-contest`, `option-time`, `option-problem`.
//! - How to play: `demo-play`.
//!
//! # Keys
//! A and D move, W and Q turn, S drops softly, Space drops, E holds; so do the arrows, right Shift, Enter and the slash.
//! Escape pauses and goes on. All of them can be changed, and so can how they repeat.

mod blocks;
mod cabinet;
mod field;
mod finish;
mod handling;
mod hands;
mod heads;
mod howto;
mod options;
mod result;
mod seat;
mod stage;
mod touch;
mod words;

use crate::{
    arcade::{Arcade, Cabinet, Control},
    games::{Screen, Shelved},
    parts::Unloaded,
};
use leptos::wasm_split::wasm_split;
use parlor_tetris::Tetris;

/// Tetris on the shelf.
pub const SHELVED: Shelved = Shelved { face: &Tetris::FACE, fetch: || Box::pin(screen()) };

/// Tetris as the page shows it: a part of its own.
#[wasm_split(tetris, wasm_split_path = ::leptos::wasm_split, fallible)]
fn screen() -> Result<&'static dyn Screen, Unloaded> {
    Ok(&Arcade::<Tetris>::NEW)
}

/// What keys do. A player alone may use both halves; of two at one keyboard each has their own.
const CONTROLS: &[Control] = &[
    Control { id: "left", does: "Left", key: "KeyA" },
    Control { id: "right", does: "Right", key: "KeyD" },
    Control { id: "turn-right", does: "Turn right", key: "KeyW" },
    Control { id: "turn-left", does: "Turn left", key: "KeyQ" },
    Control { id: "soft", does: "Soft drop", key: "KeyS" },
    Control { id: "hard", does: "Drop", key: "Space" },
    Control { id: "hold", does: "Hold", key: "KeyE" },
    Control { id: "left-2", does: "Left", key: "ArrowLeft" },
    Control { id: "right-2", does: "Right", key: "ArrowRight" },
    Control { id: "turn-right-2", does: "Turn right", key: "ArrowUp" },
    Control { id: "turn-left-2", does: "Turn left", key: "ShiftRight" },
    Control { id: "soft-2", does: "Soft drop", key: "ArrowDown" },
    Control { id: "hard-2", does: "Drop", key: "Enter" },
    Control { id: "hold-2", does: "Hold", key: "Slash" },
    Control { id: "pause", does: "Pause and go on", key: "Escape" },
];
