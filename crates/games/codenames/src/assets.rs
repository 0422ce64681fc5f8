//! The assets of a match, and a library with those that come with the game.

use crate::{Associations, LISTS, Language, Meaning, WordList, associations};
use parlor_kernel::{Asset, Library, MemoryShelf};
use std::sync::{Arc, LazyLock};

/// The table of associations that comes with the game, as a file.
pub static ASSOCIATIONS: &[u8] = include_bytes!("../../../../data/associations/english.bin");

/// What a match needs beside its rule set.
#[derive(Clone, Debug)]
pub struct Assets {
    /// The words of the board.
    pub list: Arc<WordList>,
    /// What bots know of the language.
    pub associations: Arc<Associations>,
}

impl Assets {
    /// What a word of the board means.
    pub fn card_meaning(&self, word: &str) -> Option<Meaning> {
        let entry = self.list.entries.iter().find(|entry| entry.word == word)?;
        self.associations.of_entry(&self.list, entry)
    }

    /// What a hint means. In another language than English only words of the list are known.
    pub fn hint_meaning(&self, word: &str) -> Option<Meaning> {
        if self.list.language == Language::English {
            return self.associations.meaning(word);
        }
        let lower = word.to_lowercase();
        let entry = self.list.entries.iter().find(|entry| entry.word.to_lowercase() == lower)?;
        self.associations.of_entry(&self.list, entry)
    }

    /// Tells the words that a bot may give as a hint, with their meanings: the first `most`.
    pub(crate) fn each_hint<'a>(&'a self, most: usize, mut tell: impl FnMut(&'a str, &Meaning)) {
        if self.list.language == Language::English {
            self.associations.iter().take(most).for_each(|(word, meaning)| tell(word, meaning));
            return;
        }
        let known = self.list.entries.iter().filter_map(|entry| {
            let meaning = self.associations.of_entry(&self.list, entry)?;
            Some((entry.word.as_str(), meaning))
        });
        known.take(most).for_each(|(word, meaning)| tell(word, &meaning));
    }
}

/// A library with all that comes with the game. It is the same one every time.
pub fn library() -> Library {
    static LIBRARY: LazyLock<Library> = LazyLock::new(|| {
        let shelf = MemoryShelf::default();
        for list in LISTS {
            shelf.put(WordList::KIND, list.name, list.text.as_bytes());
        }
        shelf.put(Associations::KIND, &associations::shipped().name, ASSOCIATIONS);
        Library::new(Arc::new(shelf))
    });
    LIBRARY.clone()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_table_is_what_its_digest_says_and_small() {
        assert!(library().load::<Associations>(&associations::shipped()).is_ok());
        assert!(ASSOCIATIONS.len() < 4_000_000);
    }

    #[test]
    fn bots_know_nearly_every_word_of_the_lists() {
        let table = library().load::<Associations>(&associations::shipped()).unwrap();
        for list in LISTS {
            let words = WordList::parse(Arc::from(list.text.as_bytes())).unwrap();
            let known = words.entries.iter().filter(|entry| table.of_entry(&words, entry).is_some()).count();
            assert!(known * 100 >= words.entries.len() * 98, "{known} of {} in {}", words.entries.len(), list.name);
        }
    }
}
