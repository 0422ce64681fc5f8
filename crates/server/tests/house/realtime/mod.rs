//! Real-time matches: over a bad network, across a restart, while everyone is away, with bots, with spectators, and with people who cheat.

mod away;
mod challenges;
mod duels;
mod far;
mod house;
mod inputs;
mod veil;
