//! Players made of code. A bot receives a view and nothing else, so peeking does not type-check.

use crate::{Game, Rng, Rules, Seat};
use serde::Serialize;

/// A difficulty that people can choose.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Level {
    /// Stable id, for example `hard`.
    pub id: &'static str,
    /// How it plays, in a few words.
    pub blurb: &'static str,
}

/// The level every game has: a random legal action each time.
///
/// It samples straight from the rules ([`Enumerate::sample`](crate::Enumerate::sample)): what is legal holds no
/// secret (a law checks that), and building a view for every move would cost more than the move.
pub const RANDOM: &str = "random";

/// Chooses actions from what its seat can see.
pub trait Bot<G: Game>: Send {
    /// What to do as `seat`. In a turn-based game the seat is awaited, and `None` only if the view offers nothing.
    ///
    /// A real-time game does not wait, so bots are asked every [`Predict::BOT_EVERY`](crate::Predict::BOT_EVERY) ticks, and `None` means to let
    /// things go on as they are. That pace is their reaction time, and it keeps their inputs as rare as a person's.
    fn choose(&mut self, rules: &Rules<G>, view: &G::View, seat: Seat, rng: &mut Rng) -> Option<G::Action>;
}
