//! Bots whose game is not known by type, hired for a match.

use crate::{Bot, Game, Playable, RANDOM, Rng, Rules, Seat, Tick, Viewer};
use std::any::Any;

/// A bot that keeps a seat for a whole match, and may remember things. Only a table of its own game can ask it; see
/// [`AnyTable::ask`](crate::AnyTable::ask).
pub trait AnyBot: Any + Send {
    /// The bot as itself: a [`Hired`] of its game.
    fn as_any_mut(&mut self) -> &mut dyn Any;
}

/// A bot of a `G`.
pub enum Hired<G: Game> {
    /// Does anything that is legal.
    Random,
    /// Chooses from what its seat can see.
    Viewing(Box<dyn Bot<G>>),
}

impl<G: Playable> Hired<G> {
    /// The bot of that level, if there is one.
    pub fn of(level: &str) -> Option<Self> {
        if level == RANDOM { Some(Self::Random) } else { G::bot(level).map(Self::Viewing) }
    }

    /// What it does as `seat` at `now`, if actions that have not come to count yet count as they should.
    pub fn ask(
        &mut self,
        game: &G,
        rules: &Rules<G>,
        seat: Seat,
        now: Tick,
        expected: impl IntoIterator<Item = (Tick, Seat, G::Action)>,
        rng: &mut Rng,
    ) -> Option<G::Action> {
        match self {
            Self::Random => game.sample(seat, rng),
            Self::Viewing(bot) => {
                let mut view = game.view(Viewer::Seat(seat));
                for (tick, seat, action) in expected {
                    G::expect(&mut view, tick, seat, &action);
                }
                G::elapse(&mut view, now);
                bot.choose(rules, &view, seat, rng)
            }
        }
    }
}

impl<G: Playable> AnyBot for Hired<G> {
    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }
}
