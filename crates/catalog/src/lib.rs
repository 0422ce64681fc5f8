//! The games of the house, as one registry: what is listed here can be played.

mod assets;

pub use assets::shelf;

use parlor_battleship::Battleship;
use parlor_codenames::Codenames;
use parlor_death_roll::DeathRoll;
use parlor_kernel::{Library, Registry};
use parlor_mahjong::Mahjong;
use parlor_pong::Pong;
use parlor_tetris::Tetris;
use parlor_words::Words;

/// Cards of American Mahjong, for those who check or show one.
pub mod mahjong {
    pub use parlor_mahjong::{Card, SHIPPED};
}

/// Every game of the house, in the order in which people should see them, with the assets that the program was built
/// with.
pub fn registry() -> Registry {
    registry_with(assets::library())
}

/// The same games, with the assets of `library`: a page fetches them when it needs them.
pub fn registry_with(library: Library) -> Registry {
    Registry::new(library)
        .with::<Battleship>()
        .with::<Tetris>()
        .with::<Pong>()
        .with::<DeathRoll>()
        .with::<Words>()
        .with::<Mahjong>()
        .with::<Codenames>()
}

#[cfg(all(test, feature = "assets"))]
mod tests {
    use super::*;
    use parlor_kernel::SeatSet;

    #[test]
    fn every_preset_finds_its_assets_and_has_the_seats_it_names() {
        for game in registry().games() {
            for preset in game.info().presets {
                let (config, seats) = game.configure(Some(preset.id), &Default::default(), SeatSet::EMPTY).unwrap();
                assert!(game.rules(&config).is_ok(), "{} {}", game.spec().id, preset.id);
                assert_eq!(seats, preset.seats, "{} {}", game.spec().id, preset.id);
            }
        }
    }
}
