//! The store in one SQLite file: what `parlor serve` uses.

mod backup;
mod check;
mod checkpoints;
mod db;
pub(crate) mod lines;
pub(crate) mod live_log;
pub(crate) mod migrate;
#[cfg(test)]
mod plan;
mod read;
mod write;

pub use backup::copy_file;
pub use check::check_file;

use crate::{StoreError, Write, Writes};
use async_trait::async_trait;
use db::File;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous};
use std::{path::Path, time::Duration};
use write::Writer;

/// How long a connection waits for another process (`parlor account`) that is writing.
pub(crate) const BUSY: Duration = Duration::from_secs(5);

/// A store in one SQLite file.
///
/// One thread writes. Jobs that queue up during a commit share the next one, and with it the cost of making them durable
/// (group commit). Reads go through pools beside it.
#[derive(Debug)]
pub struct SqliteStore {
    reads: SqlitePool,
    /// For logs alone, which can be long: no session waits until one is read.
    logs: SqlitePool,
    writer: Writer,
}

impl SqliteStore {
    /// Opens the file, creating it or bringing it up to date as needed.
    ///
    /// # Errors
    /// If the file cannot be opened or brought up to date.
    pub async fn open(path: &Path) -> Result<Self, StoreError> {
        Self::open_file(File { path: path.to_owned(), most_pages: None }).await
    }

    async fn open_file(file: File) -> Result<Self, StoreError> {
        let options = options(&file.path);
        migrate::bring_up_to_date(&options).await?;
        let writer = Writer::start(file)?;
        let reading = options.read_only(true);
        let reads = SqlitePoolOptions::new().max_connections(4).connect_with(reading.clone()).await?;
        let logs = SqlitePoolOptions::new().max_connections(2).connect_with(reading).await?;
        Ok(Self { reads, logs, writer })
    }

    /// Makes the logs of running matches this process's own: only the house may, and it should before it reads many. It
    /// happens by itself when a line is appended.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn take_over(&self) -> Result<(), StoreError> {
        self.writer.take_over().await
    }
}

pub(crate) fn options(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        // Durable even when the machine, not only the process, goes down.
        .synchronous(SqliteSynchronous::Full)
        .busy_timeout(BUSY)
        .foreign_keys(true)
        // What is deleted is overwritten.
        .pragma("secure_delete", "ON")
}

#[async_trait]
impl Writes for SqliteStore {
    async fn write(&self, writes: Vec<Write>) -> Result<(), StoreError> {
        self.writer.write(writes).await
    }

    fn waiting(&self) -> usize {
        self.writer.waiting()
    }

    async fn ping(&self) -> Result<(), StoreError> {
        self.writer.probe().await
    }

    async fn scrub(&self) -> Result<(), StoreError> {
        self.writer.scrub().await
    }

    async fn close(&self) {
        // The writer last: only the last connection to close empties the write-ahead log into the file and removes it,
        // and one that may only read cannot.
        self.reads.close().await;
        self.logs.close().await;
        self.writer.close().await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Logs, Sessions, Tables};
    use parlor_wire::{MatchId, TableCode};

    /// Every connection of a pool, taken.
    async fn taken(pool: &SqlitePool) -> Vec<sqlx::pool::PoolConnection<sqlx::Sqlite>> {
        let mut all = Vec::new();
        for _ in 0..pool.options().get_max_connections() {
            all.push(pool.acquire().await.unwrap());
        }
        all
    }

    #[tokio::test]
    async fn logs_and_sessions_do_not_wait_for_each_other() {
        let dir = tempfile::tempdir().unwrap();
        let store = SqliteStore::open(&dir.path().join("house.db")).await.unwrap();
        let logs = taken(&store.logs).await;
        assert_eq!(store.session([1; 32], 0).await.unwrap(), None);
        drop(logs);
        let _reads = taken(&store.reads).await;
        assert!(store.log_lines(MatchId(1), 0, 10).await.unwrap().is_empty());
        assert!(store.entries(MatchId(1)).await.unwrap().is_empty());
    }

    /// The same as `tests/store/full.rs`, where no disk can be mounted: a file that may not grow.
    #[tokio::test]
    async fn writing_goes_on_after_a_full_file() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("house.db");
        let store = SqliteStore::open_file(File { path, most_pages: Some(200) }).await.unwrap();
        let code = |n: usize| ["ABC234", "ABC235", "ABC236"][n].parse::<TableCode>().unwrap();
        let save = |n, size| vec![Write::SaveTable { code: code(n), state: "x".repeat(size) }];
        store.write(save(0, 100_000)).await.unwrap();
        assert!(store.write(save(1, 1_000_000)).await.is_err(), "too large for this file");
        store.write(save(2, 100_000)).await.expect("a smaller one still fits");
        let states = store.tables().await.unwrap();
        assert_eq!(states.iter().map(|(code, _)| *code).collect::<Vec<_>>(), [code(0), code(2)]);
    }
}
