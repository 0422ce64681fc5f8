//! Sealed simultaneous submissions.

use crate::{Seat, SeatSet};
use serde::{Deserialize, Serialize};

/// Collects one sealed `T` from each seat. It [opens](Barrier::open) when all of them are in, or is
/// [closed](Barrier::close_with) by the clock.
///
/// Until then not even the game's own rules can look at a seat's `T`, except through [`Barrier::own`], which asks for
/// the seat it belongs to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Barrier<T> {
    sealed: Vec<Option<T>>,
}

impl<T> Barrier<T> {
    /// An empty barrier for `seats` places.
    pub fn new(seats: u8) -> Self {
        Self { sealed: Seat::all(seats).map(|_| None).collect() }
    }

    /// Puts (or replaces) the submission of `seat`.
    ///
    /// # Panics
    /// If the table has no such seat.
    pub fn put(&mut self, seat: Seat, value: T) {
        self.sealed[seat.index()] = Some(value);
    }

    /// What `seat` itself has put in.
    pub fn own(&self, seat: Seat) -> Option<&T> {
        self.sealed.get(seat.index())?.as_ref()
    }

    /// The seats that have yet to put something in.
    pub fn missing(&self) -> SeatSet {
        (0u8..).zip(&self.sealed).filter(|(_, value)| value.is_none()).map(|(seat, _)| Seat(seat)).collect()
    }

    /// Every submission in seat order, once all are in.
    ///
    /// # Errors
    /// Gives the barrier back unopened while any seat is missing.
    pub fn open(self) -> Result<Vec<T>, Self> {
        if self.missing().is_empty() { Ok(self.sealed.into_iter().flatten().collect()) } else { Err(self) }
    }

    /// Every submission in seat order, with `default` in place of those that are missing: what the clock does. The
    /// result does not tell which ones those were, so neither can a view of it.
    pub fn close_with(self, mut default: impl FnMut(Seat) -> T) -> Vec<T> {
        (0..).map(Seat).zip(self.sealed).map(|(seat, value)| value.unwrap_or_else(|| default(seat))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opens_only_when_complete_and_in_seat_order() {
        let mut barrier = Barrier::new(2);
        barrier.put(Seat(1), 'b');
        let mut barrier = barrier.open().expect_err("seat 0 is missing");
        assert_eq!(barrier.missing(), SeatSet::only(Seat(0)));
        assert_eq!(barrier.own(Seat(0)), None);
        barrier.put(Seat(0), 'x');
        barrier.put(Seat(0), 'a');
        assert_eq!(barrier.open(), Ok(vec!['a', 'b']));
    }

    #[test]
    fn the_clock_fills_in_for_the_missing_without_a_trace() {
        let mut barrier = Barrier::new(3);
        barrier.put(Seat(1), 'b');
        let mut asked = Vec::new();
        let closed = barrier.clone().close_with(|seat| {
            asked.push(seat);
            'x'
        });
        assert_eq!((closed.as_slice(), asked), (&['x', 'b', 'x'][..], vec![Seat(0), Seat(2)]));
        barrier.put(Seat(0), 'x');
        barrier.put(Seat(2), 'x');
        assert_eq!(barrier.open(), Ok(closed), "as if all had been in");
    }
}
