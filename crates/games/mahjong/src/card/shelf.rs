//! The cards that come with the game.

use super::Card;
use parlor_kernel::{Asset, AssetDigest, AssetId, Library, MemoryShelf};
use std::sync::{Arc, LazyLock};

/// Every card that comes with the game: its name as an asset, and its text.
pub const SHIPPED: &[(&str, &str)] =
    &[("house", include_str!("../../data/cards/house.card")), ("garden", include_str!("../../data/cards/garden.card"))];

/// The card of that name, if it comes with the game.
pub fn shipped(name: &str) -> Option<AssetId> {
    let (name, text) = SHIPPED.iter().find(|(known, _)| *known == name)?;
    let digest = AssetDigest::of(text.as_bytes());
    Some(AssetId { kind: Card::KIND.into(), name: (*name).into(), digest })
}

/// A library with the cards that come with the game. It is the same one every time.
pub fn library() -> Library {
    static LIBRARY: LazyLock<Library> = LazyLock::new(|| {
        let shelf = MemoryShelf::default();
        for (name, text) in SHIPPED {
            shelf.put(Card::KIND, name, text.as_bytes());
        }
        Library::new(Arc::new(shelf))
    });
    LIBRARY.clone()
}
