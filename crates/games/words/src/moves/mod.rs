//! Finding plays: a board is prepared once ([`Field`]), then every play of a rack is found without allocation.

mod bound;
mod field;
mod hand;
mod lane;
mod search;

/// How many plays are looked at for one turn, at most: several times as many as a rack with two blanks has. With four there
/// are so many on some boards that whoever waits for the answer would notice.
pub const MOST_LOOKED_AT: u32 = 250_000;

pub use field::Field;
pub use hand::Hand;
pub use search::Found;
