//! The games of the house, as one registry: what is listed here can be played.

use parlor_battleship::Battleship;
use parlor_death_roll::DeathRoll;
use parlor_kernel::{Entrant, Registry};
use parlor_pong::Pong;
use parlor_tetris::Tetris;
use std::sync::Arc;

/// Every game of the house, in the order in which people should see them.
pub fn registry() -> Registry {
    Registry::new(vec![
        Arc::new(Entrant::<Battleship>::new()),
        Arc::new(Entrant::<Tetris>::new()),
        Arc::new(Entrant::<Pong>::new()),
        Arc::new(Entrant::<DeathRoll>::new()),
    ])
}
