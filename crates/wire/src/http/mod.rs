//! Bodies of the HTTP API.

mod accounts;
mod admin;
mod assets;
mod chat;
mod gold;
mod here;
mod nearby;
mod notices;
mod results;
mod runs;
use crate::{BetWish, Invitation, InvitationEnd, InvitationId, KnownCode, Pace, Person, TableInfo};
pub use accounts::*;
pub use admin::*;
pub use assets::*;
pub use chat::*;
pub use gold::*;
pub use here::*;
pub use nearby::*;
pub use notices::*;
pub use results::*;
pub use runs::*;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Asks to come in as a guest.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GuestRequest {
    /// The display name; the house suggests one when it is missing.
    #[serde(default)]
    pub name: Option<String>,
}

/// The answer to a person who came in.
#[derive(Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Welcome {
    /// Who you are now.
    pub me: Person,
    /// The secret that proves it. Browsers get it as a cookie too; other clients send it as a bearer token.
    pub token: String,
}

impl std::fmt::Debug for Welcome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Welcome").field("me", &self.me).finish_non_exhaustive()
    }
}

/// Asks for another display name.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Rename {
    /// The new name.
    pub name: String,
}

/// Asks for a new table.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct OpenTable {
    /// The game's id.
    #[cfg_attr(feature = "openapi", schema(example = "battleship"))]
    pub game: String,
    /// The preset; the game's default when missing.
    #[serde(default)]
    pub preset: Option<String>,
    /// What to change in the preset, by option; dotted names reach inside.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Object>))]
    pub options: Value,
    /// Whether to show it in the public list.
    #[serde(default)]
    pub public: bool,
    /// Whether it counts for ratings: for accounts only, by a preset's own rules, without bots of the house.
    #[serde(default)]
    pub rated: bool,
    /// Who sits where: whatever is not named is open. The first open seat is yours.
    #[serde(default)]
    pub seats: Vec<SeatWish>,
    /// A bet in play money: for accounts only, where the game allows it, without bots and ratings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bet: Option<BetWish>,
    /// In a game over days, how many days a player has for a move, from 1 to 30; as the game has it when missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub days: Option<u8>,
}

impl OpenTable {
    /// A table for oneself alone among bots of a level.
    pub fn against_bots(game: &str, seats: u8, level: &str) -> Self {
        let bots = (1..seats).map(|_| SeatWish::Bot(level.to_owned()));
        let seats = std::iter::once(SeatWish::Person).chain(bots).collect();
        Self { game: game.to_owned(), seats, ..Self::default() }
    }
}

/// Who should sit in a seat of a new table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum SeatWish {
    /// A person.
    Person,
    /// A bot of this level.
    Bot(String),
}

/// The public list.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TableList {
    /// Public tables, those with a free seat first.
    pub tables: Vec<TableInfo>,
}

/// The tables you sit at.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MyTables {
    /// Each with whether it waits for you; those that do come first.
    pub tables: Vec<MyTable>,
}

/// A table you sit at.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MyTable {
    /// The table.
    #[serde(flatten)]
    pub table: TableInfo,
    /// Whether the game waits for you.
    pub my_turn: bool,
}

impl MyTable {
    /// When the first of the players whom the game waits for forfeits, in milliseconds since 1970: there is a date only in
    /// games over days.
    pub fn forfeits_at(&self) -> Option<u64> {
        self.table.seats.iter().filter_map(|seat| seat.forfeits_at).min()
    }
}

/// Your invitations, those you sent and those you got.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MyInvitations {
    /// Those that wait for an answer, the newest first.
    pub pending: Vec<Invitation>,
    /// Those that are over, the latest first.
    pub over: Vec<PastInvitation>,
}

/// An invitation that is over.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PastInvitation {
    /// Its id.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub id: InvitationId,
    /// Who asked.
    pub from: Person,
    /// Who was asked.
    pub to: Person,
    /// What was to be played.
    pub wish: OpenTable,
    /// Face to face or over days.
    pub pace: Pace,
    /// How it ended.
    pub end: InvitationEnd,
    /// When it ended, on the wall clock in milliseconds.
    pub ended_at: u64,
    /// Whether the table that it led to is still there.
    #[serde(default)]
    pub open: bool,
}

/// Why a request failed (RFC 9457).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Problem {
    /// The HTTP status.
    pub status: u16,
    /// Stable code for programs.
    pub code: String,
    /// A sentence for people that says what to do.
    pub detail: String,
}

impl Problem {
    /// The code, if clients act on it.
    pub fn known_code(&self) -> Option<KnownCode> {
        KnownCode::of(&self.code)
    }
}
