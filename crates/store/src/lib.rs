//! What the house must not forget.
//!
//! A [`Store`] keeps people, tables, matches and their logs. Every write is durable when it returns: the answer to
//! an action is sent only afterwards, so a crash loses nothing that anyone has heard of.

mod invitations;
mod ledger;
mod lock;
mod people;
mod ratings;
mod reports;
mod results;
pub mod rules;
mod sqlite;
mod tx;
pub mod weight;
mod write;

pub use invitations::InvitationRow;
pub use ledger::{Audit, BoxRow, Grant, GrantKind, Leg, PurseRow, Till, Transfer};
pub use lock::{DirectoryLock, LockError};
pub use people::{Account, Ending, NewSession, Scopes, Session, SessionId, SessionRow, TokenHash, User, UserRow};
pub use ratings::NEWCOMER;
pub use reports::{MUTES, NewReport, OPEN_REPORTS, OPEN_REPORTS_BY_ONE, ReportRow, Reports};
pub use results::{
    Board, Counts, FullRating, LeaderCursor, LeaderOrder, LeaderRow, LeaderScore, MatchRecord, MatchRow, NewResult,
    Page, Player, RivalRow, SeatRecord, Standing,
};
pub use sqlite::{SqliteStore, check_file};
pub use tx::{Begun, Best, Count, Ended, SeatEnd, Seated, Standings, Tx, Versus};
pub use weight::{AddressTag, AddressTags, Meeting};
pub use write::{NewEntry, Secret, StoredEntry, Write};

use async_trait::async_trait;
use parlor_wire::{ChatLine, InvitationId, MatchId, TableCode, TrustRecord, UserId, http::StatementLine};
use thiserror::Error;

/// Why the store could not do it.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The database said no.
    #[error("the database failed: {0}")]
    Database(#[from] sqlx::Error),
    /// The database cannot be brought up to date.
    #[error("the database cannot be brought up to date: {0}")]
    Migration(#[from] sqlx::migrate::MigrateError),
    /// Something in the database is not what was put there.
    #[error("the database holds something unreadable: {0}")]
    Corrupt(String),
    /// Somebody else has that name.
    #[error("the name is taken")]
    NameTaken,
    /// Somebody else has that e-mail address.
    #[error("the e-mail address is taken")]
    EmailTaken,
    /// The invitation has ended already, or is gone with whoever sent or got it.
    #[error("the invitation is over")]
    InvitationOver,
    /// There is not enough gold for a transfer.
    #[error("there is not enough gold")]
    Overdrawn,
    /// The sides of a transfer do not add up to zero.
    #[error("the sides of a transfer do not add up to zero")]
    Unbalanced,
    /// Another transfer was made under the same name.
    #[error("another transfer was made under the same name")]
    OtherTransfer,
    /// There are as many of these as there may be.
    #[error("there are too many of these")]
    TooMany,
    /// The house keeps as many of these as it can, whoever made them.
    #[error("the house keeps no more of these")]
    Full,
    /// The store has been closed.
    #[error("the store is closed")]
    Closed,
}

/// How many commands of a table are remembered as carried out.
pub const DONE_KEPT: u32 = 128;

/// Where the house keeps what it must not forget.
#[async_trait]
pub trait Store: Send + Sync + 'static {
    /// Does all of `writes` or none of them, durably.
    async fn write(&self, writes: Vec<Write>) -> Result<(), StoreError>;

    /// What the house's clock showed when it was last written.
    async fn clock(&self) -> Result<u64, StoreError>;

    /// The session of a token, if it began at `since` (on the wall clock in milliseconds) or later. Tokens with
    /// scopes do not age.
    async fn session(&self, token: TokenHash, since: u64) -> Result<Option<Session>, StoreError>;

    /// Somebody's sessions, newest first.
    async fn sessions(&self, user: UserId) -> Result<Vec<SessionRow>, StoreError>;

    /// Somebody.
    async fn user(&self, id: UserId) -> Result<Option<UserRow>, StoreError>;

    /// Who has a name to themselves, in whatever case.
    async fn user_by_name(&self, name: &str) -> Result<Option<UserRow>, StoreError>;

    /// Somebody's account.
    async fn account(&self, user: UserId) -> Result<Option<Account>, StoreError>;

    /// The account with a name or an e-mail address, in whatever case.
    async fn account_by_login(&self, login: &str) -> Result<Option<Account>, StoreError>;

    /// The programs somebody has made accounts for.
    async fn bots_of(&self, owner: UserId) -> Result<Vec<User>, StoreError>;

    /// What somebody said at tables that are still open.
    async fn said(&self, user: UserId) -> Result<Vec<ChatLine>, StoreError>;

    /// Whom somebody has muted, latest first.
    async fn mutes(&self, user: UserId) -> Result<Vec<User>, StoreError>;

    /// Whether `user` does not want to hear `other`.
    async fn has_muted(&self, user: UserId, other: UserId) -> Result<bool, StoreError>;

    /// Reports, with what was said.
    async fn reports(&self, which: Reports) -> Result<Vec<ReportRow>, StoreError>;

    /// Every open table, as it was last saved.
    async fn tables(&self) -> Result<Vec<(TableCode, String)>, StoreError>;

    /// An open table, as it was last saved.
    async fn table(&self, code: TableCode) -> Result<Option<String>, StoreError>;

    /// The commands that an open table has carried out, the oldest first, as far as they are kept.
    async fn done(&self, table: TableCode) -> Result<Vec<String>, StoreError>;

    /// The last `limit` things said in each room of a table, oldest first.
    async fn chat(&self, table: TableCode, limit: u32) -> Result<Vec<ChatLine>, StoreError>;

    /// Every invitation that waits for an answer, the oldest first.
    async fn invitations(&self) -> Result<Vec<InvitationRow>, StoreError>;

    /// An invitation, whether it is over or not.
    async fn invitation(&self, id: InvitationId) -> Result<Option<InvitationRow>, StoreError>;

    /// The last `limit` invitations that somebody sent or got and that are over, the latest first.
    async fn past_invitations(&self, user: UserId, limit: u32) -> Result<Vec<InvitationRow>, StoreError>;

    /// A match.
    async fn match_row(&self, id: MatchId) -> Result<Option<MatchRow>, StoreError>;

    /// The log of a match, in order.
    async fn entries(&self, id: MatchId) -> Result<Vec<StoredEntry>, StoreError>;

    /// Up to `limit` lines of a match's log as text, from the one after entry `after` on.
    async fn log_lines(&self, id: MatchId, after: u64, limit: u32) -> Result<Vec<String>, StoreError>;

    /// A match with its results.
    async fn match_record(&self, id: MatchId) -> Result<Option<MatchRecord>, StoreError>;

    /// The matches somebody played (of one game, if it is given), newest first, from `after` on.
    async fn matches_of(
        &self,
        user: UserId,
        game: Option<&str>,
        after: Option<Page>,
        limit: u32,
    ) -> Result<Vec<MatchRecord>, StoreError>;

    /// Somebody's record in every game they have played.
    async fn standings(&self, user: UserId) -> Result<Vec<Standing>, StoreError>;

    /// Somebody's rating in a game, once they have one.
    async fn rating(&self, user: UserId, game: &str) -> Result<Option<FullRating>, StoreError>;

    /// Against whom somebody has played most.
    async fn rivals(&self, user: UserId, limit: u32) -> Result<Vec<RivalRow>, StoreError>;

    /// A page of a leaderboard, the best first, from the row after `after` on.
    async fn leaders(
        &self,
        board: Board<'_>,
        after: Option<LeaderCursor>,
        limit: u32,
    ) -> Result<Vec<LeaderRow>, StoreError>;

    /// Somebody's purse, and whether the present of that day (counted from 1970) was given.
    async fn purse(&self, user: UserId, day: u64) -> Result<PurseRow, StoreError>;

    /// How somebody's gold came and went, newest first: lines with numbers below `before`.
    async fn statement(&self, user: UserId, before: Option<u64>, limit: u32) -> Result<Vec<StatementLine>, StoreError>;

    /// Every box that holds gold.
    async fn boxes(&self) -> Result<Vec<BoxRow>, StoreError>;

    /// How somebody has held other people's bets.
    async fn trust(&self, user: UserId) -> Result<TrustRecord, StoreError>;

    /// Looks through the whole ledger.
    async fn audit(&self) -> Result<Audit, StoreError>;

    /// Writes something that means nothing, durably: whether the store takes what it is given.
    async fn ping(&self) -> Result<(), StoreError>;

    /// Wipes what has been deleted from the disk. What is only overwritten by later writes may be read back until then.
    async fn scrub(&self) -> Result<(), StoreError>;

    /// Finishes what is under way and lets go of the database.
    async fn close(&self);
}
