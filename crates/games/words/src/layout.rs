//! Which squares of a board count more.

use crate::square::{SIDE, SQUARES, Square};
use serde::{Deserialize, Serialize};
use std::fmt;

/// What a square does to a tile that is put on it, or to the word that the tile is part of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Bonus {
    /// Nothing.
    #[default]
    Plain,
    /// The letter counts twice.
    DoubleLetter,
    /// The letter counts three times.
    TripleLetter,
    /// The word counts twice.
    DoubleWord,
    /// The word counts three times.
    TripleWord,
    /// The centre: the word counts twice.
    Star,
}

impl Bonus {
    /// Every bonus, with the character that stands for it in a layout.
    pub const MARKS: [(Self, char); 6] = [
        (Self::Plain, '.'),
        (Self::DoubleLetter, '\''),
        (Self::TripleLetter, '"'),
        (Self::DoubleWord, '-'),
        (Self::TripleWord, '='),
        (Self::Star, '*'),
    ];

    /// How often a letter counts.
    pub const fn letter_times(self) -> u8 {
        match self {
            Self::DoubleLetter => 2,
            Self::TripleLetter => 3,
            _ => 1,
        }
    }

    /// How often a word counts.
    pub const fn word_times(self) -> u8 {
        match self {
            Self::DoubleWord | Self::Star => 2,
            Self::TripleWord => 3,
            _ => 1,
        }
    }

    /// The character that stands for it.
    pub fn mark(self) -> char {
        Self::MARKS.into_iter().find(|&(bonus, _)| bonus == self).map_or('.', |(_, mark)| mark)
    }

    fn of(mark: char) -> Option<Self> {
        Self::MARKS.into_iter().find(|&(_, known)| known == mark).map(|(bonus, _)| bonus)
    }
}

/// The bonus of every square. As data, fifteen rows of fifteen characters: `.` plain, `'` and `"` double and triple
/// letter, `-` and `=` double and triple word, `*` the star.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<String>", into = "Vec<String>")]
pub struct Layout([Bonus; SQUARES]);

impl Layout {
    /// The layout of those rows, if they are one.
    pub fn of(rows: &[impl AsRef<str>]) -> Option<Self> {
        let mut squares = [Bonus::Plain; SQUARES];
        let mut marks = rows.iter().flat_map(|row| row.as_ref().chars());
        for square in &mut squares {
            *square = Bonus::of(marks.next()?)?;
        }
        let even = rows.iter().all(|row| row.as_ref().len() == usize::from(SIDE));
        (even && marks.next().is_none()).then_some(Self(squares))
    }

    /// The bonus of a square.
    pub const fn bonus(&self, square: Square) -> Bonus {
        self.0[square.index()]
    }

    /// How often a bonus occurs.
    pub fn count(&self, bonus: Bonus) -> usize {
        self.0.iter().filter(|&&other| other == bonus).count()
    }

    /// How often a letter counts and how often a word counts, if a tile is put on the square.
    pub(crate) fn times(&self, square: Square) -> (u8, u8) {
        let bonus = self.bonus(square);
        (bonus.letter_times(), bonus.word_times())
    }

    fn rows(&self) -> impl Iterator<Item = String> {
        self.0.chunks(SIDE.into()).map(|row| row.iter().map(|bonus| bonus.mark()).collect())
    }

    /// Whether each row reads the same from both ends.
    pub fn is_mirrored(&self) -> bool {
        Square::all().all(|square| {
            let mirrored = Square { column: SIDE - 1 - square.column, ..square };
            self.bonus(square) == self.bonus(mirrored)
        })
    }
}

impl fmt::Debug for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.rows()).finish()
    }
}

impl From<Layout> for Vec<String> {
    fn from(layout: Layout) -> Self {
        layout.rows().collect()
    }
}

impl TryFrom<Vec<String>> for Layout {
    type Error = &'static str;

    fn try_from(rows: Vec<String>) -> Result<Self, &'static str> {
        Self::of(&rows).ok_or("a layout is fifteen rows of fifteen characters: . ' \" - = or *")
    }
}
