//! Where users are told, as rows.

use super::columns::{Columns, unsigned};
use crate::{PushRow, SessionId, StoreError, WebhookRow};

pub fn to_push(row: &impl Columns) -> Result<PushRow, StoreError> {
    let auth = row.bytes("auth")?.try_into();
    Ok(PushRow {
        session: SessionId(unsigned(row, "session")?),
        endpoint: row.text("endpoint")?.to_owned(),
        p256dh: row.bytes("p256dh")?,
        auth: auth.map_err(|_| StoreError::Corrupt("the secret of a push subscription".into()))?,
        created_at: unsigned(row, "created_at")?,
    })
}

pub fn to_webhook(row: &impl Columns) -> Result<WebhookRow, StoreError> {
    Ok(WebhookRow { url: row.text("url")?.to_owned(), secret: row.text("secret")?.to_owned() })
}
