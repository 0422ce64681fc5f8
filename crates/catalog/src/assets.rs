//! The assets that a program is built with.

use parlor_kernel::{Asset, AssetDigest, AssetError, AssetId, Library, MemoryShelf, Shelf};
use parlor_mahjong::{Card, SHIPPED};
use std::sync::{Arc, Mutex, PoisonError, Weak};

/// A kind, a name and the bytes.
type Embedded = (&'static str, &'static str, &'static [u8]);

/// A lexicon that the build script has built.
#[cfg(feature = "assets")]
macro_rules! lexicon {
    ($name:literal) => {
        ("lexicon", $name, include_bytes!(concat!(env!("OUT_DIR"), "/", $name, ".lexicon")))
    };
}

/// What a page fetches when it needs it: the lexicons of Words, and what Codenames has to say.
#[cfg(feature = "assets")]
fn large() -> impl Iterator<Item = Embedded> {
    use parlor_codenames::{ASSOCIATIONS, Associations, LISTS, WordList};
    let lexicons = [lexicon!("azeroth+english"), lexicon!("azeroth"), lexicon!("english")] as [Embedded; 3];
    let lists = LISTS.iter().map(|list| (WordList::KIND, list.name, list.text.as_bytes()));
    lexicons.into_iter().chain(lists).chain([(Associations::KIND, "english", ASSOCIATIONS)])
}

#[cfg(not(feature = "assets"))]
fn large() -> impl Iterator<Item = Embedded> {
    std::iter::empty()
}

/// Those, and the cards of American Mahjong, which are small and come with the game.
fn embedded() -> impl Iterator<Item = Embedded> {
    large().chain(SHIPPED.iter().map(|(name, text)| (Card::KIND, *name, text.as_bytes())))
}

/// A shelf with all that the program was built with.
pub fn shelf() -> MemoryShelf {
    let shelf = MemoryShelf::default();
    for (kind, name, bytes) in embedded() {
        shelf.put(kind, name, bytes);
    }
    shelf
}

/// What the program was built with, which stays where it is until it is needed: a lexicon takes more memory than a
/// house without a game of Words.
struct BuiltIn(Vec<Piece>);

struct Piece {
    id: AssetId,
    bytes: &'static [u8],
    /// The copy that is in use: all who need one at the same time share it.
    copy: Mutex<Option<Weak<[u8]>>>,
}

impl Piece {
    fn shared(&self) -> Arc<[u8]> {
        let mut copy = self.copy.lock().unwrap_or_else(PoisonError::into_inner);
        copy.as_ref().and_then(Weak::upgrade).unwrap_or_else(|| {
            let new = Arc::from(self.bytes);
            *copy = Some(Arc::downgrade(&new));
            new
        })
    }
}

impl Shelf for BuiltIn {
    fn asset(&self, id: &AssetId) -> Result<Arc<[u8]>, AssetError> {
        let found = self.0.iter().find(|piece| piece.id == *id);
        found.map(Piece::shared).ok_or_else(|| AssetError::MissingAsset(id.clone()))
    }

    fn find(&self, kind: &str, name: &str) -> Option<AssetId> {
        self.0.iter().map(|piece| &piece.id).find(|id| id.kind == kind && id.name == name).cloned()
    }
}

/// All of them.
pub(crate) fn library() -> Library {
    // Not looked at now if the digest is written down: it is compared when the asset is used.
    let id = |kind: &'static str, name: &str, bytes| {
        let written_down = parlor_words::named(name).filter(|id| id.kind == kind);
        written_down.unwrap_or_else(|| AssetId { kind: kind.into(), name: name.into(), digest: AssetDigest::of(bytes) })
    };
    let piece = |(kind, name, bytes)| Piece { id: id(kind, name, bytes), bytes, copy: Mutex::default() };
    Library::new(Arc::new(BuiltIn(embedded().map(piece).collect())))
}

#[cfg(all(test, feature = "assets"))]
mod tests {
    use super::*;
    use parlor_words::named;

    #[test]
    fn all_who_need_an_asset_share_one_copy() {
        let (library, id) = (library(), named("azeroth").unwrap());
        let [one, other] = [(); 2].map(|()| library.bytes(&id).unwrap());
        assert!(Arc::ptr_eq(&one, &other));
    }

    #[test]
    fn the_lexicons_that_rule_sets_name_are_there() {
        for (name, ..) in parlor_words::LEXICONS {
            let id = named(name).unwrap();
            assert!(library().bytes(&id).is_ok(), "{id}");
        }
    }
}
