//! The games of a house.

use crate::{AnyGame, Entrant, Library, Playable};
use std::{fmt, sync::Arc};

/// Every game of a house, by id, and the library they share.
#[derive(Clone)]
pub struct Registry {
    games: Vec<Arc<dyn AnyGame>>,
    library: Library,
}

impl Registry {
    /// A registry without games, whose games will take their assets from `library`.
    pub const fn new(library: Library) -> Self {
        Self { games: Vec::new(), library }
    }

    /// The registry with `G` as its next game. People see games in the order in which they were entered.
    #[must_use]
    pub fn with<G: Playable>(mut self) -> Self {
        self.games.push(Arc::new(Entrant::<G>::new(&self.library)));
        self
    }

    /// Enters a game that was made with this registry's library, unless it is there already.
    pub fn enter(&mut self, game: Arc<dyn AnyGame>) {
        if self.game(game.spec().id).is_none() {
            self.games.push(game);
        }
    }

    /// The game of that id.
    pub fn game(&self, id: &str) -> Option<&Arc<dyn AnyGame>> {
        self.games.iter().find(|game| game.spec().id == id)
    }

    /// All games.
    pub fn games(&self) -> impl Iterator<Item = &Arc<dyn AnyGame>> {
        self.games.iter()
    }

    /// Where the games take their assets from.
    pub const fn library(&self) -> &Library {
        &self.library
    }
}

impl fmt::Debug for Registry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.games().map(|game| game.spec().id)).finish()
    }
}
