//! The lexicons of the house, built from their lists.

use parlor_kernel::{Library, MemoryShelf, Rules};
use parlor_lexicon::{WordList, build};
use parlor_words::{Config, LEXICONS, Words};
use std::{
    fs,
    path::Path,
    sync::{Arc, LazyLock},
};

/// A list of `data/lexicons`.
pub fn list(name: &str) -> WordList {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../data/lexicons");
    WordList::parse(&fs::read_to_string(folder.join(name).with_extension("txt")).unwrap()).unwrap()
}

/// A library with every lexicon of the house.
pub fn library() -> Library {
    static LIBRARY: LazyLock<Library> = LazyLock::new(|| {
        let shelf = MemoryShelf::default();
        for (name, lists, _) in LEXICONS {
            let words = lists.iter().fold(WordList::default(), |words, name| words.union(&list(name)));
            shelf.put("lexicon", name, build(&words).unwrap());
        }
        Library::new(Arc::new(shelf))
    });
    LIBRARY.clone()
}

/// The rules of a rule set with a lexicon of the house.
pub fn rules(config: Config) -> Arc<Rules<Words>> {
    Arc::new(Rules::load(config, &library()).unwrap())
}
