//! Real-time matches: over a bad network, across a restart, with bots, with spectators, and with people who cheat.

mod challenges;
#[path = "../common/mod.rs"]
mod common;
mod duels;
mod far;
mod house;
mod inputs;
