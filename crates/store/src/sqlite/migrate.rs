//! Bringing a file up to date.

use crate::{StoreError, look, migrations};
use sqlx::{
    Row, SqlitePool,
    sqlite::{SqliteConnectOptions, SqlitePoolOptions},
};

/// Migrates a file to the schema of this version.
pub async fn bring_up_to_date(options: &SqliteConnectOptions) -> Result<(), StoreError> {
    // SQLite rebuilds tables that others refer to only while it does not look after references.
    let options = options.clone().foreign_keys(false);
    let once = SqlitePoolOptions::new().max_connections(1).connect_with(options).await?;
    let before = schema_version(&once).await?;
    migrations::sqlite().run(&once).await?;
    fill_in_looks(&once).await?;
    if before.is_some() && before != schema_version(&once).await? {
        if let Some(row) = sqlx::query("PRAGMA foreign_key_check").fetch_optional(&once).await? {
            let table: String = row.try_get(0)?;
            tracing::error!(%table, "some rows refer to rows that are not there; `parlor check` names them");
        }
        // What older versions deleted is still in the file where nothing took its place.
        if let Err(error) = sqlx::query("VACUUM").execute(&once).await {
            tracing::warn!(%error, "what was deleted before the upgrade could not be wiped from the disk");
        }
    }
    once.close().await;
    Ok(())
}

/// Works out how names look that were given before that was kept.
async fn fill_in_looks(db: &SqlitePool) -> Result<(), StoreError> {
    let mut transaction = db.begin().await?;
    let missing = "SELECT id, name FROM users WHERE folded IS NOT NULL AND look IS NULL";
    for row in sqlx::query(missing).fetch_all(&mut *transaction).await? {
        sqlx::query("UPDATE users SET look = $2 WHERE id = $1")
            .bind(row.try_get::<i64, _>("id")?)
            .bind(look(row.try_get("name")?))
            .execute(&mut *transaction)
            .await?;
    }
    transaction.commit().await?;
    Ok(())
}

/// The last migration that was run, if any was.
async fn schema_version(db: &SqlitePool) -> Result<Option<i64>, StoreError> {
    let known = "SELECT 1 FROM sqlite_schema WHERE name = '_sqlx_migrations'";
    if sqlx::query(known).fetch_optional(db).await?.is_none() {
        return Ok(None);
    }
    Ok(sqlx::query("SELECT max(version) FROM _sqlx_migrations").fetch_one(db).await?.try_get(0)?)
}
