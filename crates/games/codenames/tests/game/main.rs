//! What must hold of the game: its laws, its published counts, its logs, its bots.

mod bots;
mod golden;
mod invariants;
mod laws;
