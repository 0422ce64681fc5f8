//! A match: the position, and what is announced about it.

use crate::{
    Action, Config, Event, What,
    bag::bag,
    piece::Piece,
    position::{Fate, Position},
    rules,
};
use parlor_kernel::{Dice, Outcome, Reason, Seat, SeatSet, Sink, Stream, Tick};
use serde::Serialize;
use std::sync::Arc;

/// Gaps in what is sent to a seat: a stream for each seat, an index for each row or attack.
const GAPS: [Stream; 2] = [Stream(2), Stream(3)];

/// A match of Tetris.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Tetris {
    /// Not part of the digest: it never changes, and the log's header has it.
    #[serde(skip)]
    pub(crate) config: Arc<Config>,
    pub(crate) position: Position,
}

/// Dice that decide, and everyone who listens.
struct House<'a, D, S> {
    config: &'a Config,
    dice: &'a D,
    out: &'a mut S,
}

impl<D: Dice, S: Sink<Event>> Fate for House<'_, D, S> {
    fn gap(&mut self, seat: Seat, index: u64) -> Option<u8> {
        Some(self.dice.below(GAPS[seat.index()], index, crate::board::WIDTH as u32) as u8)
    }

    fn piece(&mut self, number: u32) -> Option<Piece> {
        Some(piece(number, self.dice))
    }

    fn tell(&mut self, at: Tick, what: What) {
        self.out.announce(what.audience(self.config), Event { at, what });
    }
}

/// The piece of that number. Everyone at a table gets the same ones.
fn piece(number: u32, dice: &impl Dice) -> Piece {
    bag(u64::from(number / 7), dice)[number as usize % 7]
}

impl Tetris {
    pub(crate) fn opening(config: &Arc<Config>, dice: &impl Dice) -> Self {
        let first: Vec<_> = (0..config.next.into()).map(|number| piece(number, dice)).collect();
        Self { config: Arc::clone(config), position: Position::opening(config, &first) }
    }

    /// The rule set.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Where everything is.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    pub(crate) fn do_action(&mut self, now: Tick, seat: Seat, action: Action, out: &mut impl Sink<Event>) {
        let Some(what) = rules::what(&self.config, &self.position, seat, action) else {
            return self.lose(now, seat, Reason::Surrender(seat), out);
        };
        let was_out = self.position.well(seat).topped_out.is_some();
        self.happen(now, what, out);
        // A piece that comes from the hold may find no room, too.
        if !was_out && self.position.well(seat).topped_out.is_some() {
            if let Some(counted) = self.position.count(seat) {
                self.happen(now, counted, out);
            }
            self.happen(now, What::ToppedOut { seat }, out);
        }
        self.judge(now, out);
    }

    /// What is due happens.
    #[inline]
    pub(crate) fn pass_time(&mut self, now: Tick, dice: &impl Dice, out: &mut impl Sink<Event>) {
        let ended = self.position.advance(&self.config, now, &mut House { config: &self.config, dice, out });
        if let Some(outcome) = ended {
            self.happen(now, What::Over { outcome }, out);
        }
    }

    /// What a player did may end the match: a drop can be the point that decides a challenge, or its last.
    #[inline]
    fn judge(&mut self, now: Tick, out: &mut impl Sink<Event>) {
        if let Some(outcome) = self.position.result(&self.config, now) {
            self.happen(now, What::Over { outcome }, out);
        }
    }

    /// A player who gives up or leaves loses, unless the result is settled and only their own run is left.
    pub(crate) fn lose(&mut self, now: Tick, seat: Seat, reason: Reason, out: &mut impl Sink<Event>) {
        let winners = SeatSet::all(self.config.seats).without(seat);
        let outcome = self.position.settled(&self.config).unwrap_or(Outcome::won_by(winners, reason));
        self.happen(now, What::Over { outcome }, out);
    }

    #[inline]
    fn happen(&mut self, at: Tick, what: What, out: &mut impl Sink<Event>) {
        let scored = self.position.apply(&self.config, at, &what);
        let ends = matches!(what, What::Over { .. });
        out.announce(what.audience(&self.config), Event { at, what });
        if let Some(what) = scored {
            out.announce(what.audience(&self.config), Event { at, what });
        }
        if ends && self.config.is_veiled() && out.wants() {
            out.public(Event { at, what: What::Unveiled(Box::new(self.position.clone())) });
        }
    }
}
