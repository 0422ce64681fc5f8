//! Questions about invitations.

use crate::{InvitationRow, Invitations, PostgresStore, StoreError, sql::invitations::to_invitation};
use async_trait::async_trait;
use parlor_wire::{InvitationId, UserId};
use sqlx::AssertSqlSafe;

const INVITATION: &str = "SELECT i.*, s.name AS sender_name, s.kind AS sender_kind, r.name AS recipient_name,
    r.kind AS recipient_kind
    FROM invitations i JOIN users s ON s.id = i.sender JOIN users r ON r.id = i.recipient";

#[async_trait]
impl Invitations for PostgresStore {
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
                "({INVITATION} WHERE i.{side} = $1 AND i.ended_at IS NOT NULL
                    ORDER BY i.ended_at DESC LIMIT $2)"
            )
        };
        let (sent, received) = (half("sender"), half("recipient"));
        let query = AssertSqlSafe(format!("{sent} UNION ALL {received} ORDER BY ended_at DESC LIMIT $2"));
        let rows = sqlx::query(query).bind(user.0.cast_signed()).bind(i64::from(limit)).fetch_all(&self.reads).await?;
        rows.iter().map(to_invitation).collect()
    }
}
