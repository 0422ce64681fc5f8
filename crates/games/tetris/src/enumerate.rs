//! Legal actions, listed and drawn.

use crate::{
    Action, Tetris, View,
    handling::{Handling, Key},
    piece::Piece,
    well::Well,
};
use parlor_kernel::{Enumerate, Game, Imagine, Rng, Rules, Seat, Viewer};
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
    /// The view is the position, but for fields that are veiled: those could be any that stand so.
    fn imagine(rules: &Arc<Rules<Self>>, _: Viewer, view: &View, rng: &mut Rng) -> Self {
        let config = &rules.config;
        let mut position = view.position.clone();
        let now = position.played(position.clock);
        for seat in view.veiled.iter() {
            let known = &mut position.wells[seat.index()];
            if known.topped_out.is_some() {
                continue;
            }
            let next: Vec<_> = (0..config.next).map(|_| Piece::ALL[rng.below(7) as usize]).collect();
            let mut well = Well { score: known.score, lines: known.lines, pieces: known.pieces, ..Well::new(next) };
            well.entry = Some(now + 1 + u64::from(rng.below(30)));
            if rng.percent(50) {
                well.enter(config, now);
                well.next.push(Piece::ALL[rng.below(7) as usize]);
            }
            *known = well;
        }
        Self { config: Arc::clone(config), position }
    }
}
