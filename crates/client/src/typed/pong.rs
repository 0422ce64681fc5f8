//! Pong is played with keys.

use super::keys::Keys;
use parlor_pong::{Action, Pong};

/// What can be typed in Pong.
pub static PONG: Keys<Pong> = Keys { surrender: Action::Surrender };
