//! Requests about mutes and reports.

use super::{get, remove, tell};
use gloo_net::http::Method;
use parlor_wire::{
    Person, UserId,
    http::{NewReport, Problem},
};

/// Whom we have muted, latest first.
pub async fn mutes() -> Result<Vec<Person>, Problem> {
    get("/api/me/mutes").await
}

/// Mutes a user.
pub async fn mute(who: UserId) -> Result<(), Problem> {
    tell(Method::PUT, &format!("/api/me/mutes/{who}"), &()).await
}

/// Hears a user again.
pub async fn unmute(who: UserId) -> Result<(), Problem> {
    remove(&format!("/api/me/mutes/{who}")).await
}

/// Tells the keeper of the house.
pub async fn report(report: &NewReport) -> Result<(), Problem> {
    tell(Method::POST, "/api/reports", report).await
}
