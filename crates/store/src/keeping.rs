//! Looking after the house: who may, who may not come in, and what was done about people and tables.

use crate::{StoreError, UserRow};
use async_trait::async_trait;
use parlor_wire::{TableCode, UserId};

/// What a user may do for the house. The later may do all that the earlier may.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Role {
    /// Reads reports, closes tables and bans people.
    Moderator,
    /// Also decides who has a role, sets passwords and gives gold.
    Admin,
}

/// A user may not come in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ban {
    /// Why, for the user to read.
    pub reason: String,
    /// Since when, on the wall clock in milliseconds.
    pub at: u64,
    /// Until when; none if it has no end.
    pub until: Option<u64>,
}

impl Ban {
    /// Whether it holds at a time.
    pub fn holds(&self, at: u64) -> bool {
        self.until.is_none_or(|until| at < until)
    }
}

/// What was done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// A user was banned.
    Ban,
    /// A user may come in again.
    Unban,
    /// An account was given gold.
    Grant,
    /// An account got a new password.
    Password,
    /// An account was given a role.
    Promote,
    /// An account lost its role.
    Demote,
    /// A table was closed.
    CloseTable,
    /// A report was closed.
    CloseReport,
}

/// A line of the audit log before it is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewAudit {
    /// When, on the wall clock in milliseconds.
    pub at: u64,
    /// Who did it; none for the keeper, at the command line.
    pub actor: Option<UserId>,
    /// What they were called.
    pub actor_name: String,
    /// What they did.
    pub action: Action,
    /// To what: a user's id, a table's code, a report's number.
    pub subject: String,
    /// What that was called, if it has a name.
    pub subject_name: String,
    /// What else there is to know. Never a secret.
    pub note: String,
}

/// A line of the audit log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AuditRow {
    /// Its number; later lines have higher ones.
    pub id: u64,
    /// The line.
    pub line: NewAudit,
}

/// Which users to list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Find<'a> {
    /// Accounts and bots whose names begin so, in whatever case.
    Named(&'a str),
    /// This one.
    Id(UserId),
    /// Those with a role.
    Staff,
    /// Those who are banned, also if the ban has run out and was not lifted.
    Banned,
}

/// A user as those who look after the house see them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeptUser {
    /// The user.
    pub row: UserRow,
    /// Their role.
    pub role: Option<Role>,
    /// Their ban.
    pub ban: Option<Ban>,
}

/// A table that is to be closed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Closing {
    /// Which.
    pub code: TableCode,
    /// Why, for those who sit there to read.
    pub reason: String,
}

/// Reading what those need who look after the house.
#[async_trait]
#[cfg_attr(feature = "layers", ambassador::delegatable_trait)]
pub trait Keeping: Send + Sync {
    /// A user's role.
    async fn role(&self, user: UserId) -> Result<Option<Role>, StoreError>;

    /// A user's ban, also if it has run out.
    async fn ban(&self, user: UserId) -> Result<Option<Ban>, StoreError>;

    /// Up to `limit` users, in order of their names.
    async fn find_users(&self, find: Find<'_>, limit: u32) -> Result<Vec<KeptUser>, StoreError>;

    /// Up to `limit` lines of the audit log, the latest first, from before the line `before` on.
    async fn audit_log(&self, before: Option<u64>, limit: u32) -> Result<Vec<AuditRow>, StoreError>;

    /// Tables that are to be closed.
    async fn closings(&self) -> Result<Vec<Closing>, StoreError>;
}
