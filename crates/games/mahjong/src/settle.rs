//! The end of a deal: who pays what, and the end of the match.

use crate::{Event, Mahjong, SEATS, Settlement, Win, Winner};
use parlor_kernel::{Outcome, Places, Reason, Seat, Sink, Tick};

/// What each seat gets or pays for a hand of `value`.
///
/// A discarder pays double; a winner who picked the last tile is paid double by all; a hand without jokers doubles both,
/// if jokers could have been part of it.
pub fn payments(value: u16, winner: Seat, from: Option<Seat>, jokerless: bool) -> [i32; SEATS as usize] {
    let unit = i32::from(value) * if jokerless { 2 } else { 1 };
    let mut payments = [0; SEATS as usize];
    for seat in Seat::all(SEATS).filter(|seat| *seat != winner) {
        let paid = if from.is_none() || from == Some(seat) { 2 * unit } else { unit };
        payments[seat.index()] -= paid;
        payments[winner.index()] += paid;
    }
    payments
}

impl Mahjong {
    /// `seat` wins the deal with the tiles it has, the last of them a discard of `from` or its own.
    pub(crate) fn win(&mut self, now: Tick, seat: Seat, from: Option<Seat>, out: &mut impl Sink<Event>) {
        let held = self.held(seat);
        let Some(Win { ground, value, .. }) = self.card().winning(&held.rack, &held.exposures) else { return };
        let ground = &self.card().grounds()[usize::from(ground)];
        let exposed = held.exposures.iter().map(|exposure| exposure.jokers).sum::<u8>();
        let jokerless = ground.takes_jokers() && held.rack.jokers() + exposed == 0;
        let hand = self.card().hand_of(ground).id.clone();
        let winner = Winner { seat, hand, value, from, jokerless, tiles: held.rack };
        let tally = &mut self.tallies[seat.index()];
        tally.won += 1;
        tally.best = tally.best.max(value);
        self.settle(now, Settlement { winner: Some(winner), payments: payments(value, seat, from, jokerless) }, out);
    }

    /// Ruling: if the wall runs out, no player pays.
    pub(crate) fn settle_wall_game(&mut self, now: Tick, out: &mut impl Sink<Event>) {
        self.settle(now, Settlement { winner: None, payments: [0; SEATS as usize] }, out);
    }

    fn settle(&mut self, now: Tick, settlement: Settlement, out: &mut impl Sink<Event>) {
        for (sum, payment) in self.ledger.iter_mut().zip(settlement.payments) {
            *sum += payment;
        }
        self.settlement = Some(settlement.clone());
        self.settled.push(settlement.clone());
        let winner = settlement.winner.as_ref().map(|winner| winner.seat);
        out.public(Event::Settled { settlement });
        self.enter(self.gathering(), now, out);
        if self.dealt < self.config().deals {
            return;
        }
        self.end(
            match winner {
                _ if self.config().deals > 1 => Outcome::ranked(self.places(), Reason::Completed),
                Some(winner) => Outcome::won(winner, Reason::Completed),
                None => Outcome::draw(Reason::Completed),
            },
            out,
        );
    }

    /// The ledger ranks those who stay; who is gone for good comes after them.
    fn places(&self) -> Places {
        let standing = |seat: Seat| (!self.gone.contains(seat), self.ledger[seat.index()]);
        Places::by_score(&Seat::all(SEATS).map(standing).collect::<Vec<_>>())
    }

    pub(crate) fn end(&mut self, outcome: Outcome, out: &mut impl Sink<Event>) {
        self.outcome = Some(outcome);
        self.deadline = None;
        out.public(Event::Over { outcome });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn payments_are_those_of_the_table() {
        let cases = [
            (Some(Seat(2)), false, [-25, 100, -50, -25]),
            (None, false, [-50, 150, -50, -50]),
            (Some(Seat(2)), true, [-50, 200, -100, -50]),
            (None, true, [-100, 300, -100, -100]),
        ];
        for (from, jokerless, expected) in cases {
            let paid = payments(25, Seat(1), from, jokerless);
            assert_eq!(paid, expected);
            assert_eq!(paid.iter().sum::<i32>(), 0);
        }
    }
}
