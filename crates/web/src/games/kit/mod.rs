//! What the screens of several games are made of.

mod clock;
pub mod form;
mod here;
pub mod keys;
mod names;
mod play;
mod stats;
mod steps;
mod surrender;

pub use clock::{clock, left_ms};
pub use here::Here;
pub use names::{Names, listed, plural};
pub use play::{Heard, Play, at_table, result_at};
pub use stats::{Line, statistics};
pub use steps::steps;
pub use surrender::Surrender;
