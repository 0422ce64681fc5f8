//! Who is in the house.

use crate::{Person, TableCode};
use serde::{Deserialize, Serialize};

/// The people who are connected.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct HereNow {
    /// Those who are, by name; not more than a screen has room for.
    pub people: Vec<Here>,
    /// How many there are in all.
    pub count: u32,
}

/// A person who is connected, and what they do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Here {
    /// Who.
    #[serde(flatten)]
    pub person: Person,
    /// Whether they play a match that should not be interrupted: live, against another person.
    pub busy: bool,
    /// The public table where they sit, if there is one. Private tables are told to no one.
    #[cfg_attr(feature = "openapi", schema(inline))]
    pub at: Option<HereAt>,
}

/// A public table where a person sits.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct HereAt {
    /// Its code.
    #[cfg_attr(feature = "openapi", schema(value_type = String, example = "K7QX2M"))]
    pub table: TableCode,
    /// The game's id.
    pub game: String,
    /// Whether its match is on.
    pub playing: bool,
}
