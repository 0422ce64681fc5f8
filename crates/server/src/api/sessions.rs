//! Where a person is signed in.

use crate::{
    house::House,
    people::auth::Owner,
    problem::{HouseError, Refused},
};
use axum::{
    Json,
    extract::{Path, State},
    http::StatusCode,
};
use parlor_store::{SessionId, SessionRow};
use parlor_wire::http::{Problem, SessionInfo};
use std::sync::Arc;
use utoipa_axum::{router::OpenApiRouter, routes};

pub fn routes() -> OpenApiRouter<Arc<House>> {
    OpenApiRouter::new().routes(routes!(list)).routes(routes!(end))
}

/// A session as its owner sees it.
pub fn to_info(row: SessionRow, current: Option<SessionId>) -> SessionInfo {
    SessionInfo {
        id: format!("{:016x}", row.id.0),
        label: row.label,
        created_at: row.created_at,
        current: current == Some(row.id),
        scopes: row.scopes.to_list(),
    }
}

/// The session an address names.
///
/// # Errors
/// If it names none.
pub fn session_id(text: &str) -> Result<SessionId, HouseError> {
    let digits = text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    let id = u64::from_str_radix(text, 16).ok().filter(|_| digits);
    id.map(SessionId).ok_or(HouseError::NotFound("session of yours"))
}

/// Where you are signed in.
#[utoipa::path(
    get, path = "/api/me/sessions", operation_id = "my_sessions", tag = "accounts",
    security(("session" = []), ("cookie" = [])),
    responses((status = 200, description = "Every session of the caller", body = Vec<SessionInfo>)),
)]
async fn list(State(house): State<Arc<House>>, Owner(session): Owner) -> Result<Json<Vec<SessionInfo>>, Refused> {
    let rows = house.store.sessions(session.user.id).await?;
    Ok(Json(rows.into_iter().map(|row| to_info(row, Some(session.id))).collect()))
}

/// Sign out somewhere. Its connections are cut at once.
#[utoipa::path(
    delete, path = "/api/me/sessions/{id}", operation_id = "end_session", tag = "accounts",
    params(("id" = String, Path, description = "Sixteen hexadecimal digits")),
    security(("session" = []), ("cookie" = [])),
    responses((status = 204), (status = 404, body = Problem)),
)]
async fn end(
    State(house): State<Arc<House>>,
    Owner(session): Owner,
    Path(id): Path<String>,
) -> Result<StatusCode, Refused> {
    house.end_one(session.user.id, session_id(&id)?).await?;
    Ok(StatusCode::NO_CONTENT)
}
