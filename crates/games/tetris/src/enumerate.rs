//! Legal actions, listed and drawn.

use crate::{
    Action, Config, Tetris, View,
    handling::{Handling, Key},
};
use parlor_kernel::{Enumerate, Game, Imagine, Rng, Seat, Viewer};
use std::{ops::ControlFlow, sync::Arc};

impl Enumerate for Tetris {
    fn each_legal<B>(&self, seat: Seat, mut f: impl FnMut(Action) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.position.outcome.is_some() {
            return ControlFlow::Continue(());
        }
        let keys = Key::ALL.into_iter().flat_map(|key| [Action::Press(key), Action::Release(key), Action::Tap(key)]);
        for action in keys.chain([Action::Pause, Action::Resume, Action::Surrender]) {
            if self.check(seat, &action).is_ok() {
                f(action)?;
            }
        }
        let Handling { delay, repeat, soft } = Handling::LIMITS;
        for delay in 0..=delay {
            for repeat in 0..=repeat {
                for soft in 0..=soft {
                    f(Action::Handle(Handling { delay, repeat, soft }))?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Any key that does something, and hard drops often enough for matches to end.
    fn sample(&self, seat: Seat, rng: &mut Rng) -> Option<Action> {
        let key = Key::ALL[rng.below(7) as usize];
        let action = match rng.below(4) {
            0 => Action::Press(key),
            1 if key.is_held() => Action::Release(key),
            1 => Action::Tap(Key::Hard),
            _ => Action::Tap(key),
        };
        let resumed = [action, Action::Resume];
        resumed.into_iter().find(|action| self.check(seat, action).is_ok())
    }
}

impl Imagine for Tetris {
    /// Nothing is hidden but the dice: the view is the position.
    fn imagine(config: &Arc<Config>, _: Viewer, view: &View, _: &mut Rng) -> Self {
        Self { config: Arc::clone(config), position: view.position.clone() }
    }
}
