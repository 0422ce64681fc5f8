//! The games of the house, as one registry: what is listed here can be played.

mod assets;

use parlor_battleship::Battleship;
use parlor_death_roll::DeathRoll;
use parlor_kernel::{Library, Registry};
use parlor_pong::Pong;
use parlor_tetris::Tetris;
use parlor_words::Words;

/// Every game of the house, in the order in which people should see them, with the assets that the program was built
/// with.
pub fn registry() -> Registry {
    registry_with(assets::library())
}

/// The same games, with the assets of `library`: a page fetches them when it needs them.
pub fn registry_with(library: Library) -> Registry {
    Registry::new(library).with::<Battleship>().with::<Tetris>().with::<Pong>().with::<DeathRoll>().with::<Words>()
}
