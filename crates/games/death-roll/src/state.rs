//! The position and its rules.

use crate::{Config, Event, Illegal, Roll, View};
use parlor_kernel::{Dice, Digest, Duel, Outcome, Reason, Seat, SeatSet, Sink, Stream, Tick};
use serde::Serialize;
use std::sync::Arc;

/// The rolls, one index each.
const ROLLS: Stream = Stream(1);

pub(crate) const TICKS_PER_SECOND: u32 = 1_000;

/// A match of Death Roll.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct DeathRoll {
    /// Not part of the digest: it never changes, and the log's header has it.
    #[serde(skip)]
    pub(crate) config: Arc<Config>,
    /// When it came to this. No rule asks for it; it is there so that the digests prove the times in a log as well,
    /// also where there is no clock.
    pub(crate) moved: Tick,
    pub(crate) salts: [Option<u32>; 2],
    pub(crate) rolled: u32,
    pub(crate) last: Option<Roll>,
    pub(crate) turn: Seat,
    pub(crate) deadline: Option<Tick>,
    #[serde(serialize_with = "Outcome::serialize_unseated_option")]
    pub(crate) outcome: Option<Outcome>,
    /// Every roll, for views; the digest is covered by the last one and their number.
    #[serde(skip)]
    pub(crate) history: Vec<Roll>,
}

impl DeathRoll {
    /// Ruling: the challenger, who has the first seat, rolls first.
    pub(crate) fn opening(config: &Arc<Config>) -> Self {
        let mut game = Self {
            config: Arc::clone(config),
            moved: Tick::ZERO,
            salts: [None; 2],
            rolled: 0,
            last: None,
            turn: Seat(0),
            deadline: None,
            outcome: None,
            history: Vec::new(),
        };
        game.deadline = game.deadline_from(Tick::ZERO);
        game
    }

    /// The rule set.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// The next roll is between 1 and this. Ruling: a roll becomes the maximum.
    pub fn max(&self) -> u32 {
        self.last.map_or(self.config.start, |roll| roll.rolled)
    }

    pub(crate) const fn awaited(&self) -> SeatSet {
        match self.outcome {
            Some(_) => SeatSet::EMPTY,
            None => SeatSet::only(self.turn),
        }
    }

    pub(crate) fn may_roll(&self, seat: Seat) -> Result<(), Illegal> {
        if seat == self.turn { Ok(()) } else { Err(Illegal::NotYourTurn) }
    }

    /// Ruling: each player may add a number before the first roll.
    pub(crate) fn may_salt(&self, seat: Seat) -> Result<(), Illegal> {
        if self.last.is_some() {
            return Err(Illegal::AlreadyRolling);
        }
        if self.salts[seat.index()].is_some() {
            return Err(Illegal::AlreadySalted);
        }
        Ok(())
    }

    pub(crate) fn salt(&mut self, seat: Seat, salt: u32, out: &mut impl Sink<Event>) {
        self.salts[seat.index()] = Some(salt);
        out.public(Event::Salted { seat, salt });
    }

    /// The seat whose turn it is rolls. Ruling: rolling 1 loses.
    pub(crate) fn roll(&mut self, now: Tick, dice: &impl Dice, out: &mut impl Sink<Event>) {
        let (seat, max) = (self.turn, self.max());
        let roll = Roll { seat, rolled: 1 + dice.below(ROLLS, self.index(), max), max };
        self.rolled += 1;
        self.last = Some(roll);
        self.history.push(roll);
        out.public(Event::Rolled(roll));
        if roll.rolled == 1 {
            return self.end(Outcome::won(Duel::other(seat), Reason::Completed), out);
        }
        self.turn = Duel::other(seat);
        self.deadline = self.deadline_from(now);
        out.public(Event::Turn { seat: self.turn, deadline: self.deadline });
    }

    pub(crate) fn end(&mut self, outcome: Outcome, out: &mut impl Sink<Event>) {
        self.outcome = Some(outcome);
        self.deadline = None;
        out.public(Event::Over { outcome });
    }

    /// Where the next roll lies in its stream. With salt it is somewhere unforeseeable.
    fn index(&self) -> u64 {
        let start = if self.salts == [None; 2] { 0 } else { Digest::of(&self.salts).word() };
        start.wrapping_add(self.rolled.into())
    }

    fn deadline_from(&self, now: Tick) -> Option<Tick> {
        self.config.roll_seconds.map(|seconds| now + u64::from(seconds) * u64::from(TICKS_PER_SECOND))
    }

    pub(crate) fn seen(&self) -> View {
        View {
            max: self.max(),
            turn: self.turn,
            rolls: self.history.clone(),
            salts: self.salts,
            deadline: self.deadline,
            outcome: self.outcome,
        }
    }
}
