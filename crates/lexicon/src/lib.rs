//! Word lists as compact automata.
//!
//! A [`WordList`] is read from text, one word per line. [`build`] turns it into the bytes of a [`Graph`]: the minimal
//! automaton of its words (a DAWG) and, sharing its nodes, the automaton of every word read from every letter outwards (a
//! GADDAG), from which a move generator finds all plays. Lookup takes time in proportion to the length of the word, and no
//! table of strings is kept.
//!
//! ```
//! use parlor_lexicon::{Graph, WordList, build};
//!
//! let list = WordList::parse("dragon\ndragons\nmage\n").unwrap();
//! let graph = Graph::read(&build(&list).unwrap()).unwrap();
//! assert!(graph.contains_text("Dragon") && !graph.contains_text("drag"));
//! ```

mod build;
mod graph;
mod intern;
mod list;

pub use build::{TooLarge, build};
pub use graph::{Graph, Malformed, Node};
pub use list::{ListError, MAX_LENGTH, MIN_LENGTH, WordList, WrongWord};

/// Stands between the letters before an anchor, read backwards, and those after it.
pub const SEPARATOR: u8 = 0;

/// The number of letters. A letter is its place in the alphabet, from 1 to 26.
pub const LETTERS: u8 = 26;

/// The letters of a word, if it has no others than those from A to Z.
pub fn letters(word: &str) -> Option<Vec<u8>> {
    word.bytes().map(letter).collect()
}

/// The place in the alphabet of a character, in either case.
pub const fn letter(character: u8) -> Option<u8> {
    match character.to_ascii_uppercase() {
        upper @ b'A'..=b'Z' => Some(upper - b'A' + 1),
        _ => None,
    }
}
