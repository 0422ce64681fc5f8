//! The games as the page shows them. [`SCREENS`] is the one place where they are listed.

mod battleship;
mod codenames;
mod death_roll;
pub mod kit;
mod mahjong;
mod mark;
mod pong;
mod scene;
mod screen;
mod tetris;
mod words;

use crate::replay::Unplayable;
use leptos::prelude::*;
use parlor_kernel::{GameInfo, Record, Registry};

pub use mark::{Stroke, mark};
pub use scene::scene;
pub use screen::{Face, LocalPage, Screen};

/// Every game that this page can show.
static SCREENS: [&dyn Screen; 7] = [
    battleship::SCREEN,
    tetris::SCREEN,
    pong::SCREEN,
    death_roll::SCREEN,
    words::SCREEN,
    mahjong::SCREEN,
    codenames::SCREEN,
];

/// The screen of a game. The house may have games that this page cannot show.
pub fn screen(game: &str) -> Option<&'static dyn Screen> {
    SCREENS.into_iter().find(|screen| screen.face().game.id == game)
}

/// How every game looks, in the order of the shelf.
pub fn faces() -> impl Iterator<Item = &'static Face> {
    SCREENS.into_iter().map(Screen::face)
}

/// How a game looks.
pub fn face(game: &str) -> Option<&'static Face> {
    screen(game).map(Screen::face)
}

/// What people call a preset. One that this page does not know goes by its id.
pub fn preset_name(game: &str, preset: &str) -> String {
    let presets = face(game).map_or_else(Default::default, |face| face.presets);
    presets.iter().find(|known| known.id == preset).map_or(preset, |known| known.name).to_owned()
}

/// The games of a registry that this page can show.
pub fn offered(registry: &Registry) -> Vec<GameInfo> {
    registry.games().filter(|game| screen(game.spec().id).is_some()).map(|game| game.info()).collect()
}

/// A part of a game, or a word about a game that this page cannot show.
pub fn show(game: &str, part: impl FnOnce(&dyn Screen) -> AnyView) -> AnyView {
    screen(game).map_or_else(
        || {
            view! { <p class="muted" data-test="no-screen">{format!("This page cannot show {game} yet.")}</p> }
                .into_any()
        },
        part,
    )
}

/// A finished match, to be watched from any position on.
///
/// # Errors
/// If the log does not hold, or no game here can play it.
pub fn replay(record: Record, start: usize) -> Result<AnyView, Unplayable> {
    let game = &record.header.game;
    let screen =
        screen(game).ok_or_else(|| Unplayable(format!("This is a log of {game}, a game this page cannot show.")))?;
    screen.replay(record, start)
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_kernel::Game;
    use parlor_testkit::toy::Pebbles;

    #[test]
    fn every_screen_is_of_a_game_of_the_catalog() {
        let registry = parlor_catalog::registry();
        for face in SCREENS.map(|screen| screen.face()) {
            assert!(registry.game(face.game.id).is_some(), "{}", face.game.id);
            assert_eq!(SCREENS.iter().filter(|screen| screen.face().game.id == face.game.id).count(), 1);
            assert_eq!(face.accent, format!("--game-{}", face.game.id));
        }
    }

    /// The page is drawn before its code is there.
    #[test]
    fn the_first_picture_is_that_of_the_shelf() {
        let page = include_str!("../../assets/index.html");
        let cards: Vec<_> = page.split("<a class=\"card\"").skip(1).collect();
        assert_eq!(cards.len(), faces().count());
        for (card, face) in cards.into_iter().zip(faces()) {
            for words in [face.tint(), format!("/?game={}", face.game.id), face.game.name.into(), face.tagline.into()] {
                assert!(card.contains(&words), "{words} in {card}");
            }
        }
    }

    #[test]
    fn a_game_without_a_screen_is_not_offered() {
        let registry = parlor_catalog::registry().with::<Pebbles>();
        assert!(registry.game(Pebbles::SPEC.id).is_some());
        let offered: Vec<_> = offered(&registry).iter().map(|game| game.id).collect();
        assert_eq!(offered.len(), SCREENS.len());
        assert!(!offered.contains(&Pebbles::SPEC.id));
    }
}
