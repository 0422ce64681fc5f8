//! What the games that move by themselves share: [pauses](Pauses) and score [challenges](Challenge).

mod challenge;
mod pause;

pub use challenge::{Challenge, Contender, settled, standing};
pub use pause::{PauseBy, PauseRefused, PauseRules, Pauses};
