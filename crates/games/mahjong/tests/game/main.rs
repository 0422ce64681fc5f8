//! What must hold of the game: its laws, its published counts, its logs, its bots.

mod bots;
mod cards;
mod golden;
mod laws;
mod matcher;
