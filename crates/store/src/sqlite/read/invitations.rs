//! Questions about invitations.

use crate::{
    InvitationRow, Invitations, PlayedFor, SqliteStore, StoreError, Wish,
    sqlite::row::{table_code, unsigned, user_in, word},
};
use async_trait::async_trait;
use parlor_wire::{InvitationEnd, InvitationId, UserId};
use sqlx::{AssertSqlSafe, Row, sqlite::SqliteRow};

const INVITATION: &str = "SELECT i.*, s.name AS sender_name, s.kind AS sender_kind, r.name AS recipient_name,
    r.kind AS recipient_kind
    FROM invitations i JOIN users s ON s.id = i.sender JOIN users r ON r.id = i.recipient";

#[async_trait]
impl Invitations for SqliteStore {
    async fn invitations(&self) -> Result<Vec<InvitationRow>, StoreError> {
        let query = AssertSqlSafe(format!("{INVITATION} WHERE i.outcome IS NULL ORDER BY i.sent_at, i.id"));
        let rows = sqlx::query(query).fetch_all(&self.reads).await?;
        rows.iter().map(to_invitation).collect()
    }

    async fn invitation(&self, id: InvitationId) -> Result<Option<InvitationRow>, StoreError> {
        let query = AssertSqlSafe(format!("{INVITATION} WHERE i.id = $1"));
        let row = sqlx::query(query).bind(id.0.cast_signed()).fetch_optional(&self.reads).await?;
        row.as_ref().map(to_invitation).transpose()
    }

    async fn past_invitations(&self, user: UserId, limit: u32) -> Result<Vec<InvitationRow>, StoreError> {
        // Each half by its own index.
        let half = |side: &str| {
            format!(
                "SELECT * FROM ({INVITATION} WHERE i.{side} = $1 AND i.ended_at IS NOT NULL
                    ORDER BY i.ended_at DESC LIMIT $2)"
            )
        };
        let (sent, received) = (half("sender"), half("recipient"));
        let query = AssertSqlSafe(format!("{sent} UNION ALL {received} ORDER BY ended_at DESC LIMIT $2"));
        let rows = sqlx::query(query).bind(user.0.cast_signed()).bind(limit).fetch_all(&self.reads).await?;
        rows.iter().map(to_invitation).collect()
    }
}

fn to_invitation(row: &SqliteRow) -> Result<InvitationRow, StoreError> {
    let bet: Option<u32> = row.try_get("bet")?;
    let played_for = match bet {
        Some(amount) => PlayedFor::Bet { amount, held_by_house: row.try_get("held_by_house")? },
        None if row.try_get("rated")? => PlayedFor::Rating,
        None => PlayedFor::Nothing,
    };
    Ok(InvitationRow {
        id: InvitationId(unsigned(row, "id")?),
        from: user_in(row, "sender", "sender_name", "sender_kind")?,
        to: user_in(row, "recipient", "recipient_name", "recipient_kind")?,
        wish: Wish {
            game: row.try_get("game")?,
            preset: row.try_get("preset")?,
            options: row.try_get("options")?,
            public: row.try_get("public")?,
            played_for,
            days: row.try_get("days")?,
        },
        pace: word(row, "pace")?,
        command: row.try_get("command")?,
        sent_at: unsigned(row, "sent_at")?,
        expires_at: unsigned(row, "expires_at")?,
        over: match to_end(row)? {
            Some(end) => Some((end, unsigned(row, "ended_at")?)),
            None => None,
        },
    })
}

fn to_end(row: &SqliteRow) -> Result<Option<InvitationEnd>, StoreError> {
    let Some(outcome) = row.try_get::<Option<&str>, _>("outcome")? else { return Ok(None) };
    Ok(Some(match outcome {
        "accepted" => InvitationEnd::Accepted { table: table_code(row.try_get("opened")?)? },
        "declined" => InvitationEnd::Declined,
        "withdrawn" => InvitationEnd::Withdrawn,
        "expired" => InvitationEnd::Expired,
        other => return Err(StoreError::Corrupt(format!("an invitation that ended with {other:?}"))),
    }))
}
