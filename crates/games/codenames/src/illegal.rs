//! Why an action is refused.

use strum::{IntoStaticStr, VariantNames};
use thiserror::Error;

/// Why an action is refused.
#[derive(Clone, PartialEq, Eq, Debug, Error, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum Illegal {
    /// The other side is at it.
    #[error("It is not your team's turn.")]
    NotPlayersTurn,
    /// Only spymasters give hints.
    #[error("Only the spymaster gives hints.")]
    MustBeSpymaster,
    /// Spymasters know the key.
    #[error("You know the key: your team guesses.")]
    CantBeSpymaster,
    /// One hint a turn.
    #[error("The hint of this turn has been given.")]
    AlreadyHasHint,
    /// There is nothing to guess by.
    #[error("Wait for the spymaster's hint.")]
    NoHint,
    /// A hint of several words, or none.
    #[error("A hint is one word of at most 30 letters.")]
    NotOneWord,
    /// Too high a number.
    #[error("A hint is for 0 to 9 words, or unlimited.")]
    BadCount,
    /// The word is on the board.
    #[error("{word} is on the board. Choose a word that is not.")]
    VisibleWord {
        /// The card.
        word: String,
    },
    /// The hint is a form of a visible word.
    #[error("That is a form of {word}, which is on the board. Choose another word, or ask the host to allow it.")]
    FormOfVisible {
        /// The card.
        word: String,
    },
    /// The hint is part of a visible word, or the other way round.
    #[error(
        "That and {word}, which is on the board, are parts of each other. Choose another word, or ask the host to allow it."
    )]
    PartOfVisible {
        /// The card.
        word: String,
    },
    /// Words that are not one's own to hint at.
    #[error("A hint can only mean hidden words that your team looks for.")]
    BadMeaning,
    /// The hint needs nobody's leave.
    #[error("That hint is allowed. Just give it.")]
    NothingToAsk,
    /// The host has said no in this turn, or has not answered yet.
    #[error("You have asked the host in this turn. Choose another word.")]
    AlreadyAsked,
    /// The table has no host who plays.
    #[error("There is no host at the table to ask. Choose another word.")]
    NoHost,
    /// The host would learn the hint before it is given.
    #[error("The host guesses by your hints and must not know them before. Choose another word.")]
    HostGuesses,
    /// Another player is the host.
    #[error("Only the host decides that.")]
    NotHost,
    /// No hint waits for the host.
    #[error("No hint waits for a decision.")]
    NothingAsked,
    /// There is no such card.
    #[error("There is no such card.")]
    NoSuchCard,
    /// It lies open.
    #[error("That card has been revealed.")]
    AlreadyRevealed,
    /// A turn has at least one guess.
    #[error("Reveal at least one card before you end the turn.")]
    MustGuessOnce,
    /// The card has the mark already, or has none.
    #[error("You have marked that card already, or have not marked it.")]
    AlreadyTagged,
    /// Standard games and duets have no intercepts.
    #[error("There are no intercepts in this game.")]
    NoInterception,
    /// There is no hint, or a card has been revealed since.
    #[error("You can intercept after a hint, until the other team reveals a card.")]
    NotInterceptPhase,
    /// One intercept for each hint.
    #[error("This hint has been intercepted.")]
    InterceptAlreadyUsed,
    /// The hinting team reveals.
    #[error("That is your own team's hint: reveal a card instead.")]
    NotInterceptingTeam,
    /// Said once is enough.
    #[error("You have let this hint pass.")]
    AlreadyWaived,
}
