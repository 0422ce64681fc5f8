//! Changes to where users are told.

use crate::{PushRow, SessionId, StoreError, WebhookRow};
use parlor_wire::UserId;
use sqlx::SqliteConnection;

/// A session that has ended meanwhile gets none.
pub async fn set_push(db: &mut SqliteConnection, user: UserId, row: &PushRow) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT OR REPLACE INTO push_subscriptions (session, user, endpoint, p256dh, auth, created_at)
        SELECT $1, $2, $3, $4, $5, $6 WHERE EXISTS (SELECT 1 FROM sessions WHERE id = $1 AND user = $2)",
    )
    .bind(row.session.0.cast_signed())
    .bind(user.0.cast_signed())
    .bind(&row.endpoint)
    .bind(&row.p256dh)
    .bind(&row.auth[..])
    .bind(row.created_at.cast_signed())
    .execute(db)
    .await?;
    Ok(())
}

/// Only if it is still the same address: the browser may have got another one meanwhile.
pub async fn drop_push(
    db: &mut SqliteConnection,
    session: SessionId,
    endpoint: Option<&str>,
) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM push_subscriptions WHERE session = $1 AND ($2 IS NULL OR endpoint = $2)")
        .bind(session.0.cast_signed())
        .bind(endpoint)
        .execute(db)
        .await?;
    Ok(())
}

pub async fn set_webhook(
    db: &mut SqliteConnection,
    user: UserId,
    webhook: Option<&WebhookRow>,
) -> Result<(), StoreError> {
    let Some(WebhookRow { url, secret }) = webhook else {
        sqlx::query("DELETE FROM webhooks WHERE user = $1").bind(user.0.cast_signed()).execute(db).await?;
        return Ok(());
    };
    sqlx::query(
        "INSERT INTO webhooks (user, url, secret) SELECT $1, $2, $3 WHERE EXISTS (SELECT 1 FROM users WHERE id = $1)
        ON CONFLICT (user) DO UPDATE SET url = excluded.url, secret = excluded.secret",
    )
    .bind(user.0.cast_signed())
    .bind(url)
    .bind(secret)
    .execute(db)
    .await?;
    Ok(())
}

/// The first key stays: browsers have subscribed with it.
pub async fn set_push_key(db: &mut SqliteConnection, secret: &str) -> Result<(), StoreError> {
    sqlx::query("INSERT INTO push_key (secret) SELECT $1 WHERE NOT EXISTS (SELECT 1 FROM push_key)")
        .bind(secret)
        .execute(db)
        .await?;
    Ok(())
}
