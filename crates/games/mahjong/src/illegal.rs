//! Why an action is refused.

use crate::Tile;
use strum::{IntoStaticStr, VariantNames};
use thiserror::Error;

/// Why an action is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum Illegal {
    /// Something else is being done.
    #[error("That is not what the table is waiting for.")]
    NotNow,
    /// Another player is at it.
    #[error("It is not your turn.")]
    NotYourTurn,
    /// What is sealed stays.
    #[error("You have answered already.")]
    AlreadyAnswered,
    /// A dead hand only pays.
    #[error("Your hand is dead.")]
    DeadHand,
    /// Too few or too many tiles.
    #[error("Choose {}.", tiles(*least, *most))]
    WrongCount {
        /// How many at least.
        least: u8,
        /// How many at most.
        most: u8,
    },
    /// A tile that is elsewhere.
    #[error("You do not have these tiles.")]
    NotHeld,
    /// Jokers are never passed.
    #[error("Jokers are never passed.")]
    JokersStay,
    /// Blanks are passed only for want of other tiles.
    #[error("Blanks are never passed while you have three other tiles to pass.")]
    BlanksStay,
    /// Too much for a courtesy.
    #[error("A courtesy is 0 to 3 tiles.")]
    CourtesyTooLarge,
    /// The hand is not on the card, or not complete.
    #[error("These tiles are not a hand of the card.")]
    NotMahjong,
    /// The discard is dead, or the player's own.
    #[error("This discard cannot be claimed.")]
    DeadDiscard,
    /// Too few tiles for the group.
    #[error("You do not have the tiles for such a group.")]
    NoMaterial,
    /// No group has that size.
    #[error("An exposed group has 3 to 6 tiles.")]
    WrongGroup,
    /// No hand of the card contains the exposures.
    #[error("No hand of the card that may be exposed has such a group beside your others.")]
    NoSuchHand,
    /// Only a group just claimed can be corrected.
    #[error("Only the group you just claimed can be corrected, before you do anything else.")]
    NothingToCorrect,
    /// There is no such joker.
    #[error("There is no joker in that group.")]
    NoJokerThere,
    /// The tile for the joker is missing.
    #[error("You need {} to take that joker.", tile.name())]
    NoTileForJoker {
        /// Which tile.
        tile: Tile,
    },
    /// There is no blank to trade.
    #[error("You have no blank.")]
    NoBlank,
    /// The tile is not among the discards, or a joker.
    #[error("There is no {} among the discards that can be had for a blank.", tile.name())]
    NotDiscarded {
        /// Which tile.
        tile: Tile,
    },
    /// A referee watches, or there is nothing to challenge.
    #[error("Only an opponent's exposures can be challenged, at a table without a referee.")]
    NotChallengeable,
    /// Nothing runs out, or everything has a clock.
    #[error("Only a discard with a clock can wait, at a table where turns have none.")]
    NothingToPause,
    /// A table waits once for each discard.
    #[error("The table already waits for a minute.")]
    AlreadyPaused,
}

/// "exactly 3 tiles", "exactly 1 tile", "0 to 3 tiles".
fn tiles(least: u8, most: u8) -> String {
    let number = if least == most { format!("exactly {most}") } else { format!("{least} to {most}") };
    format!("{number} tile{}", if most == 1 { "" } else { "s" })
}
