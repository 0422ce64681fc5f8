//! Requests about being told while one is away.

use super::{get, remove, send, tell};
use gloo_net::http::Method;
use parlor_wire::http::{NoticeSettings, Problem, PushSubscription, SetWebhook, Webhook};

/// How we are told.
pub async fn settings() -> Result<NoticeSettings, Problem> {
    get("/api/me/notices").await
}

/// This browser is told from now on.
pub async fn subscribe(subscription: &PushSubscription) -> Result<(), Problem> {
    tell(Method::PUT, "/api/me/notices/push", subscription).await
}

/// This browser is told no more.
pub async fn unsubscribe() -> Result<(), Problem> {
    remove("/api/me/notices/push").await
}

/// An address of our own is told from now on.
pub async fn set_webhook(url: String) -> Result<Webhook, Problem> {
    send(Method::PUT, "/api/me/notices/webhook", &SetWebhook { url }).await
}

/// It is told no more.
pub async fn drop_webhook() -> Result<(), Problem> {
    remove("/api/me/notices/webhook").await
}
