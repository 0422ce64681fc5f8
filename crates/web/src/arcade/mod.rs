//! What every game that moves by itself needs on the screen: pictures, keys, fingers, gamepads, and somebody who runs
//! the match, be it the house or this browser.
//!
//! # Hooks for browser tests (`data-test`)
//! - `keys-change`, `keymap-dialog`, `keymap-CONTROL`, `keymap-reset`, `net`, `paused`, `resume`, `pause-ask`,
//!   `pause-agree`, `pause-drop`.
//! - On this screen (`/local/GAME`): `local`, `local-preset-PRESET`, `local-bot-LEVEL`, `local-result`,
//!   `local-headline`, `local-again`, `local-other`.

mod frames;
mod gamepad;
mod keyboard;
mod keymap;
mod local;
mod local_page;
mod network;
mod pause;
mod pointer;
mod remap;
mod runner;

pub use frames::each_frame;
pub use gamepad::{Pad, gamepads};
pub use keyboard::listen;
pub use keymap::{Control, Keymap, key_name};
pub use local::Local;
pub use local_page::{LocalResult, STAYS_HERE, bot_choice, local_page, preset_choice};
pub use network::Network;
pub use pause::{PauseCover, Pauses, when_away};
pub use pointer::{Touch, drags};
pub use remap::RemapDialog;
pub use runner::Runner;
