//! Which words of a list have been on the board.

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A set of words by their number in the list, written as hexadecimal digits: each stands for four words, the first of
/// them its lowest bit.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Used(Vec<u8>);

/// A text that names no words.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("used words are at most 2,500 hexadecimal digits")]
pub struct NotUsed;

/// As many digits as the longest list needs.
const MOST_DIGITS: usize = crate::words::MOST / 4;

impl Used {
    /// These words of a list with `length` words.
    pub fn of(length: usize, words: impl IntoIterator<Item = usize>) -> Self {
        let mut digits = vec![0; length.div_ceil(4)];
        for word in words.into_iter().filter(|&word| word < length) {
            digits[word / 4] |= 1 << (word % 4);
        }
        Self(digits)
    }

    /// Whether a word has been on the board.
    pub fn contains(&self, word: usize) -> bool {
        self.0.get(word / 4).is_some_and(|digit| digit >> (word % 4) & 1 == 1)
    }
}

impl From<Used> for String {
    fn from(used: Used) -> Self {
        used.0.iter().filter_map(|&digit| char::from_digit(digit.into(), 16)).collect()
    }
}

impl TryFrom<String> for Used {
    type Error = NotUsed;

    fn try_from(text: String) -> Result<Self, NotUsed> {
        if text.len() > MOST_DIGITS {
            return Err(NotUsed);
        }
        let digits = text.chars().map(|digit| digit.to_digit(16).map(|digit| digit as u8));
        digits.collect::<Option<_>>().map(Self).ok_or(NotUsed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_written_and_read() {
        let used = Used::of(10, [0, 5, 9, 40]);
        assert_eq!(serde_json::to_string(&used).unwrap(), r#""122""#);
        assert_eq!(serde_json::from_str::<Used>(r#""122""#).unwrap(), used);
        let found: Vec<_> = (0..50).filter(|&word| used.contains(word)).collect();
        assert_eq!(found, [0, 5, 9]);
        for wrong in ["1x".to_owned(), "0".repeat(MOST_DIGITS + 1)] {
            assert_eq!(Used::try_from(wrong), Err(NotUsed));
        }
    }
}
