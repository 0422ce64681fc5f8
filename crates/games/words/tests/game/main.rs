//! What must hold of the game: its laws, its published counts, its logs, its bots.

mod arena;
mod brute;
mod effort;
mod endings;
mod gcg;
mod golden;
mod laws;
mod leavers;
mod lexicons;
mod positions;
mod shelf;
mod strength;
mod tampering;
