//! The caller's invitations.

use crate::{house::House, people::auth::Reader, problem::Refused};
use axum::{Json, extract::State};
use parlor_wire::http::MyInvitations;
use std::sync::Arc;
use utoipa_axum::{router::OpenApiRouter, routes};

pub fn routes() -> OpenApiRouter<Arc<House>> {
    OpenApiRouter::new().routes(routes!(mine))
}

/// The invitations you sent and got: those that wait for an answer, and the latest that are over.
///
/// Invitations are sent and answered over the WebSocket.
#[utoipa::path(
    get, path = "/api/invitations", operation_id = "my_invitations", tag = "people",
    security(("session" = []), ("cookie" = []), ("bot" = ["read"])),
    responses((status = 200, description = "The invitations of the caller", body = MyInvitations)),
)]
async fn mine(State(house): State<Arc<House>>, Reader(session): Reader) -> Result<Json<MyInvitations>, Refused> {
    Ok(Json(house.invitations_of(session.user.id).await?))
}
