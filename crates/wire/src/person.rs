//! Who a person is, as far as everyone may know.

use crate::UserId;
use serde::{Deserialize, Serialize};

/// What kind of visitor a person is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Came in by the link; known only to their browser.
    #[default]
    Guest,
    /// Has a name of their own and a password.
    Account,
    /// A program that plays through the same doors as people. Not one of the house's own bots.
    Bot,
}

/// A person, or a program with an account, as everyone may know them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Person {
    /// Their id.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub id: UserId,
    /// Their display name.
    pub name: String,
    /// What kind of visitor they are.
    #[serde(default)]
    pub kind: Kind,
}
