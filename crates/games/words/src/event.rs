//! What seats do and what is announced.

use crate::{
    square::{At, Square},
    tile::Word,
    tiles::Tiles,
};
use parlor_kernel::{Outcome, Seat, Tick};
use serde::{Deserialize, Serialize};

/// What a seat may do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// Lays a word. Letters that are on the board already are part of it.
    Play {
        /// Where it begins and how it lies.
        at: At,
        /// Its letters, in lower case where a blank stands for one.
        word: Word,
        /// What the player's own program makes of it. The house counts for itself.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        claim: Option<i32>,
    },
    /// Puts tiles back into the bag and draws as many others.
    Swap {
        /// Which ones.
        tiles: Tiles,
    },
    /// Does nothing.
    Pass,
    /// Says that the play before this turn forms something else than words.
    Challenge,
    /// Gives up.
    Surrender,
}

impl Action {
    /// The play of `word` at `at`, without a claim.
    pub const fn play(at: At, word: Word) -> Self {
        Self::Play { at, word, claim: None }
    }
}

/// A word that a play forms, and what it counts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Formed {
    /// The word.
    pub word: Word,
    /// What it counts.
    pub points: i32,
}

/// A word on the board as it was laid.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Laid {
    /// Where it begins and how it lies.
    pub at: At,
    /// All of it, with the letters that were there before.
    pub word: Word,
    /// Which of its letters are new, the first one in the lowest bit.
    pub fresh: u16,
    /// What it counts in all.
    pub score: i32,
    /// The words that it forms, itself first.
    pub words: Vec<Formed>,
}

impl Laid {
    /// The squares that it fills, with whether the tile is new.
    pub fn squares(&self) -> impl Iterator<Item = (Square, bool)> {
        let At { square, direction } = self.at;
        let length = self.word.letters().len() as i8;
        (0..length).filter_map(move |step| {
            let fresh = self.fresh >> step & 1 == 1;
            square.step(direction, step).map(|square| (square, fresh))
        })
    }

    /// The tiles that were laid.
    pub fn tiles(&self) -> Tiles {
        let letters = self.word.letters().iter().enumerate();
        letters.filter(|(place, _)| self.fresh >> place & 1 == 1).map(|(_, placed)| placed.tile()).collect()
    }
}

/// What a seat did with a turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Move {
    /// It laid a word.
    Play(Laid),
    /// It laid a word, and had to take it back.
    TakenBack(Laid),
    /// It swapped so many tiles.
    Swap(u8),
    /// It passed.
    Pass,
    /// It let the time run out.
    Missed,
    /// It challenged a play of words, and lost its turn.
    Challenge,
}

/// A turn of the match so far.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Turn {
    /// Whose.
    pub seat: Seat,
    /// What it did.
    pub made: Move,
    /// The score of the seat after it.
    pub total: i32,
}

/// The times of a turn, where a clock runs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Timing {
    /// When the turn began.
    pub since: Tick,
    /// When the clock makes an end of it.
    pub deadline: Tick,
    /// How many ticks each seat has used in its earlier turns.
    pub spent: Vec<u64>,
}

/// What is announced.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A seat has taken its turn.
    Moved {
        /// Which one.
        seat: Seat,
        /// What it did.
        made: Move,
    },
    /// The play before this turn was challenged.
    Challenged {
        /// Who challenged it.
        seat: Seat,
        /// The first thing in it that is no word, if there is one; then the play is taken back.
        wrong: Option<Word>,
        /// What a wrong challenge costs.
        cost: i32,
    },
    /// A seat has drawn tiles.
    Drew {
        /// Which one.
        seat: Seat,
        /// How many.
        count: u8,
    },
    /// To the seat itself: what its rack holds now.
    Rack {
        /// Whose.
        seat: Seat,
        /// The tiles.
        tiles: Tiles,
    },
    /// Whose turn it is.
    Turn {
        /// Which seat's.
        seat: Seat,
        /// Its times, where a clock runs.
        timing: Option<Timing>,
    },
    /// A seat plays no more. Its tiles go back into the bag, unless the last tiles lie open to a challenge: then they do so if
    /// those are taken back.
    Left {
        /// Which one.
        seat: Seat,
    },
    /// The match is over: no more secrets.
    Over {
        /// The result.
        outcome: Outcome,
        /// What each seat held.
        racks: Vec<Tiles>,
        /// What each seat gains or loses at the end, for tiles left over and for overtime.
        settled: Vec<i32>,
    },
}
