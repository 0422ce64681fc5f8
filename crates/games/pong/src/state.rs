//! A match: the position, and what is announced about it.

use crate::{Action, Config, Event, Position, Side, What, position::Due, rules};
use parlor_kernel::{Dice, GameConfig, Outcome, Reason, Seat, SeatSet, Sink, Stream, Tick, Verdict};
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

    #[inline]
    pub(crate) fn do_action(&mut self, now: Tick, seat: Seat, action: Action, out: &mut impl Sink<Event>) {
        match rules::what(&self.config, &self.position, now, seat, &action) {
            Some(what) => self.happen(now, what, out),
            None => self.lose(now, seat, Reason::Surrender, out),
        }
    }

    /// What is due happens.
    #[inline]
    pub(crate) fn pass_time(&mut self, now: Tick, dice: &impl Dice, out: &mut impl Sink<Event>) {
        match self.position.advance(&self.config, now) {
            None => {}
            Some(Due::PauseEnds) => self.happen(now, What::Resumed, out),
            Some(Due::Point(side)) => {
                let wins = self.position.points[side.index()] + 1 >= self.config.points_to_win;
                let serve = (!wins).then(|| draw_serve(&self.config, dice, self.position.serves));
                self.happen(now, What::Point { side, serve }, out);
                if wins {
                    self.win(now, side, Reason::Completed, out);
                }
            }
        }
    }

    /// Whoever gives up or leaves loses.
    pub(crate) fn lose(&mut self, now: Tick, seat: Seat, reason: Reason, out: &mut impl Sink<Event>) {
        self.win(now, Side::of(seat).other(), reason, out);
    }

    /// A machine may win, but it has no seat: then nobody at the table has won.
    fn win(&mut self, now: Tick, side: Side, reason: Reason, out: &mut impl Sink<Event>) {
        let winners = if side.seat().0 < self.config.seats() { SeatSet::only(side.seat()) } else { SeatSet::EMPTY };
        self.happen(now, What::Over { outcome: Outcome { verdict: Verdict::Won(winners), reason } }, out);
    }

    #[inline]
    fn happen(&mut self, at: Tick, what: What, out: &mut impl Sink<Event>) {
        self.position.apply(&self.config, at, &what);
        out.public(Event { at, what });
    }
}

/// Ruling: within ±45°. Never straight ahead, if it can be helped: between two paddles that nobody moves, such a ball
/// would fly to and fro for ever.
pub(crate) fn draw_serve(config: &Config, dice: &impl Dice, number: u32) -> i8 {
    let most = i32::from(config.ball.serve_degrees);
    let drawn = dice.below(SERVES, number.into(), 2 * most.max(1) as u32) as i32 - most.max(1);
    let degrees = if drawn < 0 { drawn } else { drawn + 1 };
    degrees.clamp(-most, most) as i8
}

#[cfg(test)]
mod tests;
