//! Lists of words as text.

use crate::letter;
use thiserror::Error;

/// The fewest letters of a word.
pub const MIN_LENGTH: usize = 2;

/// The most letters of a word: the side of a board.
pub const MAX_LENGTH: usize = 15;

/// The bits of a packed letter.
const BITS: usize = 5;

/// Words in alphabetical order, each once.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct WordList(pub(crate) Vec<Packed>);

/// Up to 15 letters in the upper bits, the first one uppermost: words compare as in a dictionary. The lower 53 bits are
/// free for a note about the word.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Packed(u128);

impl Packed {
    /// The number of bits that a note may have.
    pub(crate) const NOTE: usize = 128 - MAX_LENGTH * BITS;

    /// At most 15 letters and a note of at most [`Self::NOTE`] bits.
    pub(crate) fn new(letters: impl IntoIterator<Item = u8>, note: u64) -> Self {
        let (mut word, mut shift) = (u128::from(note), 128);
        for letter in letters {
            shift -= BITS;
            word |= u128::from(letter) << shift;
        }
        Self(word)
    }

    /// Writes the letters to the front of `word` and says how many there are.
    pub(crate) fn unpack(self, word: &mut [u8; MAX_LENGTH]) -> usize {
        let mut length = 0;
        while length < MAX_LENGTH {
            let letter = (self.0 >> (128 - BITS * (length + 1))) as u8 & 0x1F;
            if letter == 0 {
                break;
            }
            word[length] = letter;
            length += 1;
        }
        length
    }

    /// The note.
    pub(crate) const fn note(self) -> u64 {
        (self.0 as u64) & ((1 << Self::NOTE) - 1)
    }
}

/// What is wrong with a list, and where.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("Line {line}: \"{word}\" {why}.")]
pub struct ListError {
    /// The line, counted from 1.
    pub line: usize,
    /// The word.
    pub word: String,
    /// What is wrong with it.
    pub why: WrongWord,
}

/// What is wrong with a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum WrongWord {
    /// It has other characters than letters.
    #[error("has characters other than A to Z")]
    NotLetters,
    /// It does not fit on a board, or is no word at all.
    #[error("does not have {MIN_LENGTH} to {MAX_LENGTH} letters")]
    Length,
}

impl WordList {
    /// Reads a list with one word in each line, in either case and any order. Empty lines and those that begin with `#` are
    /// skipped.
    ///
    /// # Errors
    /// The first word that cannot be one.
    pub fn parse(text: &str) -> Result<Self, ListError> {
        let mut words = Vec::with_capacity(text.len() / 8);
        for (line, word) in (1..).zip(text.lines().map(str::trim)) {
            if !word.is_empty() && !word.starts_with('#') {
                words.push(packed(word).map_err(|why| ListError { line, word: word.to_owned(), why })?);
            }
        }
        Ok(Self::of(words))
    }

    /// The words of both lists.
    #[must_use]
    pub fn union(mut self, other: &Self) -> Self {
        self.0.extend_from_slice(&other.0);
        Self::of(self.0)
    }

    /// How many words there are.
    pub const fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn of(mut words: Vec<Packed>) -> Self {
        words.sort_unstable();
        words.dedup();
        Self(words)
    }
}

fn packed(word: &str) -> Result<Packed, WrongWord> {
    if word.bytes().any(|c| letter(c).is_none()) {
        return Err(WrongWord::NotLetters);
    }
    if !(MIN_LENGTH..=MAX_LENGTH).contains(&word.len()) {
        return Err(WrongWord::Length);
    }
    Ok(Packed::new(word.bytes().filter_map(letter), 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_sorted_and_joined() {
        let list = WordList::parse("# gear\nZeal\n\n  axe \r\nAXE\n").unwrap();
        assert_eq!(list, WordList::parse("axe\nzeal").unwrap());
        let both = list.union(&WordList::parse("axes\naxe").unwrap());
        assert_eq!(both, WordList::parse("axe\naxes\nzeal").unwrap());
        assert_eq!((both.len(), WordList::default().is_empty()), (3, true));
    }

    #[test]
    fn wrong_words_are_told_with_their_line() {
        let error = |text: &str| WordList::parse(text).unwrap_err().to_string();
        assert_eq!(error("axe\n\ndon't"), "Line 3: \"don't\" has characters other than A to Z.");
        assert_eq!(error("naïve"), "Line 1: \"naïve\" has characters other than A to Z.");
        assert_eq!(error("axe\na"), "Line 2: \"a\" does not have 2 to 15 letters.");
        assert_eq!(error("abcdefghijklmnop"), "Line 1: \"abcdefghijklmnop\" does not have 2 to 15 letters.");
    }

    #[test]
    fn words_are_packed_with_a_note() {
        let packed = Packed::new([26; MAX_LENGTH], 77);
        let mut word = [0; MAX_LENGTH];
        assert_eq!((packed.unpack(&mut word), word, packed.note()), (15, [26; MAX_LENGTH], 77));
        assert!(Packed::new([1, 2], u64::MAX >> (64 - Packed::NOTE)) < Packed::new([1, 2, 1], 0));
    }
}
