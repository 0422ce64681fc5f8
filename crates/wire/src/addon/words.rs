//! Moves of Words.

use super::field::payload;
use crate::slash::Direction;

payload! {
    /// A move of Words.
    pub enum Move {
        /// Lets the turn go.
        "PASS" => Pass;
        /// `DRAGON|H|8|8|26`: a word on the board.
        else Word(Word)
    }
}

payload! {
    /// A word on the board.
    pub struct Word {
        /// The word.
        word: String,
        /// Which way it runs.
        direction: Direction,
        /// The row of its first letter, from 1.
        row: u8,
        /// The column of its first letter, from 1.
        column: u8,
        /// What it is worth. From a client it is only a claim.
        score: u32,
    }
}
