//! The games as the page shows them. [`SHELF`] is the one place where they are listed.

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

use crate::{
    house::House,
    parts::{Unloaded, later},
};
use leptos::prelude::*;

pub use mark::{Stroke, mark};
pub use scene::scene;
pub use screen::{Face, Screen, Shelved, no_totals};

/// Every game that this page can show.
const SHELF: [Shelved; 7] = [
    battleship::SHELVED,
    tetris::SHELVED,
    pong::SHELVED,
    death_roll::SHELVED,
    words::SHELVED,
    mahjong::SHELVED,
    codenames::SHELVED,
];

/// The faces of the shelf by themselves: what only looks at those does not have every screen compiled into it.
static FACES: [&Face; SHELF.len()] = {
    let mut faces = [SHELF[0].face; SHELF.len()];
    let mut place = 1;
    while place < faces.len() {
        faces[place] = SHELF[place].face;
        place += 1;
    }
    faces
};

/// How every game looks, in the order of the shelf.
pub fn faces() -> impl Iterator<Item = &'static Face> {
    FACES.iter().copied()
}

/// How a game looks. The house may have games that this page cannot show.
pub fn face(game: &str) -> Option<&'static Face> {
    faces().find(|face| face.game.id == game)
}

/// What people call a preset. One that this page does not know goes by its id.
pub fn preset_name(game: &str, preset: &str) -> String {
    let presets = face(game).map_or_else(Default::default, |face| face.presets);
    presets.iter().find(|known| known.id == preset).map_or(preset, |known| known.name).to_owned()
}

/// The screen of a game, which is fetched first if it is not here.
///
/// # Errors
/// If this page does not know the game, or its part does not come.
pub(crate) async fn fetch(game: &str) -> Result<&'static dyn Screen, Unloaded> {
    let shelved = SHELF.iter().find(|shelved| shelved.face.game.id == game);
    (shelved.ok_or_else(|| Unloaded::Unknown(game.to_owned()))?.fetch)().await
}

/// A part of a game, once its screen is here.
pub fn show(game: &str, part: impl Fn(&'static dyn Screen) -> AnyView + Send + 'static) -> AnyView {
    let house = House::expect();
    if let Some(screen) = house.catalog.screen(game) {
        return part(screen);
    }
    let game = game.to_owned();
    later(move || house.screen(game.clone()), part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_screen_is_of_a_game_of_the_catalog() {
        let registry = parlor_catalog::registry();
        for face in faces() {
            assert!(registry.game(face.game.id).is_some(), "{}", face.game.id);
            assert_eq!(faces().filter(|other| other.game.id == face.game.id).count(), 1);
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
}
