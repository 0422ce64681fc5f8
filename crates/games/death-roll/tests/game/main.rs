//! What must hold of the game: its laws, its published counts, its logs, its bots.

mod golden;
mod laws;
mod odds;
mod tampering;
