//! Finished matches, to be watched again and checked.
//!
//! # Hooks for browser tests (`data-test`)
//! `replay`, `replay-scrub`, `replay-first`, `replay-prev`, `replay-play`, `replay-next`, `replay-last`,
//! `replay-speed`, `replay-seat-1`, `replay-seat-2`, `replay-open`, `replay-clock`, `replay-moves`, `replay-move-7`,
//! `replay-link`, `replay-download`, `replay-file`, `replay-error`, `fairness`, `fairness-verdict`.
//!
//! # Keys
//! Left and right step, Home and End jump, Space plays and pauses.

mod controls;
mod fairness;
mod film;
mod moves;
mod page;
mod source;
mod viewer;

pub use controls::Reel;
pub use fairness::examine;
pub use film::{Frame, Unplayable};
pub use moves::seat_class;
pub use page::ReplayPage;
pub use source::fetch;
pub use viewer::viewer;
