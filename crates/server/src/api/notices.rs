//! Being told while one is away.

use super::body::Body;
use crate::{
    house::House,
    people::auth::{From, Owner},
    problem::{HouseError, Refused},
};
use axum::{Json, extract::State, http::StatusCode};
use parlor_wire::http::{NoticeSettings, Problem, PushSubscription, SetWebhook, Webhook};
use std::sync::Arc;
use utoipa_axum::{router::OpenApiRouter, routes};

pub fn routes() -> OpenApiRouter<Arc<House>> {
    OpenApiRouter::new()
        .routes(routes!(settings))
        .routes(routes!(subscribe, unsubscribe))
        .routes(routes!(set_webhook, drop_webhook))
}

/// How you are told of your turn in games over days, of their ends, and of invitations.
#[utoipa::path(
    get, path = "/api/me/notices", operation_id = "notice_settings", tag = "people",
    security(("session" = []), ("cookie" = [])),
    responses((status = 200, description = "How the caller is told", body = NoticeSettings)),
)]
async fn settings(State(house): State<Arc<House>>, Owner(session): Owner) -> Result<Json<NoticeSettings>, Refused> {
    Ok(Json(house.notice_settings(&session).await?))
}

/// Be told in this session's browser, by its push service. What it subscribed with before gives way.
#[utoipa::path(
    put, path = "/api/me/notices/push", operation_id = "subscribe", tag = "people",
    request_body = PushSubscription,
    security(("session" = []), ("cookie" = [])),
    responses((status = 204), (status = 422, body = Problem)),
)]
async fn subscribe(
    State(house): State<Arc<House>>,
    Owner(session): Owner,
    From(address): From,
    Body(wanted): Body<PushSubscription>,
) -> Result<StatusCode, Refused> {
    house.rates.costly(address).map_err(HouseError::TooFast)?;
    house.subscribe(&session, &wanted).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Be told in this session's browser no more.
#[utoipa::path(
    delete, path = "/api/me/notices/push", operation_id = "unsubscribe", tag = "people",
    security(("session" = []), ("cookie" = [])),
    responses((status = 204)),
)]
async fn unsubscribe(State(house): State<Arc<House>>, Owner(session): Owner) -> Result<StatusCode, Refused> {
    house.unsubscribe(&session).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Have an address of your own told: for accounts. Each message is a `NoticeMessage` as JSON, and the header
/// `Parlor-Signature` says `sha256=` and its HMAC-SHA-256 with the secret, in hexadecimal.
#[utoipa::path(
    put, path = "/api/me/notices/webhook", operation_id = "set_webhook", tag = "people",
    request_body = SetWebhook,
    security(("session" = []), ("cookie" = [])),
    responses(
        (status = 200, description = "The address, and the secret that messages are signed with", body = Webhook),
        (status = 403, body = Problem),
        (status = 422, body = Problem),
    ),
)]
async fn set_webhook(
    State(house): State<Arc<House>>,
    Owner(session): Owner,
    From(address): From,
    Body(wanted): Body<SetWebhook>,
) -> Result<Json<Webhook>, Refused> {
    house.rates.costly(address).map_err(HouseError::TooFast)?;
    Ok(Json(house.set_webhook(&session, &wanted).await?))
}

/// Have no address of your own told any more.
#[utoipa::path(
    delete, path = "/api/me/notices/webhook", operation_id = "drop_webhook", tag = "people",
    security(("session" = []), ("cookie" = [])),
    responses((status = 204)),
)]
async fn drop_webhook(State(house): State<Arc<House>>, Owner(session): Owner) -> Result<StatusCode, Refused> {
    house.drop_webhook(session.user.id).await?;
    Ok(StatusCode::NO_CONTENT)
}
