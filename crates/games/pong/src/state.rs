//! A match: the position, and what is announced about it.

use crate::{Action, Config, Event, Phase, Position, Race, Side, What, position::Due, rules, units::TICKS_PER_SECOND};
use parlor_kernel::{Dice, Duel, Outcome, Reason, Seat, SeatSet, Sink, Stream, Tick};
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
    /// The court; in a challenge that of the first seat.
    pub(crate) position: Position,
    /// What else there is in a challenge.
    pub(crate) race: Option<Box<Race>>,
    /// Whether the match has begun in earnest. Not part of the digest: it follows from the log.
    #[serde(skip)]
    pub(crate) begun: bool,
    /// From when on it has been played without a pause: later by every pause there was. Follows from the log, too.
    #[serde(skip)]
    pub(crate) from: Tick,
}

impl Pong {
    pub(crate) fn opening(config: &Arc<Config>, dice: &impl Dice) -> Self {
        let position = Position::opening(config, draw_serve(config, dice, 0));
        let race = config.challenge.map(|_| Box::new(Race::opening(position.clone())));
        Self { config: Arc::clone(config), position, race, begun: false, from: config.first_serve() }
    }

    /// The rule set.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Where everything is; in a challenge, on the first seat's court.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The court a seat plays on.
    #[inline]
    pub(crate) fn court(&self, seat: Seat) -> &Position {
        match &self.race {
            Some(race) if seat.0 == 1 => &race.court,
            _ => &self.position,
        }
    }

    /// When something happens by itself.
    #[inline]
    pub(crate) fn due(&self) -> Option<Tick> {
        match &self.race {
            None => self.position.next_due(),
            Some(race) if race.outcome.is_some() => None,
            Some(race) => {
                let end = self.config.challenge.map(|challenge| race.due(challenge, &self.position));
                [self.position.due, race.court.due, end].into_iter().flatten().min()
            }
        }
    }

    #[inline]
    pub(crate) fn do_action(&mut self, now: Tick, seat: Seat, action: Action, out: &mut impl Sink<Event>) {
        match rules::what(&self.config, self.court(seat), now, seat, &action) {
            Some(what) => self.happen(now, self.number(seat), what, out),
            None => self.lose(now, seat, Reason::Surrender(seat), out),
        }
    }

    /// The court a seat plays on, as a number.
    #[inline]
    const fn number(&self, seat: Seat) -> u8 {
        if self.race.is_some() { seat.0 } else { 0 }
    }

    /// What is due happens.
    #[inline]
    pub(crate) fn pass_time(&mut self, now: Tick, dice: &impl Dice, out: &mut impl Sink<Event>) {
        self.note_time(now);
        let due = self.position.advance(&self.config, now);
        self.fall_due(now, 0, due, dice, out);
        if let Some(race) = &mut self.race {
            let due = race.court.advance(&self.config, now);
            self.fall_due(now, 1, due, dice, out);
            self.judge(now, out);
        }
    }

    #[inline]
    fn fall_due(&mut self, now: Tick, court: u8, due: Option<Due>, dice: &impl Dice, out: &mut impl Sink<Event>) {
        match due {
            None => {}
            Some(Due::PauseEnds) => self.happen(now, court, What::Resumed, out),
            Some(Due::Point(side)) => {
                let position = self.court(Seat(court));
                let wins = position.points[side.index()] + 1 >= self.config.points_to_win;
                let serve = (!wins).then(|| draw_serve(&self.config, dice, position.serves));
                self.happen(now, court, What::Point { side, serve }, out);
                if self.config.is_veiled() {
                    let points = self.court(Seat(court)).points;
                    self.happen(now, court, What::Counted { seat: Seat(court), points }, out);
                }
                if wins {
                    self.win(now, court, side, Reason::Completed, out);
                }
            }
        }
    }

    /// Ruling: a match begins in earnest after three seconds of play.
    #[inline]
    fn note_time(&mut self, now: Tick) {
        let plays = self.position.serves > 0 && self.position.phase != Phase::Paused;
        self.begun |= plays && now >= self.from + 3 * u64::from(TICKS_PER_SECOND);
    }

    /// A pause is over, and with it the countdown in which everything still stands. It was no play.
    fn note_pause(&mut self, now: Tick) {
        let goes_on = now + self.config.countdown();
        match self.position.stood_since(&self.config) {
            Some(since) if self.position.serves > 0 => self.from = self.from + (goes_on - since),
            Some(_) => self.from = goes_on,
            None => {}
        }
    }

    /// A challenge may be over.
    fn judge(&mut self, now: Tick, out: &mut impl Sink<Event>) {
        let race = self.race.as_ref().filter(|race| race.outcome.is_none());
        if let Some(outcome) = race.and_then(|race| race.verdict(&self.config, &self.position, now)) {
            self.decide(now, outcome, out);
        }
    }

    /// A challenge is over, and everyone may see everything.
    fn decide(&mut self, now: Tick, outcome: Outcome, out: &mut impl Sink<Event>) {
        self.happen(now, 0, What::Decided { outcome }, out);
        if let Some(race) = self.race.clone().filter(|_| out.wants()) {
            let what = What::Unveiled { position: Box::new(self.position.clone()), race };
            out.public(Event { at: now, court: 0, what });
        }
    }

    /// A player who gives up or leaves loses, unless the result is settled and only their own run is left.
    pub(crate) fn lose(&mut self, now: Tick, seat: Seat, reason: Reason, out: &mut impl Sink<Event>) {
        if let Some(race) = &self.race {
            let lost = Outcome::won(Duel::other(seat), reason);
            return self.decide(now, race.settled(&self.config, &self.position).unwrap_or(lost), out);
        }
        self.win(now, 0, Side::of(seat).other(), reason, out);
    }

    /// A machine may win, but it has no seat: then no seat has won.
    fn win(&mut self, now: Tick, court: u8, side: Side, reason: Reason, out: &mut impl Sink<Event>) {
        let winner = match (self.config.machine, side) {
            (None, side) => Some(side.seat()),
            (Some(_), Side::Left) => Some(Seat(court)),
            (Some(_), Side::Right) => None,
        };
        let winners = winner.map_or(SeatSet::EMPTY, SeatSet::only);
        self.happen(now, court, What::Over { outcome: Outcome::won_by(winners, reason) }, out);
    }

    #[inline]
    fn happen(&mut self, at: Tick, court: u8, what: What, out: &mut impl Sink<Event>) {
        self.note_time(at);
        if what == What::Resumed {
            self.note_pause(at);
        }
        let event = Event { at, court, what };
        take_place(&self.config, &mut self.position, self.race.as_deref_mut(), &event);
        out.announce(event.audience(&self.config), event);
    }
}

/// Something happens on one of the courts, or to both. The game and every view of it do the same.
#[inline]
pub(crate) fn take_place(config: &Config, position: &mut Position, race: Option<&mut Race>, event: &Event) {
    let Event { at, court, what } = event;
    match (race, what) {
        (None, _) => position.apply(config, *at, what),
        (Some(race), What::Decided { outcome }) => race.decide(*at, position, *outcome),
        (Some(race), _) => {
            (if *court == 1 { &mut race.court } else { position }).apply(config, *at, what);
            race.note(*at, usize::from(*court == 1), what);
        }
    }
}

/// Ruling: within ±45°. Never straight ahead, if it can be helped: between two idle paddles, such a ball
/// would fly to and fro for ever.
pub(crate) fn draw_serve(config: &Config, dice: &impl Dice, number: u32) -> i8 {
    let most = i32::from(config.ball.serve_degrees);
    let drawn = dice.below(SERVES, number.into(), 2 * most.max(1) as u32) as i32 - most.max(1);
    let degrees = if drawn < 0 { drawn } else { drawn + 1 };
    degrees.clamp(-most, most) as i8
}

#[cfg(test)]
mod tests;
