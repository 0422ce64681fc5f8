//! Moves of Words. Rows and columns count from 1; a word's place is that of its first letter.

use super::{
    FrameError,
    field::{Field, Reader, Writer, payload},
    talk::Saved,
};
use crate::slash::Direction;
use parlor_kernel::Seat;
#[cfg(test)]
use proptest::{prelude::*, strategy::BoxedStrategy};

/// A move of Words, or what came of one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Move {
    /// `DRAGON|H|8|8|26`: a word on the board.
    Word(Word),
    /// Anything that begins with a word of the protocol.
    Said(Said),
}

payload! {
    /// A word on the board.
    pub struct Word {
        /// The word, in lower case where a blank stands for a letter.
        word: String,
        /// Which way it runs.
        direction: Direction,
        /// The row of its first letter, from 1.
        row: u8,
        /// The column of its first letter, from 1.
        column: u8,
        /// What it is worth. From a client it is only a claim.
        score: Option<u32>,
        /// Who laid it; only from the house.
        seat: Option<Seat>,
    }
}

payload! {
    /// What can be said of a match of Words beside words on the board.
    pub enum Said {
        /// Lets the turn go. From the house: who did.
        "PASS" => Pass {
            /// Who; only from the house.
            seat: Option<Seat>,
        },
        /// Changes tiles; all of them if none are named.
        "SWAP" => Swap {
            /// The letters, with `?` for a blank.
            letters: Option<String>,
        },
        /// From the house: a seat has changed so many tiles.
        "SWAPPED" => Swapped {
            /// Who.
            seat: Seat,
            /// How many.
            count: u8,
        },
        /// Says that the last play forms something else than words. From the house: who said so in vain.
        "CHALLENGE" => Challenge {
            /// Who; only from the house.
            seat: Option<Seat>,
        },
        /// From the house: the last play of a seat is taken back.
        "TAKEN_BACK" => TakenBack {
            /// Whose play it was.
            seat: Seat,
            /// What is no word.
            word: String,
        },
        /// From the house: a seat let its time run out.
        "MISSED" => Missed {
            /// Who.
            seat: Seat,
        },
        /// From the house: a seat plays no more.
        "LEFT" => Left {
            /// Who.
            seat: Seat,
        },
        /// Gives up.
        "SURRENDER" => Surrender,
        /// From the house: your tiles. From a client it is only a claim.
        "RACK" => Rack {
            /// The letters, with `?` for a blank.
            letters: String,
        },
        /// From the house: how many tiles the bag holds.
        "BAG" => Bag {
            /// How many.
            count: u8,
        },
        /// From the house: what a seat has now.
        "POINTS" => Points {
            /// Who.
            seat: Seat,
            /// How many points.
            points: i64,
        },
    }
}

payload! {
    /// WSYNC: a match of Words.
    pub enum Sync {
        /// From a client: tell it.
        "" => Ask,
        /// From the house: the whole match. From a client it is only a claim.
        "STATE" => State {
            /// The rows of the board with `/` between them: a letter for each tile, in lower case for a blank, or a dot.
            board: String,
            /// The squares that count more, in the same way: `'` and `"` double and triple a letter, `-` and `=` a word.
            bonus: String,
            /// Your tiles; none for those who watch.
            rack: Option<String>,
            /// How many tiles the bag holds.
            bag: u8,
            /// Who is to move; empty when it is over.
            turn: Option<Seat>,
            /// The points by seat.
            points: Vec<i64>,
        };
        /// From a client: a saved match, written as it likes. A claim, too.
        else Saved(Saved)
    }
}

impl Move {
    /// Its first word, or nothing when it has none.
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Word(_) => "",
            Self::Said(said) => said.word(),
        }
    }
}

/// PASS and SWAP are words, too: what is followed by a direction and a place is one on the board.
impl Field for Move {
    fn read(fields: &mut Reader<'_>) -> Result<Self, FrameError> {
        let is_placed = fields.left() >= 4 && matches!(fields.peek_at(1), Some("H" | "V"));
        let is_said = !is_placed && fields.peek().is_some_and(Said::is_word);
        if is_said { Said::read(fields).map(Self::Said) } else { Word::read(fields).map(Self::Word) }
    }

    fn write(&self, out: &mut Writer) {
        match self {
            Self::Word(word) => word.write(out),
            Self::Said(said) => said.write(out),
        }
    }

    #[cfg(test)]
    fn any() -> BoxedStrategy<Self> {
        prop_oneof![Word::any().prop_map(Self::Word), Said::any().prop_map(Self::Said)].boxed()
    }
}
