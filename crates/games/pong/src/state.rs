//! A match: the position, and what is announced about it.

use crate::{Action, Config, Event, PauseBy, Phase, Position, Side, What, position::Due};
use parlor_kernel::{Dice, Outcome, Reason, Seat, SeatSet, Sink, Stream, Tick, Verdict};
use serde::Serialize;
use std::sync::Arc;

/// The directions of the serves, one index each.
const SERVES: Stream = Stream(1);

/// A match of Pong.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Pong {
    /// Not part of the digest: it never changes, and the log's header has it.
    #[serde(skip)]
    pub(crate) config: Arc<Config>,
    pub(crate) position: Position,
}

impl Pong {
    /// The rule set.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Where everything is.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    pub(crate) fn do_action(&mut self, now: Tick, seat: Seat, action: Action, out: &mut impl Sink<Event>) {
        match action {
            Action::Steer(steer) => {
                let (goal, pace) = self.position.paddle(seat).steered(&self.config, now, steer);
                self.happen(now, What::Steered { seat, goal, pace }, out);
            }
            Action::Pause => self.ask_for_pause(now, seat, out),
            Action::Resume if self.position.phase == Phase::Paused => self.happen(now, What::Resumed, out),
            Action::Resume => self.happen(now, What::PauseDropped { seat }, out),
            Action::Surrender => self.lose(now, seat, Reason::Surrender, out),
        }
    }

    /// Ruling: a pause needs everyone's consent, unless the rule set leaves it to anyone.
    fn ask_for_pause(&mut self, now: Tick, seat: Seat, out: &mut impl Sink<Event>) {
        let everyone = self.everyone();
        if self.config.pause.by == PauseBy::Anyone || self.position.asking.with(seat) == everyone {
            self.happen(now, What::Paused, out);
        } else {
            self.happen(now, What::PauseAsked { seat }, out);
        }
    }

    fn everyone(&self) -> SeatSet {
        if self.config.machine.is_some() { SeatSet::all(1) } else { SeatSet::all(2) }
    }

    /// What is due happens.
    #[inline]
    pub(crate) fn pass_time(&mut self, now: Tick, dice: &impl Dice, out: &mut impl Sink<Event>) {
        match self.position.advance(&self.config, now) {
            None => {}
            Some(Due::Serve) => self.serve(now, dice, out),
            Some(Due::PauseEnds) => self.happen(now, What::Resumed, out),
            Some(Due::Point(side)) => {
                self.happen(now, What::Point { side }, out);
                if self.position.points[side.index()] >= self.config.points_to_win {
                    self.win(now, side, Reason::Completed, out);
                }
            }
        }
    }

    /// Ruling: within ±45°. Never straight ahead, if it can be helped: between two paddles that nobody moves, such a
    /// ball would fly to and fro for ever.
    fn serve(&mut self, now: Tick, dice: &impl Dice, out: &mut impl Sink<Event>) {
        let most = i32::from(self.config.ball.serve_degrees);
        let drawn = dice.below(SERVES, self.position.serves.into(), 2 * most.max(1) as u32) as i32 - most.max(1);
        let degrees = if drawn < 0 { drawn } else { drawn + 1 };
        self.happen(now, What::Served { degrees: degrees.clamp(-most, most) as i8 }, out);
    }

    /// Whoever gives up or leaves loses.
    pub(crate) fn lose(&mut self, now: Tick, seat: Seat, reason: Reason, out: &mut impl Sink<Event>) {
        self.win(now, Side::of(seat).other(), reason, out);
    }

    /// A machine may win, but it has no seat: then nobody at the table has won.
    fn win(&mut self, now: Tick, side: Side, reason: Reason, out: &mut impl Sink<Event>) {
        let winners = if self.everyone().contains(side.seat()) { SeatSet::only(side.seat()) } else { SeatSet::EMPTY };
        self.happen(now, What::Over { outcome: Outcome { verdict: Verdict::Won(winners), reason } }, out);
    }

    #[inline]
    fn happen(&mut self, at: Tick, what: What, out: &mut impl Sink<Event>) {
        self.position.apply(&self.config, at, &what);
        out.public(Event { at, what });
    }
}

#[cfg(test)]
mod tests;
