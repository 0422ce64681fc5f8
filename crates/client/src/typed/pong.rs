//! Pong is played with keys.

use super::keys::Keys;
use parlor_pong::{Action, Pong};

pub(super) static PONG: Keys<Pong> = Keys { surrender: Action::Surrender };
