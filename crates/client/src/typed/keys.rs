//! Games that are played with keys: the only move that can be typed is to give up.

use super::{Moves, TypedGame, only};
use crate::TableModel;
use parlor_kernel::Game;
use parlor_wire::slash::Slash;

/// A game that is played with keys.
pub struct Keys<G: Game> {
    /// The action that gives up.
    pub(super) surrender: G::Action,
}

impl<G: Game> TypedGame for Keys<G> {
    fn id(&self) -> &'static str {
        G::SPEC.id
    }

    fn moves(&self, _model: &TableModel, slash: &Slash) -> Option<Moves> {
        let name = G::SPEC.name;
        Some(match slash {
            Slash::Surrender => only(&self.surrender),
            Slash::Ready => Err("The match is on already.".into()),
            _ => {
                Err(format!("{name} is played with keys, in a browser: only /ready, /surrender and /gc can be typed."))
            }
        })
    }
}
