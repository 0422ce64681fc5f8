//! A whole house from one kind of database into the other.
//!
//! Which tables there are, and which columns, is asked of the two databases, not listed here: a table that a later version adds is
//! moved as well, and one that only one of them has is noticed before anything is written. Everything is written in one
//! transaction, read back before it is committed, and compared with what was read: how many rows, and a digest of them that does
//! not depend on their order. What fails on the way leaves the target as it was, and the source is only read.

mod postgres;
mod row;
mod schema;
mod sqlite;

use crate::{
    StoreError,
    postgres::{bring_up_to_date, link::Link, options},
    sqlite::migrate,
};
use row::Sum;
use schema::{Schema, Table};
use sqlx::{Connection, PgConnection};
use std::path::Path;
use thiserror::Error;

/// Why a house could not be moved.
#[derive(Debug, Error)]
pub enum MoveError {
    /// A database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// There is something in the target.
    #[error("the target is not empty: there are rows in {0}")]
    NotEmpty(String),
    /// The two databases do not hold the same.
    #[error("{0} is in one of the databases only")]
    OneSided(String),
    /// A value does not fit.
    #[error("{table}.{column} holds something that does not fit: {what}")]
    Unfit {
        /// The table.
        table: String,
        /// The column.
        column: String,
        /// What is wrong with it.
        what: String,
    },
    /// What was written is not what was read.
    #[error("{0} is not the same afterwards: nothing was moved")]
    Differs(String),
}

impl From<sqlx::Error> for MoveError {
    fn from(error: sqlx::Error) -> Self {
        Self::Store(error.into())
    }
}

impl From<rusqlite::Error> for MoveError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Store(error.into())
    }
}

/// How far it has come.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// The table that is under way.
    pub table: &'a str,
    /// How many rows have been looked at, in the source and again in the target.
    pub done: u64,
    /// How many that will be, about.
    pub total: u64,
}

/// A table that was moved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Moved {
    /// Its name.
    pub table: String,
    /// How many rows it has.
    pub rows: u64,
    /// What the rows add up to, as hexadecimal digits.
    pub digest: String,
}

/// Whether a house may have the source open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// It must not: it is moved.
    Alone,
    /// It may: it is copied as it is at one moment.
    Beside,
}

/// Moves the house in a SQLite file, which no house may have open, into an empty PostgreSQL database.
///
/// # Errors
/// If either cannot be used, or the target is not empty. Nothing is changed then.
pub async fn to_postgres(file: &Path, url: &str, told: impl FnMut(Progress<'_>)) -> Result<Vec<Moved>, MoveError> {
    migrate::bring_up_to_date(&crate::sqlite::options(file)).await?;
    let mut target = alone(url).await?;
    let source = sqlite::open(file)?;
    let schema = Schema::of(&source, &mut target).await?;
    sqlx::query("BEGIN").execute(&mut target).await?;
    postgres::expect_empty(&mut target, &schema).await?;
    let reading = source.unchecked_transaction()?;
    let mut count = Count::of(sqlite::rows(&source, &schema)?, told);
    let mut moved = Vec::new();
    for table in &schema.tables {
        let sum = postgres::fill_from(&mut target, &source, table, &mut || count.one(table)).await?;
        let again = postgres::sum(&mut target, table, &mut || count.one(table)).await?;
        moved.push(compared(table, &sum, &again)?);
    }
    postgres::raise_counters(&mut target, &source, &schema).await?;
    sqlx::query("COMMIT").execute(&mut target).await?;
    drop(reading);
    // Until it has looked, the server does not know which index to take for what.
    sqlx::query("ANALYZE").execute(&mut target).await?;
    target.close().await?;
    Ok(moved)
}

/// Moves the house in a PostgreSQL database into an empty SQLite file, which is made if there is none.
///
/// # Errors
/// If either cannot be used, or the target is not empty. Nothing is changed then.
pub async fn to_sqlite(
    url: &str,
    whose: Source,
    file: &Path,
    told: impl FnMut(Progress<'_>),
) -> Result<Vec<Moved>, MoveError> {
    let mut source = match whose {
        Source::Alone => alone(url).await?,
        Source::Beside => Link::beside(up_to_date(url).await?).connect().await?,
    };
    migrate::bring_up_to_date(&crate::sqlite::options(file)).await?;
    let target = sqlite::open(file)?;
    let schema = Schema::of(&target, &mut source).await?;
    sqlx::query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").execute(&mut source).await?;
    let mut count = Count::of(postgres::rows(&mut source, &schema).await?, told);
    let writing = target.unchecked_transaction()?;
    // Tables come in the order that PostgreSQL needs; here it is looked at the end whether every reference leads somewhere.
    target.pragma_update(None, "defer_foreign_keys", true)?;
    sqlite::expect_empty(&target, &schema)?;
    let mut moved = Vec::new();
    for table in &schema.tables {
        let sum = sqlite::fill_from(&target, &mut source, table, &mut || count.one(table)).await?;
        let again = sqlite::sum(&target, table, &mut || count.one(table))?;
        moved.push(compared(table, &sum, &again)?);
    }
    sqlite::raise_counters(&target, &mut source, &schema).await?;
    writing.commit()?;
    // One file with no log beside it, for those who only read it. A house that opens it turns the log on again.
    target.pragma_update(None, "journal_mode", "DELETE")?;
    target.close().map_err(|(_, error)| error)?;
    sqlx::query("COMMIT").execute(&mut source).await?;
    source.close().await?;
    Ok(moved)
}

async fn up_to_date(url: &str) -> Result<sqlx::postgres::PgConnectOptions, StoreError> {
    let options = options(url)?;
    bring_up_to_date(&options).await?;
    Ok(options)
}

/// As a house opens it: no other can meanwhile.
async fn alone(url: &str) -> Result<PgConnection, StoreError> {
    Link::alone(up_to_date(url).await?).connect().await
}

fn compared(table: &Table, read: &Sum, written: &Sum) -> Result<Moved, MoveError> {
    if read != written {
        return Err(MoveError::Differs(table.name.clone()));
    }
    Ok(Moved { table: table.name.clone(), rows: read.rows(), digest: read.to_string() })
}

/// Counts rows for those who wait.
struct Count<T> {
    done: u64,
    total: u64,
    told: T,
}

impl<T: FnMut(Progress<'_>)> Count<T> {
    /// Each row is looked at twice.
    fn of(rows: u64, told: T) -> Self {
        Self { done: 0, total: 2 * rows, told }
    }

    fn one(&mut self, table: &Table) {
        self.done += 1;
        // The lines of logs are more than the rows in which a file keeps them.
        self.total = self.total.max(self.done);
        if self.done.is_multiple_of(256) {
            (self.told)(Progress { table: &table.name, done: self.done, total: self.total });
        }
    }
}
