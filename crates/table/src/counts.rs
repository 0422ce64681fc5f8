//! What the matches at a table are played for.

use crate::bet::Bet;
use parlor_wire::{BetWish, http::OpenTable};
use serde::{Deserialize, Serialize};

/// What the matches at a table are played for: nothing, ratings, or a bet. Never for two of them, so that nobody sells a
/// rating for gold. `B` is the bet: as it is wished for, or as it is kept.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Counts<B> {
    /// For nothing but fun.
    #[default]
    Nothing,
    /// For ratings.
    Rated,
    /// For gold.
    Bet(B),
}

/// A table cannot be both rated and played for gold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Both;

impl<B> Counts<B> {
    fn of(rated: bool, bet: Option<B>) -> Result<Self, Both> {
        match (rated, bet) {
            (false, None) => Ok(Self::Nothing),
            (true, None) => Ok(Self::Rated),
            (false, Some(bet)) => Ok(Self::Bet(bet)),
            (true, Some(_)) => Err(Both),
        }
    }

    /// Whether it counts for ratings.
    pub const fn is_rated(&self) -> bool {
        matches!(self, Self::Rated)
    }

    /// The bet, if there is one.
    pub const fn bet(&self) -> Option<&B> {
        if let Self::Bet(bet) = self { Some(bet) } else { None }
    }

    /// The bet, if there is one.
    pub const fn bet_mut(&mut self) -> Option<&mut B> {
        if let Self::Bet(bet) = self { Some(bet) } else { None }
    }
}

impl TryFrom<&OpenTable> for Counts<BetWish> {
    type Error = Both;

    fn try_from(wish: &OpenTable) -> Result<Self, Both> {
        Self::of(wish.rated, wish.bet)
    }
}

/// How it stands in a saved table: two fields among others.
#[derive(Serialize, Deserialize)]
struct Fields {
    #[serde(default)]
    rated: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    bet: Option<Bet>,
}

impl Serialize for Counts<Bet> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Fields { rated: self.is_rated(), bet: self.bet().cloned() }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Counts<Bet> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Fields { rated, bet } = Fields::deserialize(deserializer)?;
        Self::of(rated, bet).map_err(|Both| serde::de::Error::custom("a table is rated or has a bet, not both"))
    }
}
