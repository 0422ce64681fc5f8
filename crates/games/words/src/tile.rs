//! Letters, tiles in a hand and tiles on the board.

use parlor_lexicon::{LETTERS, MAX_LENGTH, letter};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::{fmt, str::FromStr};
use thiserror::Error;

/// How many kinds of tiles there are: the blank and the letters.
pub const KINDS: usize = LETTERS as usize + 1;

/// A tile that is not on the board: a blank, or a letter. As text, `?` or `A` to `Z`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Tile(pub(crate) u8);

impl Tile {
    /// The tile that stands for any letter.
    pub const BLANK: Self = Self(0);

    /// The tile that a character means.
    pub const fn of(character: char) -> Option<Self> {
        match character {
            '?' => Some(Self::BLANK),
            c if c.is_ascii() => match letter(c as u8) {
                Some(letter) => Some(Self(letter)),
                None => None,
            },
            _ => None,
        }
    }

    /// Every kind of tile: the letters, then the blank.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=LETTERS).chain([0]).map(Self)
    }

    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", if self.0 == 0 { '?' } else { char::from(self.0 + b'@') })
    }
}

/// A letter on the board, made by a letter tile or by a blank. As text, `A` to `Z`, and `a` to `z` for a blank.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Placed(pub(crate) u8);

impl Placed {
    const BLANK: u8 = 0x80;

    /// The letter, from 1 to 26, made by a tile of its own.
    pub(crate) const fn plain(letter: u8) -> Self {
        Self(letter)
    }

    /// The letter made by a blank.
    pub(crate) const fn blank(letter: u8) -> Self {
        Self(letter | Self::BLANK)
    }

    /// The letter that a character means.
    pub const fn of(character: char) -> Option<Self> {
        if !character.is_ascii_alphabetic() {
            return None;
        }
        match letter(character as u8) {
            Some(letter) if character.is_ascii_lowercase() => Some(Self::blank(letter)),
            Some(letter) => Some(Self::plain(letter)),
            None => None,
        }
    }

    /// The letter, from 1 to 26.
    #[inline]
    pub const fn letter(self) -> u8 {
        self.0 & !Self::BLANK
    }

    /// Whether it is made by a blank.
    #[inline]
    pub const fn is_blank(self) -> bool {
        self.0 & Self::BLANK != 0
    }

    /// The tile it is made of.
    #[inline]
    pub const fn tile(self) -> Tile {
        if self.is_blank() { Tile::BLANK } else { Tile(self.0) }
    }

    /// The letter as a capital.
    pub fn capital(self) -> char {
        char::from(self.letter() + b'@')
    }
}

impl fmt::Display for Placed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let capital = self.capital();
        write!(f, "{}", if self.is_blank() { capital.to_ascii_lowercase() } else { capital })
    }
}

/// A text that is no word.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("a word is 1 to 15 letters from A to Z, in lower case where a blank stands for the letter")]
pub struct NotAWordText;

/// One to fifteen letters. As text, capitals, and lower case for blanks: `DRaGON`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Word(Vec<Placed>);

impl Word {
    pub(crate) fn new(letters: Vec<Placed>) -> Self {
        debug_assert!((1..=MAX_LENGTH).contains(&letters.len()));
        Self(letters)
    }

    /// The letters.
    pub fn letters(&self) -> &[Placed] {
        &self.0
    }

    /// The word in capitals, whatever its letters are made of.
    pub fn capitals(&self) -> String {
        self.0.iter().map(|placed| placed.capital()).collect()
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|placed| write!(f, "{placed}"))
    }
}

impl FromStr for Word {
    type Err = NotAWordText;

    fn from_str(text: &str) -> Result<Self, NotAWordText> {
        let letters: Option<Vec<_>> = text.chars().map(Placed::of).collect();
        letters.filter(|letters| (1..=MAX_LENGTH).contains(&letters.len())).map(Self).ok_or(NotAWordText)
    }
}

/// Serde as text, for a type that is written by `Display` and read by `FromStr`.
macro_rules! text_serde {
    ($type:ty) => {
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                parlor_kernel::from_text(deserializer)
            }
        }
    };
}
pub(crate) use text_serde;

text_serde!(Word);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_go_there_and_back() {
        let word: Word = "DRaGON".parse().unwrap();
        assert_eq!((word.to_string(), word.capitals()), ("DRaGON".into(), "DRAGON".into()));
        assert_eq!(word.letters()[2].tile(), Tile::BLANK);
        assert_eq!(word.letters()[0].tile().to_string(), "D");
        for wrong in ["", "DRAGON!", "É", "ABCDEFGHIJKLMNOP", "A B"] {
            assert_eq!(wrong.parse::<Word>(), Err(NotAWordText), "{wrong}");
        }
    }
}
