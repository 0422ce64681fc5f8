//! Opening and finding tables.

use super::body::Body;
use crate::{
    house::House,
    people::auth::{From, Player},
    problem::{HouseError, Refused},
};
use axum::{
    Json,
    extract::{DefaultBodyLimit, Path, State},
    http::StatusCode,
};
use parlor_wire::{
    TableCode, TableInfo,
    http::{OpenTable, Problem, TableList},
};
use std::sync::Arc;
use utoipa_axum::{router::OpenApiRouter, routes};

/// The largest wish for a table: a rule set may hold a word list of the host's.
const MAX_BODY: usize = 320 * 1024;

pub fn routes() -> OpenApiRouter<Arc<House>> {
    OpenApiRouter::new().routes(routes!(list, open)).routes(routes!(one)).layer(DefaultBodyLimit::max(MAX_BODY))
}

/// The public tables, those with a free seat first.
#[utoipa::path(
    get, path = "/api/tables", operation_id = "list_tables", tag = "tables",
    responses((status = 200, description = "The public tables", body = TableList)),
)]
async fn list(State(house): State<Arc<House>>) -> Result<Json<TableList>, Refused> {
    Ok(Json(TableList { tables: house.public_tables().await? }))
}

/// Open a table and sit down at it.
#[utoipa::path(
    post, path = "/api/tables", operation_id = "open_table", tag = "tables",
    request_body = OpenTable,
    security(("session" = []), ("cookie" = []), ("bot" = ["play"])),
    responses(
        (status = 201, description = "The new table", body = TableInfo),
        (status = 422, body = Problem),
        (status = 503, body = Problem),
    ),
)]
async fn open(
    State(house): State<Arc<House>>,
    Player(session): Player,
    From(address): From,
    Body(wish): Body<OpenTable>,
) -> Result<(StatusCode, Json<TableInfo>), Refused> {
    house.rates.table(address).map_err(HouseError::TooFast)?;
    let table = house.open_table(&session.user, address, wish).await?;
    let (info, _) = table.info().await.ok_or(HouseError::NotFound("table"))?;
    Ok((StatusCode::CREATED, Json(info)))
}

/// One table.
#[utoipa::path(
    get, path = "/api/tables/{code}", operation_id = "table_info", tag = "tables",
    params(("code" = String, Path, description = "Six letters and digits")),
    responses((status = 200, description = "The table", body = TableInfo), (status = 404, body = Problem)),
)]
async fn one(State(house): State<Arc<House>>, Path(code): Path<String>) -> Result<Json<TableInfo>, Refused> {
    let missing = HouseError::NotFound("table");
    let code: TableCode = code.parse().map_err(|_| missing)?;
    Ok(Json(house.show(code).await?.ok_or(missing)?))
}
