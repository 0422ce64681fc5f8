//! Users who do not want to hear each other, and reports to the keeper of the house.

use crate::{Line, StoreError, User};
use async_trait::async_trait;
use parlor_wire::{LineId, TableCode, UserId};

/// How many users a user may mute.
pub const MUTES: u32 = 500;
/// How many reports of one user may be open.
pub const OPEN_REPORTS_BY_ONE: u32 = 20;
/// How many reports of all users may be open, so that the disk does not fill while they go unread.
pub const OPEN_REPORTS: u32 = 100_000;
/// How many closed reports are kept.
pub const CLOSED_REPORTS: u32 = 1_000;

/// What is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReportReason {
    /// Insults, threats, hate.
    Abuse,
    /// The same again and again, advertising.
    Spam,
    /// Help from others, a broken rule.
    Cheating,
    /// A name that people should not have to read.
    Name,
    /// Something else: the note says what.
    Other,
}

/// A new report.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewReport {
    /// Who makes it.
    pub reporter: UserId,
    /// About whom.
    pub about: UserId,
    /// Their name at the time.
    pub about_name: String,
    /// At which table, if it was at one.
    pub code: Option<TableCode>,
    /// The line it is about, if it is about one.
    pub line: Option<LineId>,
    /// What is wrong.
    pub reason: ReportReason,
    /// What else there is to say.
    pub note: String,
    /// When, on the wall clock in milliseconds.
    pub at: u64,
    /// What was said there, the oldest first, as the reporter could read it.
    pub lines: Vec<Line>,
}

/// A report as it is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReportRow {
    /// Its number.
    pub id: u64,
    /// Who made it, unless they have been deleted.
    pub reporter: Option<User>,
    /// About whom, as they are called now.
    pub about: User,
    /// Their name at the time.
    pub about_name: String,
    /// At which table, if it was at one; it may be gone.
    pub code: Option<TableCode>,
    /// The line it is about, if it is about one.
    pub line: Option<LineId>,
    /// What is wrong.
    pub reason: ReportReason,
    /// What else there is to say.
    pub note: String,
    /// When, on the wall clock in milliseconds.
    pub at: u64,
    /// When it was closed.
    pub closed_at: Option<u64>,
    /// What was said there, the oldest first, without users who have been deleted since.
    pub lines: Vec<Line>,
}

/// Which reports.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reports {
    /// Those that are open, the oldest first.
    Open,
    /// The oldest that are open, up to so many.
    Oldest(u32),
    /// All that are kept, the oldest first.
    All,
    /// Those that a user made, the oldest first.
    By(UserId),
}

/// Reading mutes and reports.
#[async_trait]
#[cfg_attr(feature = "layers", ambassador::delegatable_trait)]
pub trait Moderation: Send + Sync {
    /// Whom a user has muted, the latest first.
    async fn mutes(&self, user: UserId) -> Result<Vec<User>, StoreError>;

    /// Whether `user` has muted `other`.
    async fn has_muted(&self, user: UserId, other: UserId) -> Result<bool, StoreError>;

    /// Reports, with what was said.
    async fn reports(&self, which: Reports) -> Result<Vec<ReportRow>, StoreError>;

    /// How many reports are open.
    async fn open_reports(&self) -> Result<u64, StoreError>;
}
