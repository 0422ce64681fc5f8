//! Questions about where users are told.

use crate::{
    Notices, PostgresStore, PushRow, Secret, StoreError, WebhookRow,
    sql::{
        columns::Columns,
        notices::{to_push, to_webhook},
    },
};
use async_trait::async_trait;
use parlor_wire::UserId;

#[async_trait]
impl Notices for PostgresStore {
    async fn pushes(&self, user: UserId) -> Result<Vec<PushRow>, StoreError> {
        let query = "SELECT * FROM push_subscriptions WHERE user_id = $1 ORDER BY created_at DESC, session";
        let rows = sqlx::query(query).bind(user.0.cast_signed()).fetch_all(&self.reads).await?;
        rows.iter().map(to_push).collect()
    }

    async fn webhook(&self, user: UserId) -> Result<Option<WebhookRow>, StoreError> {
        let query = "SELECT url, secret FROM webhooks WHERE user_id = $1";
        let row = sqlx::query(query).bind(user.0.cast_signed()).fetch_optional(&self.reads).await?;
        row.as_ref().map(to_webhook).transpose()
    }

    async fn push_key(&self) -> Result<Option<Secret>, StoreError> {
        let row = sqlx::query("SELECT secret FROM push_key").fetch_optional(&self.reads).await?;
        row.map(|row| Ok(Secret(row.text("secret")?.to_owned()))).transpose()
    }
}
