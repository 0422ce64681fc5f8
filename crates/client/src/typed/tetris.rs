//! Tetris is played with keys.

use super::keys::Keys;
use parlor_tetris::{Action, Tetris};

/// What can be typed in Tetris.
pub static TETRIS: Keys<Tetris> = Keys { surrender: Action::Surrender };
