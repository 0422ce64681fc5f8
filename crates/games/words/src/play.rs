//! What an action does.

use crate::{
    config::{Challenge, Clock},
    event::{Event, Laid, Move, Timing},
    rules::is_word,
    state::{TICKS_PER_SECOND, Words},
    tiles::Tiles,
};
use parlor_kernel::{Dice, Reason, Seat, Sink, Tick};

/// What a wrong challenge costs in the variant that is named after it.
const FIVE: i32 = 5;

impl Words {
    /// Lays a word. Where plays are challenged, its player draws only when this can no longer happen.
    pub(crate) fn play(&mut self, now: Tick, seat: Seat, laid: Laid, dice: &impl Dice, out: &mut impl Sink<Event>) {
        let Ok(rest) = self.racks[seat.index()].minus(&laid.tiles()) else { return };
        self.racks[seat.index()] = rest;
        self.tell(Event::Moved { seat, made: Move::Play(laid) }, out);
        if self.config().challenge == Challenge::Void {
            self.close_play(now, dice, out);
        } else {
            self.show_rack(seat, out);
        }
        self.next_turn(now, out);
    }

    /// The open play stands: its player draws. If there was nothing left to draw nor to lay, the match is over.
    pub(crate) fn close_play(&mut self, now: Tick, dice: &impl Dice, out: &mut impl Sink<Event>) {
        let Some((player, _)) = self.common.open_play() else { return };
        if self.common.is_out() {
            self.complete(now, Some(player), out);
        } else {
            self.refill(player, dice, out);
        }
    }

    /// Draws first, then puts the chosen tiles back, so that none of them comes back at once.
    pub(crate) fn swap(&mut self, now: Tick, seat: Seat, tiles: &Tiles, dice: &impl Dice, out: &mut impl Sink<Event>) {
        let Ok(rest) = self.racks[seat.index()].minus(tiles) else { return };
        let count = tiles.len() as u8;
        let drawn = self.draw(count, dice);
        self.racks[seat.index()] = rest.plus(&drawn);
        self.bag = self.bag.plus(tiles);
        self.show_rack(seat, out);
        self.take_turn(now, seat, Move::Swap(count), out);
    }

    /// A turn without points.
    pub(crate) fn take_turn(&mut self, now: Tick, seat: Seat, made: Move, out: &mut impl Sink<Event>) {
        self.tell(Event::Moved { seat, made }, out);
        self.next_turn(now, out);
    }

    /// Ruling: a wrong play is taken back and its turn lost; a wrong challenge loses the turn or costs five points.
    pub(crate) fn challenge(&mut self, now: Tick, seat: Seat, dice: &impl Dice, out: &mut impl Sink<Event>) {
        let Some((player, laid)) = self.common.open_play() else { return };
        let formed = laid.words.iter().map(|formed| &formed.word);
        let wrong = formed.into_iter().find(|word| !is_word(&self.rules.assets, word)).cloned();
        if wrong.is_some() {
            self.racks[player.index()] = self.racks[player.index()].plus(&laid.tiles());
            self.tell(Event::Challenged { seat, wrong, cost: 0 }, out);
            self.show_rack(player, out);
            self.collect(out);
            if self.is_exhausted() {
                self.complete(now, None, out);
            }
            return;
        }
        let loses_turn = self.config().challenge == Challenge::Double;
        let out_of_tiles = self.common.is_out();
        self.tell(Event::Challenged { seat, wrong, cost: if loses_turn { 0 } else { FIVE } }, out);
        if out_of_tiles {
            return self.complete(now, Some(player), out);
        }
        self.refill(player, dice, out);
        if loses_turn {
            self.take_turn(now, seat, Move::Challenge, out);
        }
    }

    /// Time is up: the turn is passed, or the seat loses.
    pub(crate) fn time_out(&mut self, now: Tick, dice: &impl Dice, out: &mut impl Sink<Event>) {
        let Some(seat) = self.common.turn else { return };
        match self.config().clock {
            Clock::None => {}
            Clock::Turn { .. } => {
                self.close_play(now, dice, out);
                if self.common.outcome.is_none() {
                    self.take_turn(now, seat, Move::Missed, out);
                }
            }
            Clock::Total { .. } => self.drop_out(now, Reason::Timeout(seat), dice, out),
        }
    }

    /// The seat that a reason names plays no more. The last one who stays wins.
    pub(crate) fn drop_out(&mut self, now: Tick, reason: Reason, dice: &impl Dice, out: &mut impl Sink<Event>) {
        let Some(seat) = reason.seat() else { return };
        // A play stays open to a challenge as long as its player and the seat that may challenge it are there.
        let open = self.common.open_play().filter(|_| self.common.playing().len() > 2);
        let stands = open.is_some_and(|(player, _)| player == seat || self.common.turn == Some(seat));
        let is_out = self.common.is_out();
        if stands && !is_out {
            self.close_play(now, dice, out);
        }
        self.tell(Event::Left { seat }, out);
        self.collect(out);
        if self.common.playing().len() == 1 {
            self.end(reason, vec![0; self.racks.len()], out);
        } else if stands && is_out {
            self.close_play(now, dice, out);
        } else if self.common.turn == Some(seat) || self.is_exhausted() {
            self.next_turn(now, out);
        }
    }

    /// Puts tiles of seats that play no more back into the bag, if it has just been announced.
    fn collect(&mut self, out: &mut impl Sink<Event>) {
        for seat in self.common.gone.iter() {
            if self.common.hands[seat.index()] == 0 && !self.racks[seat.index()].is_empty() {
                self.bag = self.bag.plus(&std::mem::take(&mut self.racks[seat.index()]));
                self.show_rack(seat, out);
            }
        }
    }

    /// The next seat is to move, unless the match has come to its end.
    fn next_turn(&mut self, now: Tick, out: &mut impl Sink<Event>) {
        let Some(last) = self.common.turn else { return };
        if self.is_exhausted() {
            return self.complete(now, None, out);
        }
        let seats = self.common.seats();
        let playing = self.common.playing();
        let after = (1..=seats).map(|step| Seat((last.0 + step) % seats));
        let Some(seat) = after.into_iter().find(|&seat| playing.contains(seat)) else { return };
        let timing = self.timing_of(seat, now, self.spent(now));
        self.tell(Event::Turn { seat, timing }, out);
    }

    /// How many ticks each seat has used until now, where a clock runs.
    pub(crate) fn spent(&self, now: Tick) -> Vec<u64> {
        let (Some(timing), Some(seat)) = (&self.common.timing, self.common.turn) else { return Vec::new() };
        let mut spent = timing.spent.clone();
        spent[seat.index()] += now - timing.since;
        spent
    }

    /// The times of a turn that begins now.
    pub(crate) fn timing_of(&self, seat: Seat, now: Tick, spent: Vec<u64>) -> Option<Timing> {
        let ticks = |seconds: u32| u64::from(seconds) * u64::from(TICKS_PER_SECOND);
        let left = match self.config().clock {
            Clock::None => return None,
            Clock::Turn { seconds } => ticks(seconds),
            Clock::Total { seconds, overtime, .. } => {
                (ticks(seconds) + ticks(overtime)).saturating_sub(spent[seat.index()])
            }
        };
        Some(Timing { since: now, deadline: now + left, spent })
    }
}
