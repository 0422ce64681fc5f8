//! Coming in, and the caller's own data.

use super::{
    accounts,
    body::{Body, Params},
};
use crate::{
    house::House,
    people::{
        agent::Agent,
        auth::{From, Owner, Reader},
    },
    problem::{HouseError, Refused},
};
use axum::{Json, extract::State, http::StatusCode, response::IntoResponse};
use parlor_wire::{
    Person,
    http::{ByName, GuestRequest, MyTables, Problem, Rename, Welcome},
};
use std::sync::Arc;
use utoipa_axum::{router::OpenApiRouter, routes};

pub fn routes() -> OpenApiRouter<Arc<House>> {
    OpenApiRouter::new()
        .routes(routes!(guest))
        .routes(routes!(me, rename, accounts::delete_me))
        .routes(routes!(my_tables))
        .routes(routes!(by_name))
}

/// Come in as a guest.
#[utoipa::path(
    post, path = "/api/guest", operation_id = "come_in", tag = "people",
    request_body = GuestRequest,
    responses(
        (status = 201, description = "The guest, and a token", body = Welcome),
        (status = 409, body = Problem),
        (status = 422, body = Problem),
    ),
)]
async fn guest(
    State(house): State<Arc<House>>,
    From(address): From,
    Agent(agent): Agent,
    Body(request): Body<GuestRequest>,
) -> Result<impl IntoResponse, Refused> {
    let (session, token) = house.welcome(address, request.name.as_deref(), agent).await?;
    Ok(accounts::welcome(&house, StatusCode::CREATED, session.user, token))
}

/// Who you are.
#[utoipa::path(
    get, path = "/api/me", operation_id = "me", tag = "people",
    security(("session" = []), ("cookie" = []), ("bot" = ["read"])),
    responses((status = 200, description = "Who the caller is", body = Person)),
)]
async fn me(Reader(session): Reader) -> Json<Person> {
    Json(session.user.into())
}

/// Change your display name.
#[utoipa::path(
    patch, path = "/api/me", operation_id = "rename", tag = "people",
    request_body = Rename,
    security(("session" = []), ("cookie" = [])),
    responses(
        (status = 200, description = "Who the caller is now", body = Person),
        (status = 409, body = Problem),
        (status = 422, body = Problem),
    ),
)]
async fn rename(
    State(house): State<Arc<House>>,
    Owner(session): Owner,
    Body(request): Body<Rename>,
) -> Result<Json<Person>, Refused> {
    Ok(Json(house.rename(session.user.id, request.name).await?.into()))
}

/// The tables you sit at, those first that wait for you.
#[utoipa::path(
    get, path = "/api/me/tables", operation_id = "my_tables", tag = "tables",
    security(("session" = []), ("cookie" = []), ("bot" = ["read"])),
    responses((status = 200, description = "The tables at which the caller sits", body = MyTables)),
)]
async fn my_tables(State(house): State<Arc<House>>, Reader(session): Reader) -> Result<Json<MyTables>, Refused> {
    Ok(Json(MyTables { tables: house.my_tables(session.user.id).await? }))
}

/// Who has a name to themselves: an account or a bot.
#[utoipa::path(
    get, path = "/api/people", operation_id = "person_by_name", tag = "people",
    params(ByName),
    responses(
        (status = 200, description = "The person or bot", body = Person),
        (status = 400, body = Problem),
        (status = 404, body = Problem),
    ),
)]
async fn by_name(
    State(house): State<Arc<House>>,
    Params(ByName { name }): Params<ByName>,
) -> Result<Json<Person>, Refused> {
    let row = house.store.user_by_name(name.trim()).await?;
    Ok(Json(row.ok_or(HouseError::NotFound("person"))?.user.into()))
}
