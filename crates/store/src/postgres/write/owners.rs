//! Whose tables are written.

use crate::{NodeId, StoreError, Title};
use parlor_wire::TableCode;
use sqlx::PgConnection;

/// Another node that wants to take the table waits until this transaction has ended; one that has taken it is found.
pub async fn check(db: &mut PgConnection, code: TableCode, Title { node, epoch }: Title) -> Result<(), StoreError> {
    let owned = "SELECT 1 FROM tables WHERE code = $1 AND owner = $2 AND epoch = $3 FOR SHARE";
    let row = sqlx::query(owned)
        .bind(code.as_str())
        .bind(node.0.cast_signed())
        .bind(epoch.cast_signed())
        .fetch_optional(db)
        .await?;
    row.map(drop).ok_or(StoreError::Fenced)
}

pub async fn take_code(db: &mut PgConnection, code: TableCode, node: NodeId) -> Result<(), StoreError> {
    let Title { node, epoch } = Title::first(node);
    let take = "INSERT INTO tables (code, state, owner, epoch) VALUES ($1, '', $2, $3) ON CONFLICT (code) DO NOTHING";
    let taken =
        sqlx::query(take).bind(code.as_str()).bind(node.0.cast_signed()).bind(epoch.cast_signed()).execute(db).await?;
    if taken.rows_affected() == 0 { Err(StoreError::CodeTaken) } else { Ok(()) }
}

pub async fn release(db: &mut PgConnection, code: TableCode, clock_ms: u64) -> Result<(), StoreError> {
    sqlx::query("UPDATE tables SET owner = NULL, ahead = $2 WHERE code = $1")
        .bind(code.as_str())
        .bind(clock_ms.cast_signed())
        .execute(db)
        .await?;
    Ok(())
}
