//! What the screens of several games are made of.

mod clock;
mod drawing;
mod ending;
pub mod form;
mod here;
pub mod keys;
mod moves;
mod names;
mod play;
mod stats;
mod steps;
mod surrender;

pub use clock::{clock, left_ms};
pub use drawing::{Anchor, Drawing, Ink, SERIF, rounded};
pub use ending::{Ending, Finished, ending_at};
pub use here::Here;
pub use moves::Moves;
pub use names::{Names, listed, plural};
pub use play::{Heard, Play, at_table, result_at};
pub use stats::{Line, statistics};
pub use steps::steps;
pub use surrender::Surrender;
