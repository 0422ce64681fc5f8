//! What must hold of the game: its laws, its published counts, its logs, its bots.

mod arena;
mod fleets;
mod golden;
mod laws;
mod perft;
mod strength;
mod tampering;
