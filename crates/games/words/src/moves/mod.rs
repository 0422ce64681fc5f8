//! Finding plays: a board is prepared once ([`Field`]), then every play of a rack is found without allocation.

mod bound;
mod field;
mod hand;
mod lane;
mod search;

pub use field::Field;
pub use hand::Hand;
pub use search::Found;
