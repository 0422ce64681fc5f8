//! What is said about a table, whatever is played at it.

use crate::{BetInfo, Kind, MatchId, Pace, TableCode, UserId};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;
use std::sync::Arc;

/// A table as everyone may see it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TableInfo {
    /// Its code.
    #[cfg_attr(feature = "openapi", schema(value_type = String, example = "K7QX2M"))]
    pub code: TableCode,
    /// The game's id.
    pub game: String,
    /// The preset it was opened with.
    pub preset: String,
    /// The rule set; left out of the public list, and of changes that leave it as it was.
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub config: Option<Arc<Value>>,
    /// Whether it is in the public list.
    pub public: bool,
    /// Whether its matches count for ratings.
    #[serde(default)]
    pub rated: bool,
    /// Face to face or over days.
    #[serde(default, skip_serializing_if = "Pace::is_live")]
    pub pace: Pace,
    /// How many days a player has for a move, in a game over days.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub days: Option<u8>,
    /// Who opened it (or, once they have gone, who sits there longest).
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub host: UserId,
    /// What goes on there.
    pub status: Status,
    /// Its seats in order.
    pub seats: Vec<SeatInfo>,
    /// How many people stand beside it.
    pub spectators: u32,
    /// The match that is being played or was played last.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub match_id: Option<MatchId>,
    /// That the match's clock stands still, if it does: for a player who dropped, or because none of its players is there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub held: Option<Held>,
    /// The bet, when the table has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(rename = "stake")]
    pub bet: Option<Box<BetInfo>>,
}

impl TableInfo {
    /// Takes in a change, which names the rule set only if a match begins with it.
    pub fn change(&mut self, to: Self) {
        let known = std::mem::replace(self, to).config;
        self.config = self.config.take().or(known);
    }

    /// The rule set as a game reads it; none if it is not named, or the game is another one.
    pub fn read_config<C: DeserializeOwned>(&self) -> Option<C> {
        C::deserialize(self.config.as_deref()?).ok()
    }

    /// Whether it tells how much time is left for something: then it holds for the moment it was made, and for no other.
    pub fn counts_down(&self) -> bool {
        self.seats.iter().any(|seat| seat.grace_ms.is_some())
            || self.held.is_some_and(|held| held.goes_on_ms.is_some())
            || self.bet.as_ref().is_some_and(|bet| bet.deadline_ms.is_some())
    }
}

/// A match whose clock stands still.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Held {
    /// In how many milliseconds it goes on, with or without the players who are gone; nothing while none is there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goes_on_ms: Option<u64>,
}

/// What goes on at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Waiting until every seat is taken and ready.
    Waiting,
    /// A match is being played.
    Playing,
    /// A match is over; the next begins when everyone is ready again.
    Ended,
}

/// One seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SeatInfo {
    /// Who sits there.
    pub occupant: Occupant,
    /// Whether they want the match to begin (or, after one, the next).
    pub ready: bool,
    /// Whether they are connected. Bots always are.
    pub connected: bool,
    /// How many milliseconds they have left to come back, when they are gone during a match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grace_ms: Option<u64>,
    /// The level of the bot that plays for them while they are gone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub substitute: Option<String>,
    /// The team it plays for, where the game has teams.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub team: Option<u8>,
    /// When they forfeit unless they have moved, in a game over days that waits for them: in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forfeits_at: Option<u64>,
}

/// Who sits in a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Occupant {
    /// No one yet.
    Nobody,
    /// A person.
    Person {
        /// Who.
        #[cfg_attr(feature = "openapi", schema(value_type = String))]
        id: UserId,
        /// Their display name.
        name: String,
        /// What kind of visitor they are.
        #[serde(default)]
        kind: Kind,
    },
    /// A bot.
    Bot {
        /// How well it plays.
        level: String,
    },
}

impl Occupant {
    /// The person's id, if it is one.
    pub const fn person(&self) -> Option<UserId> {
        match self {
            Self::Person { id, .. } => Some(*id),
            Self::Nobody | Self::Bot { .. } => None,
        }
    }

    /// What to call them.
    pub fn name(&self) -> String {
        match self {
            Self::Nobody => "Empty seat".into(),
            Self::Person { name, .. } => name.clone(),
            Self::Bot { level } => format!("Bot ({level})"),
        }
    }
}
