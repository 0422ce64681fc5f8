//! Questions about where users are told.

use crate::{Notices, PushRow, Secret, SessionId, SqliteStore, StoreError, WebhookRow, sqlite::row::unsigned};
use async_trait::async_trait;
use parlor_wire::UserId;
use sqlx::{Row, sqlite::SqliteRow};

#[async_trait]
impl Notices for SqliteStore {
    async fn pushes(&self, user: UserId) -> Result<Vec<PushRow>, StoreError> {
        let query = "SELECT * FROM push_subscriptions WHERE user = $1 ORDER BY created_at DESC, session";
        let rows = sqlx::query(query).bind(user.0.cast_signed()).fetch_all(&self.reads).await?;
        rows.iter().map(to_push).collect()
    }

    async fn webhook(&self, user: UserId) -> Result<Option<WebhookRow>, StoreError> {
        let query = "SELECT url, secret FROM webhooks WHERE user = $1";
        let row = sqlx::query(query).bind(user.0.cast_signed()).fetch_optional(&self.reads).await?;
        row.map(|row| Ok(WebhookRow { url: row.try_get("url")?, secret: row.try_get("secret")? })).transpose()
    }

    async fn push_key(&self) -> Result<Option<Secret>, StoreError> {
        let row = sqlx::query("SELECT secret FROM push_key").fetch_optional(&self.reads).await?;
        row.map(|row| Ok(Secret(row.try_get("secret")?))).transpose()
    }
}

fn to_push(row: &SqliteRow) -> Result<PushRow, StoreError> {
    let auth: Vec<u8> = row.try_get("auth")?;
    Ok(PushRow {
        session: SessionId(unsigned(row, "session")?),
        endpoint: row.try_get("endpoint")?,
        p256dh: row.try_get("p256dh")?,
        auth: auth.try_into().map_err(|_| StoreError::Corrupt("the secret of a push subscription".into()))?,
        created_at: unsigned(row, "created_at")?,
    })
}
