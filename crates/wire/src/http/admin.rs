//! What those are told who look after the house, and what they can ask for.

use super::Reason;
use crate::{Person, TableCode, UserId};
use serde::{Deserialize, Serialize};

/// What a person may do for the house.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Reads reports, closes tables and bans people.
    Moderator,
    /// Also decides who has a role, sets passwords and gives gold.
    Admin,
}

/// The house at a glance.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct HouseFigures {
    /// The caller's role.
    pub role: Role,
    /// The version of the house.
    pub version: String,
    /// For how many seconds it has been open.
    pub open_s: u64,
    /// Tables that are awake.
    pub tables: u64,
    /// Those of them at which a match is played.
    pub playing: u64,
    /// Tables over days that sleep.
    pub asleep: u64,
    /// People who are connected.
    pub people: u64,
    /// Their connections.
    pub connections: u64,
    /// Reports that wait to be read.
    pub reports: u64,
}

/// A person as those see them who look after the house.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct KeptPerson {
    /// The person.
    pub person: Person,
    /// When they first came, in milliseconds since 1970.
    pub created_at: u64,
    /// Whose bot it is.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub owner: Option<UserId>,
    /// Whether they are connected.
    pub here: bool,
    /// What they may do for the house.
    pub role: Option<Role>,
    /// Why they may not come in.
    pub ban: Option<BanInfo>,
}

/// A ban.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BanInfo {
    /// Why.
    pub reason: String,
    /// Since when, in milliseconds since 1970.
    pub at: u64,
    /// Until when; none if it has no end.
    pub until: Option<u64>,
}

/// Asks to keep a person out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewBan {
    /// Why: the person is told.
    pub reason: String,
    /// For how many hours; without end if it is missing.
    #[serde(default)]
    pub hours: Option<u32>,
}

/// Asks to give a person a role.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewRole {
    /// Which.
    pub role: Role,
}

/// Asks to give a person gold.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewGrant {
    /// How much.
    pub gold: u64,
    /// Why, for the audit log.
    pub reason: String,
}

/// A password that was set: shown once.
#[derive(Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PasswordMade {
    /// The password.
    pub password: String,
}

impl std::fmt::Debug for PasswordMade {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("PasswordMade(hidden)")
    }
}

/// Asks to close a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct CloseWish {
    /// Why: those who sit there are told.
    pub reason: String,
}

/// A report, with what was said.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ReportInfo {
    /// Its number.
    pub id: u64,
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// When it was closed.
    pub closed_at: Option<u64>,
    /// Who made it, unless they have been deleted.
    pub by: Option<Person>,
    /// About whom, as they are called now.
    pub about: Person,
    /// Their name at the time.
    pub about_name: String,
    /// At which table, if it was at one.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub table: Option<TableCode>,
    /// What is wrong.
    pub reason: Reason,
    /// What else there is to say.
    pub note: String,
    /// The last lines that the reporter could read there, the oldest first.
    pub lines: Vec<ReportedLine>,
}

/// A line of chat in a report.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ReportedLine {
    /// Who said it.
    pub name: String,
    /// What.
    pub text: String,
    /// Whether the report is about this one.
    pub this: bool,
}

/// A line of the audit log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AuditLine {
    /// Its number; later lines have higher ones.
    pub id: u64,
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// Who did it; none for the keeper, at the command line.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub actor: Option<UserId>,
    /// What they were called.
    pub actor_name: String,
    /// What they did: `ban`, `unban`, `grant`, `password`, `promote`, `demote`, `close_table` or `close_report`.
    pub action: String,
    /// To what: a person's id, a table's code, a report's number.
    pub subject: String,
    /// What that was called, if it has a name.
    pub subject_name: String,
    /// What else there is to know.
    pub note: String,
}

/// Some lines of the audit log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AuditPage {
    /// The lines, the latest first.
    pub lines: Vec<AuditLine>,
    /// Where those before them begin, if there are any.
    pub next: Option<u64>,
}
