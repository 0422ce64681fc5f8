//! What a house costs: what a process used, actions at an even pace, round trips, and houses that are opened to be
//! measured. `parlor load` and the bench use it.

mod house;
mod pace;
mod process;
mod trips;

pub use house::{MeasuredServer, UNLIMITED};
pub use pace::Pace;
pub use process::{Process, check_open_files};
pub use trips::Trips;
