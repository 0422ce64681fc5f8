//! What pebbles weigh: the toy's asset.

use super::Config;
use parlor_kernel::{Asset, AssetDigest, AssetError, AssetId, Assets, Library, MemoryShelf};
use std::sync::{Arc, LazyLock};

/// Every asset of the toy: its name and what it says. One line for each number of pebbles, from none to nine.
const SHELF: &[(&str, &str)] = &[
    ("plain", "0\n1\n2\n3\n4\n5\n6\n7\n8\n9\n"),
    // Heavier than they are many, and two of them weigh as much as three.
    ("river", "0\n2\n3\n3\n5\n7\n8\n10\n11\n13\n"),
];

/// What a fist weighs, by the number of pebbles in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights([u8; 10]);

impl Weights {
    /// What a fist with so many pebbles weighs.
    pub fn of(&self, pebbles: u8) -> u8 {
        self.0[usize::from(pebbles)]
    }

    /// The most that a fist weighs which holds at most so many pebbles.
    pub fn most(&self, pebbles: u8) -> u8 {
        self.0[..=usize::from(pebbles)].iter().copied().max().unwrap_or_default()
    }

    /// What all fists weigh together.
    pub fn total(&self, hands: impl IntoIterator<Item = u8>) -> u8 {
        hands.into_iter().map(|pebbles| self.of(pebbles)).sum()
    }
}

impl Asset for Weights {
    const KIND: &'static str = "weights";

    fn parse(bytes: Arc<[u8]>) -> Result<Self, AssetError> {
        let malformed = || AssetError::MalformedAsset("weights are ten numbers up to 20, one in each line".into());
        let text = std::str::from_utf8(&bytes).map_err(|_| malformed())?;
        let weights = text.lines().map(|line| line.parse().ok().filter(|&weight| weight <= 20));
        let weights: Vec<u8> = weights.collect::<Option<_>>().ok_or_else(malformed)?;
        Ok(Self(weights.try_into().map_err(|_| malformed())?))
    }
}

impl Assets<Config> for Arc<Weights> {
    fn ids(config: &Config) -> Vec<AssetId> {
        vec![config.weights.clone()]
    }

    fn load(config: &Config, library: &Library) -> Result<Self, AssetError> {
        library.load(&config.weights)
    }
}

/// The weights of that name, which the toy's library has.
pub(super) fn named(name: &str) -> Option<AssetId> {
    let (name, text) = SHELF.iter().find(|(known, _)| *known == name)?;
    let digest = AssetDigest::of(text.as_bytes());
    Some(AssetId { kind: Weights::KIND.into(), name: (*name).into(), digest })
}

/// A library with the toy's assets. It is the same one every time.
pub fn library() -> Library {
    static LIBRARY: LazyLock<Library> = LazyLock::new(|| {
        let shelf = MemoryShelf::default();
        for (name, text) in SHELF {
            shelf.put(Weights::KIND, name, text.as_bytes());
        }
        Library::new(Arc::new(shelf))
    });
    LIBRARY.clone()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_read_or_refused() {
        let river = library().load::<Weights>(&named("river").unwrap()).unwrap();
        assert_eq!((river.of(2), river.most(3), river.total([1, 3, 0])), (3, 3, 5));
        for text in ["", "1\n2\n", "0\n1\n2\n3\n4\n5\n6\n7\n8\n99\n", "a\n1\n2\n3\n4\n5\n6\n7\n8\n9\n"] {
            assert!(matches!(Weights::parse(Arc::from(text.as_bytes())), Err(AssetError::MalformedAsset(_))), "{text}");
        }
    }
}
