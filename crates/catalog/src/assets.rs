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
const EMBEDDED: &[Embedded] = &[lexicon!("azeroth+english"), lexicon!("azeroth"), lexicon!("english")];

/// A page fetches what it needs.
#[cfg(not(feature = "assets"))]
const EMBEDDED: &[Embedded] = &[];

/// All of them.
pub(crate) fn library() -> Library {
    let shelf = MemoryShelf::default();
    for &(kind, name, bytes) in EMBEDDED {
        shelf.put(kind, name, bytes);
    }
    Library::new(Arc::new(shelf))
}

#[cfg(all(test, feature = "assets"))]
mod tests {
    use super::*;
    use parlor_words::{LEXICONS, named};

    #[test]
    fn the_lexicons_that_rule_sets_name_are_there() {
        for (name, ..) in LEXICONS {
            let id = named(name).unwrap();
            assert!(library().bytes(&id).is_ok(), "{id}");
        }
    }
}
