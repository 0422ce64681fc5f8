//! Lists of words for the board.

use parlor_kernel::{Asset, AssetDigest, AssetError, AssetId};
use rust_stemmers::{Algorithm, Stemmer};
use serde::{Deserialize, Serialize};
use std::{collections::HashMap, fmt, sync::Arc};
use strum::{EnumIter, EnumString, IntoStaticStr};
use thiserror::Error;

/// The fewest words of a list: a board.
pub const FEWEST: usize = 25;
/// The most words of a list.
pub const MOST: usize = 10_000;
/// The most characters of a word.
pub const LONGEST: usize = 24;

/// The language of a list: it decides which words are forms of each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, EnumIter, EnumString, IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Language {
    /// English.
    English,
    /// German.
    German,
    /// French.
    French,
    /// Spanish.
    Spanish,
    /// Italian.
    Italian,
    /// Portuguese.
    Portuguese,
    /// Dutch.
    Dutch,
    /// Swedish.
    Swedish,
    /// Danish.
    Danish,
    /// Norwegian.
    Norwegian,
    /// Finnish.
    Finnish,
    /// Hungarian.
    Hungarian,
    /// Romanian.
    Romanian,
    /// Russian.
    Russian,
    /// Turkish.
    Turkish,
    /// Greek.
    Greek,
    /// Any other: forms are not recognised.
    Other,
}

impl Language {
    /// A word without its ending.
    pub(crate) fn stem(self, word: &str) -> String {
        let algorithm = match self {
            Self::English => Algorithm::English,
            Self::German => Algorithm::German,
            Self::French => Algorithm::French,
            Self::Spanish => Algorithm::Spanish,
            Self::Italian => Algorithm::Italian,
            Self::Portuguese => Algorithm::Portuguese,
            Self::Dutch => Algorithm::Dutch,
            Self::Swedish => Algorithm::Swedish,
            Self::Danish => Algorithm::Danish,
            Self::Norwegian => Algorithm::Norwegian,
            Self::Finnish => Algorithm::Finnish,
            Self::Hungarian => Algorithm::Hungarian,
            Self::Romanian => Algorithm::Romanian,
            Self::Russian => Algorithm::Russian,
            Self::Turkish => Algorithm::Turkish,
            Self::Greek => Algorithm::Greek,
            Self::Other => return word.to_owned(),
        };
        Stemmer::create(algorithm).stem(word).into_owned()
    }
}

/// What is wrong with a line of a list.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum LineFault {
    /// A word is too long.
    #[error("is longer than {LONGEST} characters")]
    TooLong,
    /// It is made of something else than letters, digits, spaces, hyphens and apostrophes.
    #[error("has a character that no word has; write one word in each line")]
    Characters,
    /// It stands in the list already.
    #[error("repeats line {0}")]
    Repeats(usize),
}

/// Why a text is no list of words.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ListFault {
    /// A line is wrong.
    #[error("Line {line} {fault}.")]
    Line {
        /// Which line, counted from 1.
        line: usize,
        /// What is wrong with it.
        fault: LineFault,
    },
    /// Too few words, or too many.
    #[error("A list has {FEWEST} to 10,000 words; this one has {0}.")]
    Length(usize),
}

/// A word of a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// As it stands on a card.
    pub word: String,
    /// What it means in English, where the list says so: bots look it up.
    pub meaning: Option<String>,
}

/// A list of words. In each line stands one, perhaps with its English meaning: `Apfel = apple`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WordList {
    /// Its language.
    pub language: Language,
    /// Its words.
    pub entries: Vec<Entry>,
}

impl WordList {
    /// Reads a list. Empty lines and lines that begin with `#` do not count.
    ///
    /// # Errors
    /// The first line that is wrong, or the number of words, if it is.
    pub fn read(language: Language, text: &str) -> Result<Self, ListFault> {
        let mut entries = Vec::new();
        let mut seen: HashMap<String, usize> = HashMap::new();
        for (line, content) in (1..).zip(text.lines()) {
            let fault = |fault| ListFault::Line { line, fault };
            let content = content.trim();
            if content.is_empty() || content.starts_with('#') {
                continue;
            }
            let (word, meaning) = match content.split_once('=') {
                Some((word, meaning)) => (word.trim(), Some(meaning.trim().to_lowercase())),
                None => (content, None),
            };
            for part in [Some(word), meaning.as_deref()].into_iter().flatten() {
                is_word(part).map_err(fault)?;
            }
            if let Some(before) = seen.insert(word.to_lowercase(), line) {
                return Err(fault(LineFault::Repeats(before)));
            }
            if entries.len() == MOST {
                return Err(ListFault::Length(MOST + 1));
            }
            entries.push(Entry { word: word.to_owned(), meaning });
        }
        if entries.len() < FEWEST {
            return Err(ListFault::Length(entries.len()));
        }
        Ok(Self { language, entries })
    }
}

fn is_word(word: &str) -> Result<(), LineFault> {
    if word.chars().count() > LONGEST {
        return Err(LineFault::TooLong);
    }
    let fits = |c: char| c.is_alphanumeric() || " -'’".contains(c);
    if word.chars().any(char::is_alphanumeric) && word.chars().all(fits) { Ok(()) } else { Err(LineFault::Characters) }
}

impl Asset for WordList {
    const KIND: &'static str = "wordlist";

    /// The first line names the language: `# language: german`.
    fn parse(bytes: Arc<[u8]>) -> Result<Self, AssetError> {
        let malformed = |why: String| AssetError::MalformedAsset(why);
        let text = std::str::from_utf8(&bytes).map_err(|_| malformed("a word list is text".into()))?;
        let named = text.lines().next().and_then(|line| line.strip_prefix("# language: "));
        let language = named.and_then(|name| name.trim().parse().ok());
        let language = language.ok_or_else(|| malformed("the first line of a word list names its language".into()))?;
        Self::read(language, text).map_err(|fault| malformed(fault.to_string()))
    }
}

/// A list that comes with the game.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct ShippedList {
    /// Its name as an asset.
    pub name: &'static str,
    /// What people read.
    pub title: &'static str,
    /// The list.
    pub text: &'static str,
}

impl fmt::Debug for ShippedList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ShippedList({})", self.name)
    }
}

/// Every list that comes with the game, the default first.
pub const LISTS: &[ShippedList] = &[
    ShippedList { name: "english", title: "English", text: include_str!("../../../../data/wordlists/english.txt") },
    ShippedList {
        name: "nature",
        title: "English: nature",
        text: include_str!("../../../../data/wordlists/nature.txt"),
    },
    ShippedList {
        name: "science",
        title: "English: science",
        text: include_str!("../../../../data/wordlists/science.txt"),
    },
    ShippedList {
        name: "legends",
        title: "English: legends",
        text: include_str!("../../../../data/wordlists/legends.txt"),
    },
    ShippedList { name: "german", title: "Deutsch", text: include_str!("../../../../data/wordlists/german.txt") },
];

/// The list of that name, if it comes with the game.
pub fn shipped(name: &str) -> Option<AssetId> {
    let list = LISTS.iter().find(|list| list.name == name)?;
    let digest = AssetDigest::of(list.text.as_bytes());
    Some(AssetId { kind: WordList::KIND.into(), name: name.into(), digest })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(count: usize) -> String {
        (0..count).map(|number| format!("word {number}\n")).collect()
    }

    #[test]
    fn lists_are_read_or_refused_with_the_line() {
        let read = |text: &str| WordList::read(Language::English, text);
        assert_eq!(read(&lines(25)).unwrap().entries.len(), 25);
        assert_eq!(read(&format!("# note\n\n{}", lines(10_000))).unwrap().entries.len(), MOST);
        assert_eq!(read(&lines(24)), Err(ListFault::Length(24)));
        assert_eq!(read(&lines(10_001)), Err(ListFault::Length(10_001)));
        let at = |text: &str| read(&format!("{}{text}\n", lines(30))).unwrap_err().to_string();
        assert_eq!(at("Word 3"), "Line 31 repeats line 4.");
        assert_eq!(at("two, words"), "Line 31 has a character that no word has; write one word in each line.");
        assert_eq!(at("a word that is far too long"), "Line 31 is longer than 24 characters.");
        assert_eq!(at("- -"), "Line 31 has a character that no word has; write one word in each line.");
        let glossed = read(&format!("{}Apfel = Apple", lines(25))).unwrap();
        assert_eq!(glossed.entries[25], Entry { word: "Apfel".into(), meaning: Some("apple".into()) });
    }

    #[test]
    fn the_lists_of_the_house_are_lists() {
        let count = |name: &str| {
            let list = LISTS.iter().find(|list| list.name == name).unwrap();
            WordList::parse(Arc::from(list.text.as_bytes())).unwrap().entries.len()
        };
        assert!(count("english") >= 600 && count("german") >= 400);
        assert!(LISTS.iter().all(|list| count(list.name) >= 100));
        for text in ["", "Apple\n", "# language: klingon\nApple"] {
            assert!(WordList::parse(Arc::from(text.as_bytes())).is_err());
        }
    }
}
