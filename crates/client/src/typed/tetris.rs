//! Tetris is played with keys.

use super::keys::Keys;
use parlor_tetris::{Action, Tetris};

pub(super) static TETRIS: Keys<Tetris> = Keys { surrender: Action::Surrender };
