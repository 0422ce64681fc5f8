//! What can be wrong with a card.

use strum::{IntoStaticStr, VariantNames};
use thiserror::Error;

/// Something wrong with a card, and where.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: {fault}")]
pub struct Lint {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub fault: Fault,
}

/// What is wrong with a line of a card.
#[derive(Clone, PartialEq, Eq, Debug, Error, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum Fault {
    /// It is no text, or too much of it.
    #[error("a card is a text of at most {most} bytes")]
    NotACard {
        /// The most bytes.
        most: usize,
    },
    /// An `@` with something unknown after it.
    #[error("a line with @ says @name or @year, and a year has four digits")]
    UnknownSetting,
    /// Not four fields.
    #[error("a hand has four fields: id|value|X or C|tiles")]
    WrongFields,
    /// No id, or one that is no word.
    #[error("an id has 1 to 8 letters and digits, not {0:?}")]
    WrongId(String),
    /// The value is no number, or an odd one.
    #[error("a value is 5 to 500 in steps of 5, not {0:?}")]
    WrongValue(String),
    /// Neither exposable nor concealed.
    #[error("a hand is X (exposed) or C (concealed), not {0:?}")]
    WrongExposure(String),
    /// A symbol that there is not.
    #[error("{0:?} is no symbol")]
    UnknownSymbol(char),
    /// A number without a suit.
    #[error("{0:?} has numbers, so it ends with a suit: a, b or c")]
    NoSuit(String),
    /// A dragon or wind to be chosen, and no letter that chooses it.
    #[error("{0:?} has a D or a V, so it ends with a, b, c (dragons) or x, y, z")]
    NoChoice(String),
    /// A letter that chooses nothing.
    #[error("the last letter of {0:?} chooses nothing")]
    UselessVariable(String),
    /// A group larger than a sextet.
    #[error("{0:?} is larger than a sextet")]
    TooLarge(String),
    /// A clause that there is not.
    #[error("{0:?} is no clause: write i:odd, i:even, i:1,4,7, u-i>1 or a~b")]
    UnknownClause(String),
    /// Too few or too many tiles.
    #[error("the hand has {0} tiles, not 14")]
    WrongSize(u32),
    /// No choice of suits and numbers fits.
    #[error("no choice of suits and numbers fits the hand")]
    NothingFits,
    /// More of a tile than there are.
    #[error("the hand needs {need} {tile} without jokers, and there are {copies}")]
    TooManyNaturals {
        /// Which tile.
        tile: String,
        /// How many the hand needs.
        need: u8,
        /// How many there are.
        copies: u8,
    },
    /// More jokers than there are.
    #[error("the hand needs {0} jokers, and there are 8")]
    TooManyJokers(u8),
    /// Equal ids that are not alternatives.
    #[error("{0} is a hand already, with another value or exposure")]
    DifferentAlternative(String),
    /// Two hands are the same.
    #[error("the hand {groups} is also one of {other}")]
    Overlap {
        /// The tiles.
        groups: String,
        /// The id of the earlier hand.
        other: String,
    },
    /// Too many hands.
    #[error("a card has 1 to {most} hands")]
    WrongNumberOfHands {
        /// The most hands.
        most: usize,
    },
    /// Too many ways to make its hands.
    #[error("all hands together can be made in {ways} ways, and at most {most} are allowed")]
    TooManyWays {
        /// How many.
        ways: usize,
        /// How many are allowed.
        most: usize,
    },
}
