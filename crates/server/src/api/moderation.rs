//! Muting people and reporting them.

use super::body::Body;
use crate::{
    house::House,
    people::auth::{From, Owner},
    problem::{HouseError, Refused},
    rows,
};
use axum::{
    Json,
    extract::{Path, State},
    http::StatusCode,
};
use parlor_store::{ReportRow, Reports, StoreError};
use parlor_wire::{
    Person, UserId,
    http::{NewReport, Problem, ReportMade},
};
use std::sync::Arc;
use utoipa_axum::{router::OpenApiRouter, routes};

pub fn routes() -> OpenApiRouter<Arc<House>> {
    OpenApiRouter::new().routes(routes!(muted)).routes(routes!(mute, unmute)).routes(routes!(report))
}

/// Whom the caller has muted.
///
/// # Errors
/// If the store cannot be read.
pub async fn muted_by(house: &House, user: UserId) -> Result<Vec<Person>, StoreError> {
    Ok(house.store.mutes(user).await?.into_iter().map(Person::from).collect())
}

/// What the caller has reported.
///
/// # Errors
/// If the store cannot be read.
pub async fn reported_by(house: &House, user: UserId) -> Result<Vec<ReportMade>, StoreError> {
    let made = |row: ReportRow| ReportMade {
        at: row.at,
        table: row.code,
        about: row.about_name,
        reason: rows::reported_reason(row.reason),
        note: row.note,
    };
    Ok(house.store.reports(Reports::By(user)).await?.into_iter().map(made).collect())
}

fn person(id: &str) -> Result<UserId, HouseError> {
    id.parse().map_err(|_| HouseError::NotFound("person"))
}

/// Whom you have muted, latest first.
#[utoipa::path(
    get, path = "/api/me/mutes", operation_id = "my_mutes", tag = "people",
    security(("session" = []), ("cookie" = [])),
    responses((status = 200, description = "Everyone the caller has muted", body = Vec<Person>)),
)]
async fn muted(State(house): State<Arc<House>>, Owner(session): Owner) -> Result<Json<Vec<Person>>, Refused> {
    Ok(Json(muted_by(&house, session.user.id).await?))
}

/// Mute a person: clients leave out what they say.
#[utoipa::path(
    put, path = "/api/me/mutes/{user}", operation_id = "mute", tag = "people",
    params(("user" = String, Path, description = "Sixteen hexadecimal digits")),
    security(("session" = []), ("cookie" = [])),
    responses(
        (status = 204),
        (status = 404, body = Problem),
        (status = 409, body = Problem),
        (status = 422, body = Problem),
    ),
)]
async fn mute(
    State(house): State<Arc<House>>,
    Owner(session): Owner,
    Path(user): Path<String>,
) -> Result<StatusCode, Refused> {
    house.mute(session.user.id, person(&user)?).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Unmute a person.
#[utoipa::path(
    delete, path = "/api/me/mutes/{user}", operation_id = "unmute", tag = "people",
    params(("user" = String, Path, description = "Sixteen hexadecimal digits")),
    security(("session" = []), ("cookie" = [])),
    responses((status = 204), (status = 404, body = Problem)),
)]
async fn unmute(
    State(house): State<Arc<House>>,
    Owner(session): Owner,
    Path(user): Path<String>,
) -> Result<StatusCode, Refused> {
    house.unmute(session.user.id, person(&user)?).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Report a line of chat, or a person, to the keeper of the house. The last lines that you can read at the table are
/// kept with the report. A repeated report that is still open is not stored again.
#[utoipa::path(
    post, path = "/api/reports", operation_id = "report", tag = "people",
    request_body = NewReport,
    security(("session" = []), ("cookie" = [])),
    responses((status = 204), (status = 422, body = Problem), (status = 503, body = Problem)),
)]
async fn report(
    State(house): State<Arc<House>>,
    Owner(session): Owner,
    From(from): From,
    Body(wish): Body<NewReport>,
) -> Result<StatusCode, Refused> {
    house.rates.report(from).map_err(HouseError::TooFast)?;
    house.report(session.user.id, wish).await?;
    Ok(StatusCode::NO_CONTENT)
}
