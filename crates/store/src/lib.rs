//! What the house must not forget.
//!
//! A [`Store`] keeps people, tables, matches and their logs. Every write is durable when it returns: the answer to
//! an action is sent only afterwards, so a crash loses nothing that anyone has heard of.

mod sqlite;
mod types;

pub use sqlite::SqliteStore;
pub use types::{MatchRow, NewEntry, Player, StoredEntry, TokenHash, User, Write};

use async_trait::async_trait;
use parlor_wire::{ChatLine, MatchId, TableCode, UserId};
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
    /// The store has been closed.
    #[error("the store is closed")]
    Closed,
}

/// Where the house keeps what it must not forget.
#[async_trait]
pub trait Store: Send + Sync + 'static {
    /// Does all of `writes` or none of them, durably.
    async fn write(&self, writes: Vec<Write>) -> Result<(), StoreError>;

    /// What the house's clock showed when it was last written.
    async fn clock(&self) -> Result<u64, StoreError>;

    /// Whose token it is.
    async fn user_by_token(&self, token: TokenHash) -> Result<Option<User>, StoreError>;

    /// Every open table, as it was last saved.
    async fn tables(&self) -> Result<Vec<(TableCode, String)>, StoreError>;

    /// The last `limit` things said at a table, oldest first.
    async fn chat(&self, table: TableCode, limit: u32) -> Result<Vec<ChatLine>, StoreError>;

    /// A match.
    async fn match_row(&self, id: MatchId) -> Result<Option<MatchRow>, StoreError>;

    /// The log of a match, in order.
    async fn entries(&self, id: MatchId) -> Result<Vec<StoredEntry>, StoreError>;

    /// The matches somebody played, newest first.
    async fn matches_of(&self, user: UserId, limit: u32) -> Result<Vec<MatchRow>, StoreError>;

    /// Whether the database answers.
    async fn ping(&self) -> Result<(), StoreError>;

    /// Finishes what is under way and lets go of the database.
    async fn close(&self);
}
