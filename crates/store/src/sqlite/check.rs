//! Whether a database file is sound.

use crate::StoreError;
use sqlx::{ConnectOptions, Connection, Row, SqliteConnection, sqlite::SqliteConnectOptions};
use std::path::Path;

/// How many faults of the file are told at most.
const TOLD: i64 = 20;

/// Looks through a database file without changing it, and says what is wrong with it.
///
/// # Errors
/// If the file cannot be read as a database at all.
pub async fn check_file(path: &Path) -> Result<Vec<String>, StoreError> {
    // Nothing is asked of the file, not even how its log is kept: that would be a change.
    let options = SqliteConnectOptions::new().filename(path).read_only(true).busy_timeout(super::BUSY);
    let mut connection = options.connect().await?;
    let faults = faults(&mut connection).await;
    connection.close().await?;
    faults
}

async fn faults(db: &mut SqliteConnection) -> Result<Vec<String>, StoreError> {
    let mut faults = Vec::new();
    let integrity = sqlx::AssertSqlSafe(format!("PRAGMA integrity_check({TOLD})"));
    for row in sqlx::query(integrity).fetch_all(&mut *db).await? {
        let told: String = row.try_get(0)?;
        if told != "ok" {
            faults.extend(told.lines().map(str::to_owned));
        }
    }
    let orphans =
        "SELECT \"table\", parent, count(*) AS rows FROM pragma_foreign_key_check GROUP BY 1, 2 ORDER BY 1, 2";
    for row in sqlx::query(orphans).fetch_all(db).await? {
        let (table, parent): (&str, &str) = (row.try_get(0)?, row.try_get(1)?);
        faults.push(format!(
            "{} rows of {table} refer to a row of {parent} that is not there",
            row.try_get::<i64, _>(2)?
        ));
    }
    Ok(faults)
}
