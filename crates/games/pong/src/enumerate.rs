//! What a seat may do, listed.

use crate::{Action, Phase, Pong, Steer, rules};
use parlor_kernel::{Enumerate, Game, Imagine, Rng, Seat, Viewer};
use std::{ops::ControlFlow, sync::Arc};

impl Enumerate for Pong {
    fn each_legal<B>(&self, seat: Seat, mut f: impl FnMut(Action) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.outcome().is_some() {
            return ControlFlow::Continue(());
        }
        let simple = [Steer::Up, Steer::Down, Steer::Stop].map(Action::Steer);
        for action in simple.into_iter().chain([Action::Pause, Action::Resume, Action::Surrender]) {
            if rules::check(&self.config, self.court(seat), seat, &action).is_ok() {
                f(action)?;
            }
        }
        for to in 0..=self.config.court.height {
            for pace in (1..=100).rev() {
                f(Action::Steer(Steer::Follow { to, pace }))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Mostly a pointer, sometimes a key. Nothing in a pause, which is not for a random player to end.
    #[inline]
    fn sample(&self, seat: Seat, rng: &mut Rng) -> Option<Action> {
        if matches!(self.court(seat).phase, Phase::Paused | Phase::Over) {
            return None;
        }
        // One word for both choices: simulations ask for little else.
        let (places, word) = (u64::from(self.config.court.height) + 1, rng.next_word());
        Some(Action::Steer(match word % 32 {
            0 => Steer::Up,
            1 => Steer::Down,
            2 => Steer::Stop,
            _ => Steer::Follow { to: (((word >> 32) * places) >> 32) as u16, pace: 100 },
        }))
    }
}

impl Imagine for Pong {
    /// Nothing is hidden: the view is the position.
    fn imagine(config: &Arc<Self::Config>, _: Viewer, view: &Self::View, _: &mut Rng) -> Self {
        Self { config: Arc::clone(config), position: view.position.clone(), race: view.race.clone() }
    }
}
