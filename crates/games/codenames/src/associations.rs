//! How near words are to each other: what bots know of the language.

use crate::words::{Entry, Language, WordList};
use parlor_kernel::{Asset, AssetDigest, AssetError, AssetId};
use std::{collections::HashMap, sync::Arc};

/// The table that comes with the game: its name, and the SHA-256 of `data/associations/english.bin`.
const SHIPPED: (&str, &str) = ("english", include_str!("../../../../data/associations/english.sha256"));

/// What every table begins with.
const MAGIC: &[u8] = b"PASSOC1\n";
/// The most words that a table may have.
const MOST_WORDS: usize = 100_000;
/// How many dimensions a vector has.
pub const DIMENSIONS: usize = 96;

/// What a word means: a vector. Related words point into similar directions.
#[derive(Clone, PartialEq, Debug)]
pub struct Meaning {
    vector: [i16; DIMENSIONS],
    /// One over the vector's length.
    inverse: f32,
}

impl Meaning {
    fn new(vector: [i16; DIMENSIONS]) -> Self {
        let squares: i64 = vector.iter().map(|&value| i64::from(value) * i64::from(value)).sum();
        let inverse = if squares == 0 { 0.0 } else { 1.0 / (squares as f32).sqrt() };
        Self { vector, inverse }
    }

    /// How near two words are: 1 is the same, 0 unrelated.
    #[inline]
    pub fn near(&self, other: &Self) -> f32 {
        // No vector is long enough for an overflow; a check for one would keep the processor from adding in parallel.
        let products = self.vector.iter().zip(&other.vector).map(|(&a, &b)| i32::from(a).wrapping_mul(i32::from(b)));
        let sum = products.fold(0_i32, i32::wrapping_add);
        sum as f32 * self.inverse * other.inverse
    }

    /// The same, moved by `offset`, which is measured in lengths of the vector: how another person might understand it.
    #[must_use]
    pub fn moved(&self, offset: &[f32; DIMENSIONS]) -> Self {
        // Finer than the table's own steps, so that a small offset is not lost.
        let scale = 2_000.0 * self.inverse;
        let mut vector = [0; DIMENSIONS];
        for (place, value) in vector.iter_mut().enumerate() {
            *value = (f32::from(self.vector[place]) * scale + offset[place] * 2_000.0).round() as i16;
        }
        Self::new(vector)
    }

    /// The middle of several meanings: of "ice" and "cream" for "ice cream".
    fn middle(parts: &[&Self]) -> Option<Self> {
        let mut vector = [0; DIMENSIONS];
        for (place, value) in vector.iter_mut().enumerate() {
            let sum: f32 = parts.iter().map(|part| f32::from(part.vector[place]) * part.inverse * 1_000.0).sum();
            *value = (sum / parts.len() as f32) as i16;
        }
        (!parts.is_empty()).then(|| Self::new(vector))
    }
}

/// A table of associations: common English words with their meanings, the most common first.
#[derive(Debug)]
pub struct Associations {
    words: Vec<Box<str>>,
    meanings: Vec<Meaning>,
    places: HashMap<Box<str>, u32>,
}

impl Associations {
    /// Every word with its meaning.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Meaning)> {
        self.words.iter().map(|word| &**word).zip(&self.meanings)
    }

    /// What an English word means, or several words together.
    pub fn meaning(&self, word: &str) -> Option<Meaning> {
        let word = word.to_lowercase();
        if let Some(meaning) = self.of(&word) {
            return Some(meaning.clone());
        }
        let parts: Vec<_> = word.split([' ', '-']).filter_map(|part| self.of(part)).collect();
        Meaning::middle(&parts)
    }

    fn of(&self, word: &str) -> Option<&Meaning> {
        self.places.get(word).map(|&place| &self.meanings[place as usize])
    }

    /// What a word of a list means.
    pub(crate) fn of_entry(&self, list: &WordList, entry: &Entry) -> Option<Meaning> {
        match (&entry.meaning, list.language) {
            (Some(meaning), _) => self.meaning(meaning),
            (None, Language::English) => self.meaning(&entry.word),
            (None, _) => None,
        }
    }
}

impl Asset for Associations {
    const KIND: &'static str = "associations";

    fn parse(bytes: Arc<[u8]>) -> Result<Self, AssetError> {
        read(&bytes).ok_or_else(|| AssetError::MalformedAsset("it is no table of associations".into()))
    }
}

/// The format: the magic bytes; then, as 32 bits with the lowest byte first, the number of words, of dimensions, and of
/// bytes that the words take; the words, each in a line; and a signed byte for every dimension of every word.
fn read(bytes: &[u8]) -> Option<Associations> {
    let rest = bytes.strip_prefix(MAGIC)?;
    let (head, rest) = rest.split_at_checked(12)?;
    let number = |place: usize| u32::from_le_bytes(head[place..place + 4].try_into().unwrap_or_default()) as usize;
    let (count, dimensions, length) = (number(0), number(4), number(8));
    if count > MOST_WORDS || dimensions != DIMENSIONS {
        return None;
    }
    let (names, vectors) = rest.split_at_checked(length)?;
    let words: Vec<Box<str>> = std::str::from_utf8(names).ok()?.split('\n').map(Into::into).collect();
    if words.len() != count || vectors.len() != count * DIMENSIONS {
        return None;
    }
    let meanings = vectors.as_chunks::<DIMENSIONS>().0.iter();
    let meanings = meanings.map(|row| Meaning::new(row.map(|byte| i16::from(byte as i8)))).collect();
    let places = words.iter().cloned().zip(0..).collect();
    Some(Associations { words, meanings, places })
}

/// The table that comes with the game.
///
/// # Panics
/// Never: its digest is well-formed, as a test checks.
pub fn shipped() -> AssetId {
    let (name, digest) = SHIPPED;
    let id = format!("{}/{name}@{}", Associations::KIND, digest.trim());
    let id: AssetId = id.parse().expect("the digest of the shipped table");
    debug_assert_ne!(id.digest, AssetDigest([0; 32]));
    id
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Vec<u8> {
        let names = b"sun\nmoon";
        let mut bytes = MAGIC.to_vec();
        for number in [2, DIMENSIONS as u32, names.len() as u32] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(names);
        bytes.extend([100; DIMENSIONS]);
        bytes.extend([156; DIMENSIONS]);
        bytes
    }

    #[test]
    fn tables_are_read_or_refused() {
        let table = table();
        let read = |bytes: &[u8]| Associations::parse(Arc::from(bytes));
        let good = read(&table).unwrap();
        let (sun, moon) = (good.meaning("Sun").unwrap(), good.meaning("moon").unwrap());
        assert!((sun.near(&sun) - 1.0).abs() < 1e-5 && (sun.near(&moon) + 1.0).abs() < 1e-5);
        assert!(good.meaning("sun-moon").unwrap().near(&sun).abs() < 1e-5, "they cancel out");
        assert_eq!(good.meaning("star"), None);
        for cut in [0, 5, 12, 25, table.len() - 1] {
            assert!(read(&table[..cut]).is_err(), "{cut}");
        }
        let mut huge = table.clone();
        huge[8..12].copy_from_slice(&u32::MAX.to_le_bytes());
        assert!(read(&huge).is_err());
    }

    #[test]
    fn an_offset_turns_a_meaning() {
        let sun = read(&table()).unwrap().meaning("sun").unwrap();
        let mut offset = [0.0; DIMENSIONS];
        assert!((sun.moved(&offset).near(&sun) - 1.0).abs() < 1e-3);
        (offset[0], offset[1]) = (1.0, -1.0);
        // A right angle: the length of both is 1 and the square root of 2.
        assert!((sun.moved(&offset).near(&sun) - (1.0 / 3.0_f32).sqrt()).abs() < 1e-2);
    }
}
