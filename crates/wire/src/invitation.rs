//! Invitations: one person asks another to a game, whatever door each of them uses.

use crate::{InvitationId, Person, TableCode, UserId, http::OpenTable};
use serde::{Deserialize, Serialize};

/// How a game is played: face to face, or over days.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Pace {
    /// Both are there. A player who is gone too long gives up their seat.
    #[default]
    Live,
    /// Each moves when they find the time. Being away loses nothing.
    Correspondence,
}

impl Pace {
    /// Whether it is the usual one, which need not be said.
    pub fn is_live(&self) -> bool {
        *self == Self::Live
    }
}

/// One person asks another to a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Invitation {
    /// Its id.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub id: InvitationId,
    /// Who asks. They will have the first seat.
    pub from: Person,
    /// Who is asked.
    pub to: Person,
    /// What is to be played: the table that opens when it is accepted.
    pub wish: OpenTable,
    /// Face to face or over days.
    #[serde(default)]
    pub pace: Pace,
    /// How many milliseconds are left to answer.
    pub expires_in_ms: u64,
}

/// Who is to be invited.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Invitee {
    /// By id.
    Id(UserId),
    /// By name, in whatever case: an account or a program, or a guest who is connected.
    Name(String),
}

/// How an invitation ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum InvitationEnd {
    /// Both sit at this table now.
    Accepted {
        /// Which table.
        #[cfg_attr(feature = "openapi", schema(value_type = String, example = "K7QX2M"))]
        table: TableCode,
    },
    /// The recipient does not want to.
    Declined,
    /// The sender has taken it back.
    Withdrawn,
    /// It was not answered in time.
    Expired,
}
