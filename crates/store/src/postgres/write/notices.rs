//! Changes to where users are told.

use crate::{PushRow, SessionId, StoreError, WebhookRow};
use parlor_wire::UserId;
use sqlx::PgConnection;

/// A session that has ended meanwhile gets none.
pub async fn set_push(db: &mut PgConnection, user: UserId, row: &PushRow) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO push_subscriptions (session, user_id, endpoint, p256dh, auth, created_at)
        SELECT $1, $2, $3, $4, $5, $6 WHERE EXISTS (SELECT 1 FROM sessions WHERE id = $1 AND user_id = $2)
        ON CONFLICT (session) DO UPDATE SET endpoint = excluded.endpoint, p256dh = excluded.p256dh, auth = excluded.auth,
            created_at = excluded.created_at",
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
pub async fn drop_push(db: &mut PgConnection, session: SessionId, endpoint: Option<&str>) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM push_subscriptions WHERE session = $1 AND ($2 IS NULL OR endpoint = $2)")
        .bind(session.0.cast_signed())
        .bind(endpoint)
        .execute(db)
        .await?;
    Ok(())
}

pub async fn set_webhook(db: &mut PgConnection, user: UserId, webhook: Option<&WebhookRow>) -> Result<(), StoreError> {
    let Some(WebhookRow { url, secret }) = webhook else {
        sqlx::query("DELETE FROM webhooks WHERE user_id = $1").bind(user.0.cast_signed()).execute(db).await?;
        return Ok(());
    };
    sqlx::query(
        "INSERT INTO webhooks (user_id, url, secret) SELECT $1, $2, $3 WHERE EXISTS (SELECT 1 FROM users WHERE id = $1)
        ON CONFLICT (user_id) DO UPDATE SET url = excluded.url, secret = excluded.secret",
    )
    .bind(user.0.cast_signed())
    .bind(url)
    .bind(secret)
    .execute(db)
    .await?;
    Ok(())
}

/// The first key stays: browsers have subscribed with it.
pub async fn set_push_key(db: &mut PgConnection, secret: &str) -> Result<(), StoreError> {
    sqlx::query("INSERT INTO push_key (secret) VALUES ($1) ON CONFLICT DO NOTHING").bind(secret).execute(db).await?;
    Ok(())
}
