//! Rule sets together with the assets they name.

use crate::{AssetError, AssetId, Game, Library};
use std::{fmt::Debug, sync::Arc};

/// The assets that a game with rule sets `C` plays with. `()` for games that need none.
pub trait Assets<C>: Clone + Send + Sync + Debug + 'static {
    /// What `config` names.
    fn ids(config: &C) -> Vec<AssetId>;

    /// All of it.
    ///
    /// # Errors
    /// The first that is missing, wrong or makes no sense.
    fn load(config: &C, library: &Library) -> Result<Self, AssetError>;
}

impl<C> Assets<C> for () {
    fn ids(_: &C) -> Vec<AssetId> {
        Vec::new()
    }

    fn load(_: &C, _: &Library) -> Result<(), AssetError> {
        Ok(())
    }
}

/// A rule set that has been validated, with the assets it names: all that stays the same during a match.
#[derive(Debug)]
pub struct Rules<G: Game> {
    /// The rule set.
    pub config: Arc<G::Config>,
    /// What it names.
    pub assets: G::Assets,
}

impl<G: Game> Rules<G> {
    /// The rules that `config` names. It has been validated.
    ///
    /// # Errors
    /// If an asset is missing, wrong or makes no sense.
    pub fn load(config: impl Into<Arc<G::Config>>, library: &Library) -> Result<Self, AssetError> {
        let config = config.into();
        let assets = G::Assets::load(&config, library)?;
        Ok(Self { config, assets })
    }
}

impl<G: Game<Assets = ()>> Rules<G> {
    /// The rules of a game that needs no assets. `config` has been validated.
    pub fn plain(config: impl Into<Arc<G::Config>>) -> Arc<Self> {
        Arc::new(Self { config: config.into(), assets: () })
    }
}

impl<G: Game> Clone for Rules<G> {
    fn clone(&self) -> Self {
        Self { config: Arc::clone(&self.config), assets: self.assets.clone() }
    }
}

/// A rule set names its assets to the byte, so equal rule sets are equal rules.
impl<G: Game> PartialEq for Rules<G> {
    fn eq(&self, other: &Self) -> bool {
        self.config == other.config
    }
}

impl<G: Game> Eq for Rules<G> {}
