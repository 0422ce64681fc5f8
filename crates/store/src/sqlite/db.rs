//! The connection that writes: plain calls on the thread that owns it, statements prepared once.

use crate::StoreError;
use rusqlite::{Connection, ErrorCode, OptionalExtension, Params, Row, config::DbConfig};
use std::{cell::Cell, path::PathBuf};

/// How many statements are kept prepared: more than there are.
const STATEMENTS: usize = 128;

thread_local! {
    /// How many pages the write-ahead log held after this thread's latest commit.
    static LOG_PAGES: Cell<u32> = const { Cell::new(0) };
}

/// Which file, and how large it may become.
#[derive(Clone, Debug)]
pub struct File {
    pub path: PathBuf,
    /// How many pages it may have. A disk has limits of its own; tests set this one.
    pub most_pages: Option<u32>,
}

/// The connection that writes.
#[derive(Debug)]
pub struct Db(Connection);

impl Db {
    /// Opens a file that is up to date.
    pub fn open(file: &File) -> Result<Self, StoreError> {
        let db = Connection::open(&file.path)?;
        db.set_prepared_statement_cache_capacity(STATEMENTS);
        db.busy_timeout(super::BUSY)?;
        // Durable even when the machine, not only the process, goes down.
        db.pragma_update(None, "synchronous", "FULL")?;
        // What is deleted is overwritten.
        db.pragma_update(None, "secure_delete", true)?;
        db.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_FKEY, true)?;
        if let Some(pages) = file.most_pages {
            db.pragma_update(None, "max_page_count", pages)?;
        }
        // In place of SQLite's own checkpoints, which would make some commit wait.
        db.wal_hook(Some(|_, pages| {
            LOG_PAGES.set(pages.unsigned_abs());
            Ok(())
        }));
        Ok(Self(db))
    }

    /// How many pages the write-ahead log held after the latest commit of this thread.
    pub fn log_pages() -> u32 {
        LOG_PAGES.get()
    }

    /// Runs several statements that take nothing and give nothing.
    pub fn batch(&self, sql: &str) -> Result<(), StoreError> {
        Ok(self.0.execute_batch(sql)?)
    }

    /// Runs a statement: how many rows it changed.
    pub fn run(&self, sql: &str, params: impl Params) -> Result<usize, StoreError> {
        Ok(self.0.prepare_cached(sql)?.execute(params)?)
    }

    /// Adds a row: its number.
    pub fn insert(&self, sql: &str, params: impl Params) -> Result<i64, StoreError> {
        Ok(self.0.prepare_cached(sql)?.insert(params)?)
    }

    /// Whether there is a row.
    pub fn exists(&self, sql: &str, params: impl Params) -> Result<bool, StoreError> {
        Ok(self.0.prepare_cached(sql)?.exists(params)?)
    }

    /// The first row, if there is one.
    pub fn first<T>(
        &self,
        sql: &str,
        params: impl Params,
        read: impl FnOnce(&Row<'_>) -> Result<T, StoreError>,
    ) -> Result<Option<T>, StoreError> {
        let mut statement = self.0.prepare_cached(sql)?;
        statement.query_row(params, |row| Ok(read(row))).optional()?.transpose()
    }

    /// The only row.
    pub fn one<T>(
        &self,
        sql: &str,
        params: impl Params,
        read: impl FnOnce(&Row<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.0.prepare_cached(sql)?.query_row(params, |row| Ok(read(row)))?
    }

    /// All rows.
    pub fn all<T>(
        &self,
        sql: &str,
        params: impl Params,
        mut read: impl FnMut(&Row<'_>) -> Result<T, StoreError>,
    ) -> Result<Vec<T>, StoreError> {
        let mut statement = self.0.prepare_cached(sql)?;
        let mut rows = statement.query(params)?;
        let mut all = Vec::new();
        while let Some(row) = rows.next()? {
            all.push(read(row)?);
        }
        Ok(all)
    }

    /// Empties the write-ahead log into the file, as far as that goes without waiting for readers: whether all of it.
    pub fn checkpoint(&self, mode: Checkpoint) -> Result<bool, StoreError> {
        let sql = match mode {
            Checkpoint::Passive => "PRAGMA wal_checkpoint(PASSIVE)",
            Checkpoint::Truncate => "PRAGMA wal_checkpoint(TRUNCATE)",
        };
        self.0.busy_timeout(std::time::Duration::ZERO)?;
        let answer: rusqlite::Result<(bool, i64, i64)> =
            self.0.query_row(sql, [], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)));
        // Also after a failure: the connection that writes goes on.
        self.0.busy_timeout(super::BUSY)?;
        let (busy, pages, done) = answer?;
        Ok(!busy && pages == done)
    }
}

/// How the write-ahead log is emptied.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Checkpoint {
    /// The next write begins it anew, over what it held.
    Passive,
    /// It is cut to nothing.
    Truncate,
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Database(Box::new(error))
    }
}

/// Whether the database refused a row or held none that was looked for, as opposed to having failed.
pub fn is_broken_rule(error: &(dyn std::error::Error + 'static)) -> bool {
    match error.downcast_ref() {
        Some(rusqlite::Error::SqliteFailure(failure, _)) => failure.code == ErrorCode::ConstraintViolation,
        Some(
            rusqlite::Error::QueryReturnedNoRows
            | rusqlite::Error::InvalidColumnType(..)
            | rusqlite::Error::FromSqlConversionFailure(..)
            | rusqlite::Error::IntegralValueOutOfRange(..),
        ) => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_writers_are_waited_for_also_after_a_checkpoint_that_failed() {
        let dir = tempfile::tempdir().unwrap();
        let db = Db::open(&File { path: dir.path().join("house.db"), most_pages: None }).unwrap();
        db.batch("PRAGMA journal_mode = WAL; BEGIN; CREATE TABLE toy (x)").unwrap();
        assert!(db.checkpoint(Checkpoint::Truncate).is_err(), "in the middle of a transaction");
        let patience: i64 = db.one("PRAGMA busy_timeout", [], |row| Ok(row.get(0)?)).unwrap();
        assert_eq!(u128::try_from(patience).unwrap(), crate::sqlite::BUSY.as_millis());
    }
}
