//! Why an action is refused.

use crate::{square::Square, tile::Tile};
use strum::{IntoStaticStr, VariantNames};
use thiserror::Error;

/// Why an action is refused, in the order in which the rules are checked.
#[derive(Clone, PartialEq, Eq, Debug, Error, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum Illegal {
    /// Another seat is to move.
    #[error("It is not your turn.")]
    NotYourTurn,
    /// The word does not fit.
    #[error("The word does not fit on the board there.")]
    OffBoard,
    /// A single letter is no word.
    #[error("A word has at least two letters.")]
    TooShort,
    /// The lexicon does not have the word.
    #[error("{word} is not in the lexicon.")]
    NotAWord {
        /// The word.
        word: String,
    },
    /// The first word lies elsewhere.
    #[error("The first word must cover the centre of the board.")]
    MissesCentre,
    /// The word touches no other.
    #[error("The word must touch a tile on the board.")]
    NotConnected,
    /// Another letter is there.
    #[error("There is already a {letter} at {at}.")]
    SquareTaken {
        /// Where.
        at: Square,
        /// Which letter.
        letter: char,
    },
    /// All of the letters are there already.
    #[error("All of these letters are on the board already: lay at least one tile.")]
    NoNewTile,
    /// The lexicon does not have a word that is formed across.
    #[error("This would also form {word}, which is not in the lexicon.")]
    CrossNotAWord {
        /// The word.
        word: String,
    },
    /// The rack does not have a tile.
    #[error("You have too few tiles of {tile} on your rack.")]
    MissingTile {
        /// Which kind.
        tile: Tile,
    },
    /// Too few tiles to swap.
    #[error("You can swap while the bag holds at least 7 tiles; it holds {left}.")]
    BagTooSmall {
        /// How many it holds.
        left: u32,
    },
    /// No tile was chosen.
    #[error("Choose at least one tile to swap.")]
    NothingToSwap,
    /// There is no play that can be challenged.
    #[error("There is no play to challenge.")]
    NothingToChallenge,
    /// The last tiles have been laid.
    #[error("The last tiles are laid: challenge the play or pass.")]
    LastTilesLaid,
}
