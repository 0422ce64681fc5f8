//! Changes to where users are told.

use crate::{PushRow, SessionId, StoreError, WebhookRow, sqlite::db::Db};
use parlor_wire::UserId;
use rusqlite::params;

/// A session that has ended meanwhile gets none.
pub fn set_push(db: &mut Db, user: UserId, row: &PushRow) -> Result<(), StoreError> {
    db.run(
        "INSERT OR REPLACE INTO push_subscriptions (session, user, endpoint, p256dh, auth, created_at)
        SELECT ?1, ?2, ?3, ?4, ?5, ?6 WHERE EXISTS (SELECT 1 FROM sessions WHERE id = ?1 AND user = ?2)",
        params![
            row.session.0.cast_signed(),
            user.0.cast_signed(),
            &row.endpoint,
            &row.p256dh,
            &row.auth[..],
            row.created_at.cast_signed()
        ],
    )?;
    Ok(())
}

/// Only if it is still the same address: the browser may have got another one meanwhile.
pub fn drop_push(db: &mut Db, session: SessionId, endpoint: Option<&str>) -> Result<(), StoreError> {
    db.run(
        "DELETE FROM push_subscriptions WHERE session = ?1 AND (?2 IS NULL OR endpoint = ?2)",
        params![session.0.cast_signed(), endpoint],
    )?;
    Ok(())
}

pub fn set_webhook(db: &mut Db, user: UserId, webhook: Option<&WebhookRow>) -> Result<(), StoreError> {
    let Some(WebhookRow { url, secret }) = webhook else {
        db.run("DELETE FROM webhooks WHERE user = ?1", params![user.0.cast_signed()])?;
        return Ok(());
    };
    db.run(
        "INSERT INTO webhooks (user, url, secret) SELECT ?1, ?2, ?3 WHERE EXISTS (SELECT 1 FROM users WHERE id = ?1)
        ON CONFLICT (user) DO UPDATE SET url = excluded.url, secret = excluded.secret",
        params![user.0.cast_signed(), url, secret],
    )?;
    Ok(())
}

/// The first key stays: browsers have subscribed with it.
pub fn set_push_key(db: &mut Db, secret: &str) -> Result<(), StoreError> {
    db.run("INSERT INTO push_key (secret) SELECT ?1 WHERE NOT EXISTS (SELECT 1 FROM push_key)", params![secret])?;
    Ok(())
}
