//! What can be done in a position, and what may be hidden in it.

use crate::{Game, Predict, Rng, Rules, Seat, Tell, Viewer};
use std::{ops::ControlFlow, sync::Arc};

/// A game whose legal actions can be listed.
pub trait Enumerate: Game {
    /// Calls `f` with every legal action of `seat`, in a fixed order, until it breaks. Of an
    /// [open](Enumerate::is_open) set it lists examples.
    fn each_legal<B>(&self, seat: Seat, f: impl FnMut(Self::Action) -> ControlFlow<B>) -> ControlFlow<B>;

    /// Whether `seat` has more legal actions than can be listed: any word, any number. What
    /// [`Enumerate::each_legal`] lists is legal all the same, but other actions are, too.
    fn is_open(&self, _seat: Seat) -> bool {
        false
    }

    /// A random legal action that keeps the game going (no surrender), if `seat` has one. Knows no more than
    /// [`Game::check`] would tell the seat.
    fn sample(&self, seat: Seat, rng: &mut Rng) -> Option<Self::Action>;
}

/// A game whose hidden part can be made up: the basis of the non-interference law and of sampling bots.
pub trait Imagine: Game {
    /// A random full state that looks exactly like `view` to its viewer.
    fn imagine(rules: &Arc<Rules<Self>>, viewer: Viewer, view: &Self::View, rng: &mut Rng) -> Self;
}

/// All that the house asks of a game it offers. There is nothing to implement.
pub trait Playable: Predict + Tell + Enumerate {}

impl<G: Predict + Tell + Enumerate> Playable for G {}
