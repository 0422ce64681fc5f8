//! The assets that a program is built with.

use parlor_kernel::{Library, MemoryShelf};
use std::sync::Arc;

/// A kind, a name and the bytes.
type Embedded = (&'static str, &'static str, &'static [u8]);

/// A lexicon that the build script has built.
#[cfg(feature = "assets")]
macro_rules! lexicon {
    ($name:literal) => {
        ("lexicon", $name, include_bytes!(concat!(env!("OUT_DIR"), "/", $name, ".lexicon")))
    };
}

/// The lexicons of Words.
#[cfg(feature = "assets")]
const LEXICONS: [Embedded; 3] = [lexicon!("azeroth+english"), lexicon!("azeroth"), lexicon!("english")];

/// Those, and the cards of American Mahjong.
#[cfg(feature = "assets")]
fn embedded() -> impl Iterator<Item = Embedded> {
    use parlor_kernel::Asset;
    use parlor_mahjong::{Card, SHIPPED};
    LEXICONS.into_iter().chain(SHIPPED.iter().map(|(name, text)| (Card::KIND, *name, text.as_bytes())))
}

/// A page fetches what it needs.
#[cfg(not(feature = "assets"))]
fn embedded() -> impl Iterator<Item = Embedded> {
    std::iter::empty()
}

/// All of them.
pub(crate) fn library() -> Library {
    let shelf = MemoryShelf::default();
    for (kind, name, bytes) in embedded() {
        shelf.put(kind, name, bytes);
    }
    Library::new(Arc::new(shelf))
}

#[cfg(all(test, feature = "assets"))]
mod tests {
    use super::*;
    use parlor_words::named;

    #[test]
    fn the_lexicons_that_rule_sets_name_are_there() {
        for (name, ..) in parlor_words::LEXICONS {
            let id = named(name).unwrap();
            assert!(library().bytes(&id).is_ok(), "{id}");
        }
    }
}
