//! What must hold of the game: its laws, its published counts, its logs, its bots.

mod any_rules;
mod arena;
mod golden;
mod laws;
mod moves;
mod perft;
mod published;
mod slow;
mod srs;
mod stalling;
mod strength;
mod survival;
mod tampering;
mod veil;
mod views;
