//! Games for two.

use crate::Seat;

/// The two seats of a duel.
#[derive(Clone, Copy, Debug)]
pub struct Duel;

impl Duel {
    /// Both.
    pub const SEATS: [Seat; 2] = [Seat(0), Seat(1)];

    /// The opponent of `seat`.
    ///
    /// # Panics
    /// In debug builds, if `seat` is not one of the two.
    pub const fn other(seat: Seat) -> Seat {
        debug_assert!(seat.0 < 2, "a duel has two seats");
        Seat(seat.0 ^ 1)
    }
}
