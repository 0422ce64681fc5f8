//! What the house must not forget.
//!
//! A [`Store`] keeps users, tables, matches and their logs, results, runs, gold, invitations, reports and where users are told while they are away; each concern is a trait.
//! Everything that changes is a [`Write`], and every write is durable when it returns: the answer to a command is sent only
//! afterwards, so a crash loses nothing that was acknowledged.
//!
//! Rows are the store's own. It takes the names of things from `wire` (ids, kinds, rooms), but neither its bodies nor its
//! JSON. The rules of counting results and booking gold are in [`rules`], above a small transaction trait ([`Tx`]), so that
//! no database repeats them. The databases are SQLite, behind the feature `sqlite`, and PostgreSQL, behind `postgres`.

mod error;
mod invitations;
mod keeping;
#[cfg(feature = "layers")]
pub mod layers;
mod ledger;
mod lock;
mod look;
mod matches;
#[cfg(feature = "sql")]
mod migrations;
mod moderation;
#[cfg(feature = "moving")]
pub mod moving;
mod notices;
mod owners;
mod people;
#[cfg(feature = "postgres")]
mod postgres;
mod ratings;
mod results;
pub mod rules;
mod runs;
#[cfg(feature = "sql")]
mod sql;
#[cfg(feature = "sqlite")]
mod sqlite;
mod store;
mod tables;
mod tx;
pub mod weight;
pub mod words;
mod write;

pub use error::StoreError;
pub use invitations::{INVITATIONS_KEPT, InvitationRow, Invitations, PlayedFor, Wish};
pub use keeping::{Action, AuditRow, Ban, Closing, Find, Keeping, KeptUser, NewAudit, Role};
pub use ledger::{
    Audit, Counterparty, EscrowRow, Grant, GrantKind, Ledger, Leg, PurseRow, StatementRow, Till, Transfer, TrustRow,
    Why,
};
pub use lock::{DirectoryLock, LockError};
pub use look::look;
pub use matches::{
    DELETED_PLAYER, Logs, MatchRecord, MatchRow, MatchStatus, Matches, NewEntry, Page, SeatRecord, StoredEntry,
};
pub use moderation::{
    CLOSED_REPORTS, MUTES, Moderation, NewReport, OPEN_REPORTS, OPEN_REPORTS_BY_ONE, ReportReason, ReportRow, Reports,
};
pub use notices::{Notices, PushRow, WebhookRow};
pub use owners::{Beat, LEASE, NodeId, Owners, Taken, Title};
pub use people::{
    Account, Ending, NewSession, People, Scopes, Session, SessionId, SessionRow, Sessions, TokenHash, User, UserRow,
};
#[cfg(feature = "postgres")]
pub use postgres::PostgresStore;
pub use ratings::{Contestant, NEWCOMER};
pub use results::{
    Board, Counts, FullRating, LeaderCursor, LeaderOrder, LeaderRow, LeaderScore, NewResult, Player, RatingPoint,
    Results, RivalRow, SeatResult, Standing, Tally,
};
pub use runs::{BestRun, RunBoard, RunCursor, RunEnd, RunLeaderRow, RunRow, Runs};
#[cfg(feature = "sqlite")]
pub use sqlite::{SqliteStore, check_file, copy_file};
pub use store::{Store, Writes};
pub use tables::{DONE_KEPT, Due, LINES_KEPT, Line, Listed, Sleep, Tables};
pub use tx::{
    AccountId, Begun, Best, Count, Ended, LedgerTx, ResultsTx, SeatEnd, Seated, Standings, TransferId, Tx, Versus,
};
pub use weight::{AddressTag, AddressTags, Meeting};
pub use write::{Old, Secret, Write};
