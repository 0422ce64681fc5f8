//! What the screens of several games are made of.

mod clock;
pub mod form;
pub mod keys;
mod names;
mod stats;
mod surrender;

pub use clock::clock;
pub use names::{Names, plural};
pub use stats::{Line, statistics};
pub use surrender::Surrender;
