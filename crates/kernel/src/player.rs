//! Bots that play from a view alone, as clients do.

use crate::{AnyAction, AnyView, Bot, Cadence, Playable, Rng, Rules, Seat, SeenView, Tick};
use std::sync::Arc;

/// A bot that plays away from the house: it knows what its client was told. One implementation serves every game; a
/// client gets it from [`AnyRules::player`](crate::AnyRules::player).
pub trait AnyPlayer: Send {
    /// What it does as `seat` at `now`, as JSON; `None` if the game does not wait for the seat, there is nothing to do, or
    /// the view is one of another game. In a real-time game `expected` are the inputs that the view does not include yet,
    /// in the order in which they count.
    fn choose(
        &mut self,
        view: &dyn AnyView,
        seat: Seat,
        now: Tick,
        expected: &[(Tick, Seat, &AnyAction)],
        rng: &mut Rng,
    ) -> Option<String>;

    /// How often it wants to be asked in a real-time game; `None` in turn-based games.
    fn cadence(&self) -> Option<Cadence>;
}

/// A bot of a `G`, and the rules that it plays by.
pub(crate) struct Player<G: Playable> {
    pub(crate) rules: Arc<Rules<G>>,
    pub(crate) bot: Box<dyn Bot<G>>,
}

impl<G: Playable> AnyPlayer for Player<G> {
    fn choose(
        &mut self,
        view: &dyn AnyView,
        seat: Seat,
        now: Tick,
        expected: &[(Tick, Seat, &AnyAction)],
        rng: &mut Rng,
    ) -> Option<String> {
        let SeenView(view) = view.as_any().downcast_ref::<SeenView<G>>()?;
        let action = if G::SPEC.real_time {
            let picture = G::foresee(view, now, expected.iter().copied());
            self.bot.choose(&self.rules, &picture, seat, rng)
        } else if G::awaits(&self.rules.config, view, seat) {
            self.bot.choose(&self.rules, view, seat, rng)
        } else {
            None
        };
        serde_json::to_string(&action?).ok()
    }

    fn cadence(&self) -> Option<Cadence> {
        Cadence::of::<G>()
    }
}
