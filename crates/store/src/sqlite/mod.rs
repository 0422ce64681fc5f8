//! The store in one SQLite file: what `parlor serve` uses when nothing else is configured.

mod read;
mod writer;

use crate::{MatchRow, Store, StoreError, StoredEntry, TokenHash, User, Write};
use async_trait::async_trait;
use parlor_wire::{ChatLine, MatchId, TableCode, UserId};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous};
use std::{path::Path, time::Duration};
use writer::Writer;

/// A store in one SQLite file.
///
/// One task writes; whatever has queued up while a commit was under way goes into the next one, so the cost of
/// making things durable is shared (group commit). Reads go through a pool beside it.
#[derive(Debug)]
pub struct SqliteStore {
    reads: SqlitePool,
    writer: Writer,
}

impl SqliteStore {
    /// Opens the file, creating it or bringing it up to date as needed.
    ///
    /// # Errors
    /// If the file cannot be opened or brought up to date.
    pub async fn open(path: &Path) -> Result<Self, StoreError> {
        let options = SqliteConnectOptions::new()
            .filename(path)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            // Durable even when the machine, not only the process, goes down.
            .synchronous(SqliteSynchronous::Full)
            .busy_timeout(Duration::from_secs(5))
            .foreign_keys(true);
        let writes = SqlitePoolOptions::new().max_connections(1).connect_with(options.clone()).await?;
        sqlx::migrate!("migrations/sqlite").run(&writes).await?;
        let reads = SqlitePoolOptions::new().max_connections(4).connect_with(options.read_only(true)).await?;
        Ok(Self { reads, writer: Writer::start(writes) })
    }
}

#[async_trait]
impl Store for SqliteStore {
    async fn write(&self, writes: Vec<Write>) -> Result<(), StoreError> {
        self.writer.write(writes).await
    }

    async fn clock(&self) -> Result<u64, StoreError> {
        read::clock(&self.reads).await
    }

    async fn user_by_token(&self, token: TokenHash) -> Result<Option<User>, StoreError> {
        read::user_by_token(&self.reads, token).await
    }

    async fn tables(&self) -> Result<Vec<(TableCode, String)>, StoreError> {
        read::tables(&self.reads).await
    }

    async fn chat(&self, table: TableCode, limit: u32) -> Result<Vec<ChatLine>, StoreError> {
        read::chat(&self.reads, table, limit).await
    }

    async fn match_row(&self, id: MatchId) -> Result<Option<MatchRow>, StoreError> {
        read::match_row(&self.reads, id).await
    }

    async fn entries(&self, id: MatchId) -> Result<Vec<StoredEntry>, StoreError> {
        read::entries(&self.reads, id).await
    }

    async fn matches_of(&self, user: UserId, limit: u32) -> Result<Vec<MatchRow>, StoreError> {
        read::matches_of(&self.reads, user, limit).await
    }

    async fn ping(&self) -> Result<(), StoreError> {
        read::ping(&self.reads).await
    }

    async fn close(&self) {
        self.writer.close().await;
        self.reads.close().await;
    }
}
