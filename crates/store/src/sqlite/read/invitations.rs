//! Questions about invitations.

use super::{json, people::to_kind, unsigned};
use crate::{InvitationRow, StoreError, User};
use parlor_wire::{InvitationId, UserId};
use sqlx::{AssertSqlSafe, Row, SqlitePool, sqlite::SqliteRow};

const INVITATION: &str = "SELECT i.id, i.wish, i.pace, i.command, i.sent_at, i.expires_at, i.outcome, i.ended_at,
    s.id AS sender, s.name AS sender_name, s.kind AS sender_kind,
    r.id AS recipient, r.name AS recipient_name, r.kind AS recipient_kind
    FROM invitations i JOIN users s ON s.id = i.sender JOIN users r ON r.id = i.recipient";

/// Those that wait for an answer.
pub async fn waiting(db: &SqlitePool) -> Result<Vec<InvitationRow>, StoreError> {
    let query = AssertSqlSafe(format!("{INVITATION} WHERE i.outcome IS NULL ORDER BY i.sent_at, i.id"));
    let rows = sqlx::query(query).fetch_all(db).await?;
    rows.iter().map(to_invitation).collect()
}

pub async fn one(db: &SqlitePool, id: InvitationId) -> Result<Option<InvitationRow>, StoreError> {
    let query = AssertSqlSafe(format!("{INVITATION} WHERE i.id = $1"));
    let row = sqlx::query(query).bind(id.0.cast_signed()).fetch_optional(db).await?;
    row.as_ref().map(to_invitation).transpose()
}

/// Those of somebody that are over, the latest first.
pub async fn past(db: &SqlitePool, user: UserId, limit: u32) -> Result<Vec<InvitationRow>, StoreError> {
    // Each half by its own index.
    let query = AssertSqlSafe(format!(
        "SELECT * FROM ({INVITATION} WHERE i.sender = $1 AND i.ended_at IS NOT NULL ORDER BY i.ended_at DESC LIMIT $2)
        UNION ALL
        SELECT * FROM ({INVITATION} WHERE i.recipient = $1 AND i.ended_at IS NOT NULL ORDER BY i.ended_at DESC LIMIT $2)
        ORDER BY ended_at DESC LIMIT $2"
    ));
    let rows = sqlx::query(query).bind(user.0.cast_signed()).bind(limit).fetch_all(db).await?;
    rows.iter().map(to_invitation).collect()
}

fn to_invitation(row: &SqliteRow) -> Result<InvitationRow, StoreError> {
    let person = |id, name, kind| {
        let kind: &str = row.try_get(kind)?;
        Ok::<_, StoreError>(User { id: UserId(unsigned(row, id)?), name: row.try_get(name)?, kind: to_kind(kind)? })
    };
    let outcome: Option<&str> = row.try_get("outcome")?;
    let over = outcome.map(|text| Ok::<_, StoreError>((json(text)?, unsigned(row, "ended_at")?))).transpose()?;
    Ok(InvitationRow {
        id: InvitationId(unsigned(row, "id")?),
        from: person("sender", "sender_name", "sender_kind")?,
        to: person("recipient", "recipient_name", "recipient_kind")?,
        wish: json(row.try_get("wish")?)?,
        pace: json(row.try_get("pace")?)?,
        command: row.try_get("command")?,
        sent_at: unsigned(row, "sent_at")?,
        expires_at: unsigned(row, "expires_at")?,
        over,
    })
}
