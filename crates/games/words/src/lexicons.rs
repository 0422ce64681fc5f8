//! Lexicons as assets, and those that the house has.

use crate::Config;
use parlor_kernel::{Asset, AssetError, AssetId, Assets, Library};
use parlor_lexicon::Graph;
use std::sync::Arc;

/// The words that may be formed.
#[derive(Debug)]
pub struct Lexicon(Graph);

impl Lexicon {
    /// The automaton of the words.
    pub const fn graph(&self) -> &Graph {
        &self.0
    }
}

impl Asset for Lexicon {
    const KIND: &'static str = "lexicon";

    fn parse(bytes: Arc<[u8]>) -> Result<Self, AssetError> {
        Graph::read(&bytes).map(Self).map_err(|why| AssetError::MalformedAsset(format!("as a lexicon, {why}")))
    }
}

impl Assets<Config> for Arc<Lexicon> {
    fn ids(config: &Config) -> Vec<AssetId> {
        vec![config.lexicon.clone()]
    }

    fn load(config: &Config, library: &Library) -> Result<Self, AssetError> {
        library.load(&config.lexicon)
    }
}

/// The lexicons of the house, the default first: the name, the lists in `data/lexicons` that it is built from, and the
/// digest. A page knows a lexicon by its digest before it has it, so digests are written down here.
pub const LEXICONS: &[(&str, &[&str], &str)] = &[
    ("azeroth+english", &["azeroth", "english"], "5a3ac07fcc8767b31128b002fa76fdedca00d5ab0be61dd45bc44f730c2fceb5"),
    ("azeroth", &["azeroth"], "db38542fc1475db63f076c59f6a1ff85506dfc10d2cda150f03af6aac3ea4185"),
    ("english", &["english"], "9c3745f43fea24d4568025b96a7d281757edbbff4c7d18098540d24f20985060"),
];

/// The house's lexicon of that name.
pub fn named(name: &str) -> Option<AssetId> {
    let (name, _, digest) = LEXICONS.iter().find(|(known, ..)| *known == name)?;
    format!("{}/{name}@{digest}", Lexicon::KIND).parse().ok()
}
