//! The databases that every test runs over.

use parlor_store::{PostgresStore, SqliteStore, Store};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection};
use std::{path::PathBuf, str::FromStr, sync::Arc};
use tempfile::TempDir;

/// Where a store keeps its rows.
pub enum Bed {
    /// A file in a folder of its own.
    Sqlite(TempDir),
    /// A database of a server that is there for the tests.
    Postgres(String),
}

impl Bed {
    pub fn sqlite() -> Self {
        Self::Sqlite(tempfile::tempdir().unwrap())
    }

    pub fn postgres() -> Self {
        Self::Postgres(parlor_testdb::database())
    }

    /// Opens the store; again, if it was open before.
    pub async fn open(&self) -> Arc<dyn Store> {
        match self {
            Self::Sqlite(dir) => Arc::new(SqliteStore::open(&file(dir)).await.unwrap()),
            Self::Postgres(url) => Arc::new(PostgresStore::open(url).await.unwrap()),
        }
    }

    /// Executes a statement behind the store's back.
    pub async fn execute(&self, statement: &str) -> Result<(), sqlx::Error> {
        let statement = AssertSqlSafe(statement.to_owned());
        match self {
            Self::Sqlite(dir) => {
                let options = sqlx::sqlite::SqliteConnectOptions::new().filename(file(dir));
                let mut db = options.connect().await?;
                sqlx::query(statement).execute(&mut db).await?;
                db.close().await
            }
            Self::Postgres(url) => {
                let mut db = sqlx::postgres::PgConnectOptions::from_str(url)?.connect().await?;
                sqlx::query(statement).execute(&mut db).await?;
                db.close().await
            }
        }
    }
}

fn file(dir: &TempDir) -> PathBuf {
    dir.path().join("house.db")
}
