//! The nouns of the game: sides, cards and their kinds, hints.

use parlor_kernel::Team;
use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};
use thiserror::Error;

/// How many cards are on the board.
pub const CARDS: u8 = 25;
/// The board has this many rows and as many columns.
pub const ROWS: u8 = 5;

/// One of the two that give hints in turn: a team, or in a duet a player.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Side(pub u8);

impl Side {
    /// The red team, or the first player of a duet.
    pub const RED: Self = Self(0);
    /// The blue team, or the second player of a duet.
    pub const BLUE: Self = Self(1);
    /// Both.
    pub const BOTH: [Self; 2] = [Self::RED, Self::BLUE];

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Self {
        Self(1 - self.0)
    }

    /// The side as an index into pairs.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The team, where sides are teams.
    pub const fn team(self) -> Team {
        Team(self.0)
    }

    /// The kind of this team's words.
    pub const fn kind(self) -> Kind {
        if self.0 == 0 { Kind::Red } else { Kind::Blue }
    }

    /// "Red" or "Blue".
    pub const fn name(self) -> &'static str {
        if self.0 == 0 { "Red" } else { "Blue" }
    }
}

/// What a word is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A word of the red team.
    Red,
    /// A word of the blue team.
    Blue,
    /// In a duet: a word that both look for.
    Green,
    /// Nobody's word: it ends the turn.
    Innocent,
    /// The word that loses the game.
    Assassin,
}

impl Kind {
    /// The team whose word it is.
    pub const fn owner(self) -> Option<Side> {
        match self {
            Self::Red => Some(Side::RED),
            Self::Blue => Some(Side::BLUE),
            Self::Green | Self::Innocent | Self::Assassin => None,
        }
    }

    /// What people call it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Red => "red",
            Self::Blue => "blue",
            Self::Green => "green",
            Self::Innocent => "innocent",
            Self::Assassin => "the assassin",
        }
    }

    /// One letter, for boards without colour.
    pub const fn letter(self) -> char {
        match self {
            Self::Red => 'R',
            Self::Blue => 'B',
            Self::Green => 'G',
            Self::Innocent => 'i',
            Self::Assassin => 'X',
        }
    }
}

/// A card of the board, counted from 0, row by row.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Place(pub u8);

impl Place {
    /// The card as an index into the board.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Every card of the board.
    pub fn all() -> impl Iterator<Item = Self> + Clone {
        (0..CARDS).map(Self)
    }
}

/// A set of cards.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Places(u32);

impl Places {
    /// No card.
    pub const NONE: Self = Self(0);

    /// Whether `place` is in the set.
    pub const fn contains(self, place: Place) -> bool {
        place.0 < CARDS && self.0 >> place.0 & 1 == 1
    }

    /// The set with `place` in it.
    #[must_use]
    pub const fn with(self, place: Place) -> Self {
        Self(self.0 | 1 << place.0)
    }

    /// The set without `place`.
    #[must_use]
    pub const fn without(self, place: Place) -> Self {
        Self(self.0 & !(1 << place.0))
    }

    /// Whether no card is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many cards are in the set.
    pub const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// The cards in order.
    pub fn iter(self) -> impl Iterator<Item = Place> {
        Place::all().filter(move |&place| self.contains(place))
    }
}

impl FromIterator<Place> for Places {
    fn from_iter<I: IntoIterator<Item = Place>>(places: I) -> Self {
        places.into_iter().fold(Self::NONE, Self::with)
    }
}

/// What everyone sees of a card.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Face {
    /// What it is, once it is revealed.
    pub shown: Option<Kind>,
    /// In a duet: for which player, as a guesser, it has turned out innocent. The other may still guess it.
    pub innocent_for: [bool; 2],
}

impl Face {
    /// Whether a guesser of `side` may no longer choose it.
    pub const fn is_closed_to(&self, side: Side) -> bool {
        self.shown.is_some() || self.innocent_for[side.index()]
    }
}

/// How many words a hint is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Count {
    /// So many, 0–9.
    Number(u8),
    /// The spymaster does not say.
    Unlimited,
}

/// A text that is no number of words.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("a hint is for 0 to 9 words, or unlimited")]
pub struct NotACount;

impl Count {
    /// The highest number that can be said.
    pub const MOST: u8 = 9;

    /// How many cards may be revealed: one more than the number. Ruling: 0 and unlimited lift the limit.
    pub const fn limit(self) -> Option<u8> {
        match self {
            Self::Number(0) | Self::Unlimited => None,
            Self::Number(number) => Some(number + 1),
        }
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Unlimited => f.write_str("unlimited"),
        }
    }
}

impl FromStr for Count {
    type Err = NotACount;

    fn from_str(text: &str) -> Result<Self, NotACount> {
        if text.eq_ignore_ascii_case("unlimited") || text == "∞" {
            return Ok(Self::Unlimited);
        }
        match text.as_bytes() {
            [digit @ b'0'..=b'9'] => Ok(Self::Number(digit - b'0')),
            _ => Err(NotACount),
        }
    }
}

impl TryFrom<String> for Count {
    type Error = NotACount;

    fn try_from(text: String) -> Result<Self, NotACount> {
        text.parse()
    }
}

impl From<Count> for String {
    fn from(count: Count) -> Self {
        count.to_string()
    }
}

/// A hint that has been given.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Hint {
    /// Who gave it.
    pub side: Side,
    /// The word.
    pub word: String,
    /// For how many words.
    pub count: Count,
    /// What was revealed because of it, in order, interceptions included.
    pub revealed: Vec<Place>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_read_and_limit_guesses() {
        assert_eq!("3".parse::<Count>().unwrap().limit(), Some(4));
        assert_eq!("0".parse::<Count>().unwrap().limit(), None);
        assert_eq!("Unlimited".parse::<Count>().unwrap(), Count::Unlimited);
        for wrong in ["", "10", "-1", "many", "٣"] {
            assert_eq!(wrong.parse::<Count>(), Err(NotACount), "{wrong}");
        }
        let json = serde_json::to_string(&[Count::Number(2), Count::Unlimited]).unwrap();
        assert_eq!(json, r#"["2","unlimited"]"#);
        assert_eq!(serde_json::from_str::<[Count; 2]>(&json).unwrap(), [Count::Number(2), Count::Unlimited]);
    }

    #[test]
    fn sets_hold_what_was_put_in() {
        let set: Places = [Place(24), Place(0)].into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), [Place(0), Place(24)]);
        assert!(!set.contains(Place(200)) && set.without(Place(0)).len() == 1);
    }
}
