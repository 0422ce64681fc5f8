//! Changes to invitations.

use super::{json, key};
use crate::{InvitationRow, StoreError};
use parlor_wire::{InvitationEnd, InvitationId};
use sqlx::SqliteConnection;

/// How many invitations that are over are kept for each person who sent them.
const KEPT: u32 = 50;

pub async fn add(db: &mut SqliteConnection, row: &InvitationRow) -> Result<(), StoreError> {
    let columns = "INSERT INTO invitations (id, sender, recipient, wish, pace, command, sent_at, expires_at)";
    sqlx::query(sqlx::AssertSqlSafe(format!("{columns} VALUES ($1, $2, $3, $4, $5, $6, $7, $8)")))
        .bind(row.id.0.cast_signed())
        .bind(key(row.from.id))
        .bind(key(row.to.id))
        .bind(json(&row.wish))
        .bind(json(&row.pace))
        .bind(&row.command)
        .bind(row.sent_at.cast_signed())
        .bind(row.expires_at.cast_signed())
        .execute(db)
        .await?;
    Ok(())
}

/// An invitation ends once: whatever was to happen together with a second end does not happen.
pub async fn end(db: &mut SqliteConnection, id: InvitationId, end: InvitationEnd, at: u64) -> Result<(), StoreError> {
    let ended = sqlx::query("UPDATE invitations SET outcome = $2, ended_at = $3 WHERE id = $1 AND outcome IS NULL")
        .bind(id.0.cast_signed())
        .bind(json(&end))
        .bind(at.cast_signed())
        .execute(&mut *db)
        .await?;
    if ended.rows_affected() != 1 {
        return Err(StoreError::InvitationOver);
    }
    let old = "DELETE FROM invitations
        WHERE sender = (SELECT sender FROM invitations WHERE id = $1) AND outcome IS NOT NULL AND id NOT IN (
            SELECT i.id FROM invitations i JOIN invitations mine ON mine.id = $1 AND i.sender = mine.sender
            WHERE i.outcome IS NOT NULL ORDER BY i.ended_at DESC, i.id = $1 DESC LIMIT $2
        )";
    sqlx::query(old).bind(id.0.cast_signed()).bind(KEPT).execute(db).await?;
    Ok(())
}
