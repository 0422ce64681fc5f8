//! Reports, as the store keeps them.

use crate::User;
use parlor_wire::{ChatLine, LineId, TableCode, UserId, http::Reason};

/// How many people somebody may mute.
pub const MUTES: u32 = 500;
/// How many reports of one person may wait to be looked at,
pub const OPEN_REPORTS_BY_ONE: u32 = 20;
/// how many of all, so that the disk does not fill while nobody looks,
pub const OPEN_REPORTS: u32 = 100_000;
/// and how many are kept after that.
pub const CLOSED_REPORTS: u32 = 1_000;

/// A new report.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewReport {
    /// Who makes it.
    pub reporter: UserId,
    /// About whom.
    pub about: UserId,
    /// What they were called then.
    pub about_name: String,
    /// At which table, if it was at one.
    pub code: Option<TableCode>,
    /// The line it is about, if it is about one.
    pub line: Option<LineId>,
    /// What is wrong.
    pub reason: Reason,
    /// What else there is to say.
    pub note: String,
    /// When, on the wall clock in milliseconds.
    pub at: u64,
    /// What was said there, oldest first, as the reporter could read it.
    pub lines: Vec<ChatLine>,
}

/// A report as it is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReportRow {
    /// Its number.
    pub id: u64,
    /// Who made it, unless they are gone.
    pub reporter: Option<User>,
    /// About whom, as they are called now.
    pub about: User,
    /// What they were called then.
    pub about_name: String,
    /// At which table, if it was at one; it may be gone.
    pub code: Option<TableCode>,
    /// The line it is about, if it is about one.
    pub line: Option<LineId>,
    /// What is wrong.
    pub reason: Reason,
    /// What else there is to say.
    pub note: String,
    /// When, on the wall clock in milliseconds.
    pub at: u64,
    /// When it was closed.
    pub closed_at: Option<u64>,
    /// What was said there, oldest first, without those who have been deleted since.
    pub lines: Vec<ChatLine>,
}

/// Which reports.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reports {
    /// Those that wait to be looked at, oldest first.
    Open,
    /// All that are kept, oldest first.
    All,
    /// Those that somebody made, oldest first.
    By(UserId),
}
