//! The parts of the kernel that need a game: tables, replays, erased types, simulations.

mod erased;
mod replays;
mod simulations;
mod tables;

use parlor_kernel::{GameConfig, Rules};
use parlor_testkit::toy::{Action, Config, Pebbles};
use std::sync::Arc;

/// An action to begin with.
const HIDE: Action = Action::Hide { pebbles: 1 };

fn preset(name: &str) -> Arc<Rules<Pebbles>> {
    Config::preset(name).expect("a preset").rules().expect("the toy has its assets")
}
