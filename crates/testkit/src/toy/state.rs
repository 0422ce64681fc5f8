//! The position and its rules.

use super::{Call, Config, Event, Illegal};
use parlor_kernel::{Barrier, Dice, Game, Outcome, Reason, Seat, SeatSet, Sink, Stream, Tick, Verdict};
use serde::Serialize;
use std::{fmt, sync::Arc};

/// Who guesses first.
const FIRST: Stream = Stream(1);
/// What the clock puts into a fist, one index per seat.
const FISTS: Stream = Stream(2);

/// A match of Pebbles.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Pebbles {
    /// Not part of the digest: it never changes, and the log's header has it.
    #[serde(skip)]
    pub(super) config: Arc<Config>,
    pub(super) fists: Fists,
    /// How each seat used its turn, once it had it.
    pub(super) calls: Vec<Option<Call>>,
    /// Who is to guess; nobody while fists are being closed.
    pub(super) turn: Option<Seat>,
    pub(super) gone: SeatSet,
    /// Until when the awaited seats may think.
    pub(super) deadline: Option<Tick>,
    pub(super) outcome: Option<Outcome>,
}

/// What everybody hides.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(super) enum Fists {
    /// Still being closed: the rules themselves cannot look inside.
    Closing(Barrier<u8>),
    /// All closed, by seat.
    Closed(Vec<u8>),
}

impl Fists {
    /// What `seat` holds, if its fist is closed.
    pub(super) fn of(&self, seat: Seat) -> Option<u8> {
        match self {
            Self::Closing(barrier) => barrier.own(seat).copied(),
            Self::Closed(hands) => hands.get(seat.index()).copied(),
        }
    }

    fn put(&mut self, seat: Seat, pebbles: u8) {
        match self {
            Self::Closing(barrier) => barrier.put(seat, pebbles),
            Self::Closed(hands) => hands[seat.index()] = pebbles,
        }
    }

    /// Whether all of them are.
    pub(super) const fn are_closed(&self) -> bool {
        matches!(self, Self::Closed(_))
    }

    /// The seats whose fist is still open.
    pub(super) fn missing(&self) -> SeatSet {
        match self {
            Self::Closing(barrier) => barrier.missing(),
            Self::Closed(_) => SeatSet::EMPTY,
        }
    }
}

impl Pebbles {
    pub(super) fn opening(config: &Arc<Config>) -> Self {
        let mut game = Self {
            config: Arc::clone(config),
            fists: Fists::Closing(Barrier::new(config.seats)),
            calls: vec![None; config.seats.into()],
            turn: None,
            gone: SeatSet::EMPTY,
            deadline: None,
            outcome: None,
        };
        game.deadline = game.deadline_from(Tick::ZERO);
        game
    }

    pub(super) fn awaited(&self) -> SeatSet {
        match (self.outcome, self.turn) {
            (Some(_), _) => SeatSet::EMPTY,
            (None, Some(seat)) => SeatSet::only(seat),
            (None, None) => self.fists.missing(),
        }
    }

    /// A fist is closed once, around at most as many pebbles as it holds.
    pub(super) fn may_hide(&self, seat: Seat, pebbles: u8) -> Result<(), Illegal> {
        if self.fists.of(seat).is_some() {
            return Err(Illegal::AlreadyHidden);
        }
        let most = self.config.pebbles;
        if pebbles > most {
            return Err(Illegal::TooManyPebbles { most });
        }
        Ok(())
    }

    /// Guesses come in turn, once all fists are closed, and no total is guessed twice.
    pub(super) fn may_guess(&self, seat: Seat, total: u8) -> Result<(), Illegal> {
        let turn = self.turn.ok_or(Illegal::StillHiding)?;
        if turn != seat {
            return Err(Illegal::NotYourTurn);
        }
        let most = self.config.most();
        if total > most {
            return Err(Illegal::TooHigh { most });
        }
        if self.calls.contains(&Some(Call::Guess(total))) {
            return Err(Illegal::AlreadyGuessed { total });
        }
        Ok(())
    }

    pub(super) fn hide(&mut self, seat: Seat, pebbles: u8, out: &mut impl Sink<Event>) {
        self.fists.put(seat, pebbles);
        out.private(seat, Event::Holding { seat, pebbles });
        out.public(Event::Hid { seat });
    }

    /// When the last fist is closed, the dice say who guesses first.
    pub(super) fn begin_once_all_are_in(&mut self, now: Tick, dice: &impl Dice, out: &mut impl Sink<Event>) {
        let Fists::Closing(barrier) = &self.fists else {
            return;
        };
        let Ok(hands) = barrier.clone().open() else {
            return;
        };
        self.fists = Fists::Closed(hands);
        let staying = self.staying();
        let first = dice.below(FIRST, 0, staying.len());
        self.pass_turn_to(staying.iter().nth(first as usize), now, out);
    }

    /// `seat` uses its turn; the next seat that had none yet is to guess.
    pub(super) fn call(&mut self, now: Tick, seat: Seat, call: Call, out: &mut impl Sink<Event>) {
        self.calls[seat.index()] = Some(call);
        out.public(Event::Called { seat, call });
        self.pass_turn_to(self.next_after(seat), now, out);
    }

    /// Nobody waits for ever: the dice fill the fists that are still open, and a turn is missed.
    pub(super) fn time_out(&mut self, now: Tick, dice: &impl Dice, out: &mut impl Sink<Event>) {
        if let Some(seat) = self.turn {
            return self.call(now, seat, Call::Pass, out);
        }
        for seat in self.fists.missing().iter() {
            let pebbles = dice.below(FISTS, seat.0.into(), u32::from(self.config.pebbles) + 1);
            self.hide(seat, pebbles as u8, out);
        }
        self.begin_once_all_are_in(now, dice, out);
    }

    /// Whoever leaves takes the pebbles along and guesses no more. The last one who stays wins.
    pub(super) fn desert(&mut self, now: Tick, seat: Seat, dice: &impl Dice, out: &mut impl Sink<Event>) {
        self.gone = self.gone.with(seat);
        self.fists.put(seat, 0);
        self.calls[seat.index()] = Some(Call::Pass);
        out.public(Event::Left { seat });
        let staying = self.staying();
        match staying.first() {
            Some(last) if staying.len() == 1 => {
                self.end(Outcome::won(last, Reason::Abandoned(seat)), out);
            }
            _ if self.turn == Some(seat) => self.pass_turn_to(self.next_after(seat), now, out),
            _ => self.begin_once_all_are_in(now, dice, out),
        }
    }

    fn staying(&self) -> SeatSet {
        Seat::all(self.config.seats).filter(|&seat| !self.gone.contains(seat)).collect()
    }

    /// The next seat around the table that has not had its turn.
    fn next_after(&self, seat: Seat) -> Option<Seat> {
        let seats = self.config.seats;
        (1..seats).map(|step| Seat((seat.0 + step) % seats)).find(|next| self.calls[next.index()].is_none())
    }

    /// `next` is to guess; if there is nobody, the fists are opened.
    fn pass_turn_to(&mut self, next: Option<Seat>, now: Tick, out: &mut impl Sink<Event>) {
        let Some(seat) = next else {
            return self.end(self.result(), out);
        };
        self.turn = Some(seat);
        self.deadline = self.deadline_from(now);
        out.public(Event::Turn { seat, deadline: self.deadline });
    }

    fn deadline_from(&self, now: Tick) -> Option<Tick> {
        let ticks = u64::from(Self::SPEC.ticks_per_second);
        self.config.turn_seconds.map(|seconds| now + u64::from(seconds) * ticks)
    }

    /// The closest guess wins; two equally close ones, or none at all, are a draw.
    fn result(&self) -> Outcome {
        let total: u8 = self.hands().flatten().sum();
        let misses = |seat: Seat| match self.calls[seat.index()] {
            Some(Call::Guess(guess)) => Some((guess.abs_diff(total), seat)),
            Some(Call::Pass) | None => None,
        };
        let mut misses: Vec<_> = Seat::all(self.config.seats).filter_map(misses).collect();
        misses.sort_unstable();
        match *misses {
            [(closest, seat), ..] if misses.get(1).is_none_or(|&(next, _)| next > closest) => {
                Outcome::won(seat, Reason::Completed)
            }
            _ => Outcome { verdict: Verdict::Draw, reason: Reason::Completed },
        }
    }

    fn end(&mut self, outcome: Outcome, out: &mut impl Sink<Event>) {
        self.outcome = Some(outcome);
        self.turn = None;
        self.deadline = None;
        out.public(Event::Over { outcome, hands: self.hands().collect() });
    }

    /// What is in each fist, by seat.
    pub(super) fn hands(&self) -> impl Iterator<Item = Option<u8>> {
        Seat::all(self.config.seats).map(|seat| self.fists.of(seat))
    }
}

impl fmt::Display for Pebbles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for seat in Seat::all(self.config.seats) {
            let hand = self.fists.of(seat).map_or("open".to_owned(), |pebbles| pebbles.to_string());
            let call = match self.calls[seat.index()] {
                Some(Call::Guess(total)) => total.to_string(),
                Some(Call::Pass) => "pass".to_owned(),
                None => "–".to_owned(),
            };
            writeln!(f, "{seat}: fist {hand}, guess {call}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{super::Action, *};
    use parlor_kernel::{FastDice, Viewer};

    fn seated(hands: &[u8]) -> Pebbles {
        let config = Config { seats: hands.len() as u8, pebbles: 3, turn_seconds: Some(5) };
        let mut game = Pebbles::new(&config.into(), &FastDice(1));
        for (seat, &pebbles) in (0u8..).map(Seat).zip(hands) {
            game.act(Tick(10), seat, Action::Hide { pebbles }, &FastDice(1), &mut ());
        }
        game
    }

    /// Everybody guesses in turn, starting with whoever is to guess.
    fn guess(game: &mut Pebbles, totals: &[u8]) {
        for &total in totals {
            let seat = game.turn.expect("somebody is to guess");
            game.act(Tick(10), seat, Action::Guess { total }, &FastDice(1), &mut ());
        }
    }

    #[test]
    fn the_closest_guess_wins() {
        let mut game = seated(&[1, 3, 2]);
        let first = game.turn;
        guess(&mut game, &[5, 9, 0]);
        let winner = first.expect("somebody began");
        assert_eq!(game.outcome, Some(Outcome::won(winner, Reason::Completed)));
        assert_eq!(game.score(winner), 1);
    }

    #[test]
    fn equally_close_guesses_draw() {
        let mut game = seated(&[2, 2]);
        guess(&mut game, &[3, 5]);
        assert_eq!(game.outcome.map(|outcome| outcome.verdict), Some(Verdict::Draw));
    }

    #[test]
    fn the_clock_fills_fists_and_misses_turns() {
        let config = Config { seats: 2, pebbles: 3, turn_seconds: Some(5) };
        let mut game = Pebbles::new(&config.into(), &FastDice(1));
        for tick in [5_000, 10_000, 15_000] {
            assert_eq!(game.next_wake(), Some(Tick(tick)));
            game.wake(Tick(tick), &FastDice(1), &mut ());
        }
        assert_eq!(game.outcome.map(|outcome| outcome.verdict), Some(Verdict::Draw));
    }

    #[test]
    fn leavers_take_their_pebbles_along() {
        let mut game = seated(&[3, 3, 3]);
        let leaver = game.turn.expect("somebody is to guess");
        game.leave(Tick(10), leaver, &FastDice(1), &mut ());
        assert_eq!(game.view(Viewer::Spectator).hands[leaver.index()], Some(0));
        let second = game.turn.expect("somebody else is to guess");
        game.leave(Tick(10), second, &FastDice(1), &mut ());
        let last = game.staying().first().expect("one stays");
        assert_eq!(game.outcome, Some(Outcome::won(last, Reason::Abandoned(second))));
    }
}
