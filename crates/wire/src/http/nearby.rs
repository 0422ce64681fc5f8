//! Other houses on the same network.

use crate::TableCode;
use serde::{Deserialize, Serialize};

/// The other houses on the caller's network.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NearbyHouses {
    /// Those that answer, by name.
    pub houses: Vec<NearbyHouse>,
}

/// Another house on the same network. What it says about itself has been cleaned: plain text, short, one line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NearbyHouse {
    /// What it calls itself.
    pub name: String,
    /// Its first page; ends with a slash.
    #[cfg_attr(feature = "openapi", schema(example = "http://192.168.1.7:8080/"))]
    pub url: String,
    /// Its version.
    pub version: String,
    /// Its public tables with a free seat; not more than a few.
    pub tables: Vec<NearbyTable>,
}

/// A public table of another house, with a free seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NearbyTable {
    /// Its code, in that house.
    #[cfg_attr(feature = "openapi", schema(value_type = String, example = "K7QX2M"))]
    pub code: TableCode,
    /// The game's id; this house may not have it.
    pub game: String,
    /// The preset it was opened with.
    pub preset: String,
    /// Who sits there already.
    pub players: Vec<String>,
    /// How many seats are free.
    pub free: u8,
}

impl NearbyHouse {
    /// Where one of its tables can be joined.
    pub fn table_url(&self, code: TableCode) -> String {
        format!("{}t/{code}", self.url)
    }
}
