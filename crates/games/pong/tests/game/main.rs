//! What must hold of the game: its laws, its published counts, its logs, its bots.

mod any_rules;
mod golden;
mod laws;
mod physics;
mod strength;
mod tampering;
mod veil;
