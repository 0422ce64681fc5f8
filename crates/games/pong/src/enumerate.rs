//! What a seat may do, listed.

use crate::{Action, Phase, Pong, Position, Steer, rules, state::draw_serve};
use parlor_kernel::{Enumerate, FastDice, Game, Imagine, Rng, Rules, Seat, Tick, Viewer};
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
    /// The view is the position, but for courts that are veiled: those could be any with these points.
    fn imagine(rules: &Arc<Rules<Self>>, _: Viewer, view: &Self::View, rng: &mut Rng) -> Self {
        let config = &rules.config;
        let (mut position, mut race) = (view.position.clone(), view.race.clone());
        for seat in view.veiled.iter() {
            let Some(race) = &mut race else { break };
            let court = if seat.0 == 1 { &mut race.court } else { &mut position };
            if court.phase == Phase::Over {
                continue;
            }
            let serve = draw_serve(config, &FastDice(rng.next_word()), 0);
            let due = Tick(rng.below(60 * 60).into());
            *court = Position { points: court.points, due: Some(due), ..Position::opening(config, serve) };
            if rng.percent(50) {
                court.serve(config, due);
            }
            race.alive[seat.index()] = due;
        }
        // No view shows whether the match has begun in earnest.
        Self { config: Arc::clone(config), position, race, begun: false, from: config.first_serve() }
    }
}
