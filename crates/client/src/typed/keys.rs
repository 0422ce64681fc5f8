//! Games that are played with keys: whoever types can only give up.

use super::{Moves, only};
use parlor_kernel::Game;
use parlor_wire::slash::Slash;

/// A command as moves, or where the game is played instead.
pub(super) fn moves<G: Game>(surrender: &G::Action, slash: &Slash) -> Option<Moves> {
    match slash {
        Slash::Surrender => Some(only(surrender)),
        Slash::Ready => Some(Err("The match is on already.".into())),
        _ => {
            let name = G::SPEC.name;
            Some(Err(format!(
                "{name} is played with keys, in a browser: only /ready, /surrender and /gc can be typed."
            )))
        }
    }
}
