//! What a seat may do.

use crate::{
    config::{Challenge, RACK, SWAP_NEEDS},
    event::Action,
    moves::{Field, Found, Hand, MOST_LOOKED_AT},
    state::Words,
    tiles::Tiles,
};
use parlor_kernel::{Enumerate, Game, Rng, Seat};
use std::ops::ControlFlow;

impl Words {
    fn each_play<B>(&self, seat: Seat, f: impl FnMut(&Found) -> ControlFlow<B>) -> ControlFlow<B> {
        let field = Field::new(self.config(), self.rules.assets.graph(), &self.common.board);
        field.each_play(&self.racks[seat.index()], f)
    }

    fn each_swap<B>(&self, seat: Seat, mut f: impl FnMut(Tiles) -> ControlFlow<B>) -> ControlFlow<B> {
        if u32::from(self.common.bag_when_closed(RACK)) < SWAP_NEEDS {
            return ControlFlow::Continue(());
        }
        let parts = Hand::new(&self.racks[seat.index()]).parts();
        parts.into_iter().skip(1).try_for_each(|(_, tiles)| f(tiles))
    }
}

impl Enumerate for Words {
    fn each_legal<B>(&self, seat: Seat, mut f: impl FnMut(Action) -> ControlFlow<B>) -> ControlFlow<B> {
        for action in [Action::Pass, Action::Challenge, Action::Surrender] {
            if self.check(seat, &action).is_ok() {
                f(action)?;
            }
        }
        if self.common.turn != Some(seat) || self.common.is_out() {
            return ControlFlow::Continue(());
        }
        self.each_swap(seat, |tiles| f(Action::Swap { tiles }))?;
        self.each_play(seat, |found| f(found.action(&self.common.board)))
    }

    /// A play may claim any score; and where plays are challenged, it need not form words.
    fn is_open(&self, seat: Seat) -> bool {
        self.common.turn == Some(seat) && !self.common.is_out()
    }

    /// Mostly plays; now and then a swap, a pass or a challenge.
    fn sample(&self, seat: Seat, rng: &mut Rng) -> Option<Action> {
        if self.common.turn != Some(seat) {
            return None;
        }
        if self.config().challenge != Challenge::Void && self.common.open && rng.percent(20) {
            return Some(Action::Challenge);
        }
        if self.common.is_out() || rng.percent(3) {
            return Some(Action::Pass);
        }
        let mut swap = Reservoir::default();
        let play = self.sample_play(seat, rng).filter(|_| rng.percent(90));
        if play.is_none() {
            let _: ControlFlow<()> = self.each_swap(seat, |tiles| {
                swap.offer(tiles, rng);
                ControlFlow::Continue(())
            });
        }
        play.or_else(|| swap.kept.map(|tiles| Action::Swap { tiles })).or(Some(Action::Pass))
    }
}

impl Words {
    fn sample_play(&self, seat: Seat, rng: &mut Rng) -> Option<Action> {
        let mut play = Reservoir::default();
        let _: ControlFlow<()> = self.each_play(seat, |found| {
            play.offer(*found, rng);
            if play.seen < MOST_LOOKED_AT { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        play.kept.map(|found| found.action(&self.common.board))
    }
}

/// Keeps one of all that it is offered, each with the same chance.
struct Reservoir<T> {
    kept: Option<T>,
    seen: u32,
}

impl<T> Default for Reservoir<T> {
    fn default() -> Self {
        Self { kept: None, seen: 0 }
    }
}

impl<T> Reservoir<T> {
    fn offer(&mut self, item: T, rng: &mut Rng) {
        self.seen += 1;
        if rng.below(self.seen) == 0 {
            self.kept = Some(item);
        }
    }
}
