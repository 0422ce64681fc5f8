//! Moves of Death Roll.

use super::field::payload;
use parlor_kernel::Seat;

payload! {
    /// A move of Death Roll, or what came of one.
    pub enum Move {
        /// Rolls.
        "ROLL" => Roll,
        /// Adds a number to the dice, once, before the first roll.
        "NONCE" => Nonce {
            /// Any number.
            number: u32,
            /// Whose; only from the house.
            seat: Option<Seat>,
        },
        /// Gives up.
        "SURRENDER" => Surrender,
        /// From the house: the next roll is between 1 and this.
        "MAX" => Max {
            /// The maximum.
            max: u32,
        };
        /// `57|100`: a roll. From a client it asks for one, and the maximum must be the right one.
        else Rolled(Rolled)
    }
}

payload! {
    /// One roll.
    pub struct Rolled {
        /// What came up.
        result: u32,
        /// Out of how many.
        max: u32,
        /// Whose; only from the house.
        seat: Option<Seat>,
    }
}
