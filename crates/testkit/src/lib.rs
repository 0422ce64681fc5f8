//! Laws that every game of the house must obey, and the tools to check them.
//!
//! A game's `tests/game/laws.rs` describes its match once and runs every law over positions of random play:
//!
//! ```
//! use parlor_kernel::GameConfig;
//! use parlor_testkit::{LawSuite, laws, toy};
//!
//! let rules = toy::Config::preset("party").unwrap().rules().unwrap();
//! let suite = LawSuite {
//!     states: 200,
//!     sealed: true,
//!     reveals: toy::reveals,
//!     library: toy::library(),
//!     ..LawSuite::new(rules, toy::candidate)
//! };
//! laws::all::<toy::Pebbles>(&suite).unwrap();
//! ```
//!
//! A broken law gives a [`Violation`] that names the seed of the game it was found in; a suite that starts with
//! that seed meets it in its first game. Each law is shown to catch a planted bug in `tests/planted`.
//!
//! Besides: [`perft`] counts positions, [`tamper`] forges logs, [`golden`] keeps matches that must replay for ever, [`Recorder`] and
//! [`Walk`] play and record matches, and [`toy`] is a small complete game to test the house with.

pub mod golden;
pub mod laws;
mod perft;
mod recorder;
mod report;
mod tampering;
pub mod toy;
mod walk;

pub use laws::LawSuite;
pub use perft::{Perft, perft};
pub use recorder::{Recorder, record_random_game};
pub use report::{Report, Violation};
pub use tampering::{Tampered, tamper};
pub use walk::{Played, Walk};
