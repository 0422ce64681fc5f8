//! What every game that moves by itself needs on the screen: pictures, keys, fingers, gamepads, and a
//! [`Runner`] for the match, be it the house or this browser. And the pages that all of them share: a game that is a [`Cabinet`] has a
//! place at a table, on this screen alone, and in a replay.
//!
//! # Hooks for browser tests (`data-test`)
//! - `keys-change`, `keymap-dialog`, `keymap-CONTROL`, `keymap-refused`, `keymap-reset`, `net`, `paused`, `resume`, `held`,
//!   `pause-ask`, `pause-agree`, `pause-decline`, `pause-drop`.
//! - Runs: `run-ready`, `run-best`, `run-start`, `run-again`, `run-stop`, `run-note`, `run-watch`, `run-leaders`.
//! - Replay: `play-from-here`, `back-to-replay`.

mod board;
mod cabinet;
mod dissent;
mod ending;
mod film;
mod frames;
mod gamepad;
mod hold_button;
mod hold_cover;
mod keyboard;
mod keymap;
mod local;
mod match_view;
mod network;
mod on_screen;
mod pause;
mod play;
mod pointer;
mod remap;
mod run;
mod runner;
mod screen;

pub use board::{Board, Hands, Heads, Stand};
pub use cabinet::Cabinet;
pub use dissent::Dissent;
pub use ending::ending;
pub use frames::each_frame;
pub use gamepad::{Pad, gamepads};
pub use hold_button::HoldButton;
pub use hold_cover::hold_cover;
pub use keyboard::listen;
pub use keymap::{Control, Keymap, key_name};
pub use local::Local;
pub use match_view::match_view;
pub use network::Network;
pub use pause::{PauseAsk, PauseCover, Pauses, look_after};
pub use pointer::{Contact, Touch, drags};
pub use remap::RemapDialog;
pub use runner::{Runner, Shot};
pub use screen::Arcade;
