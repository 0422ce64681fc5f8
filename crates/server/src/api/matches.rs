//! Finished matches: results and logs.

use crate::{auth::SignedIn, house::House, problem::Refused};
use axum::{
    Json,
    extract::{Path, State},
    http::{StatusCode, header},
    response::IntoResponse,
};
use parlor_kernel::Record;
use parlor_store::MatchRow;
use parlor_wire::{
    MatchId,
    http::{MatchInfo, Problem},
};
use std::sync::Arc;
use utoipa_axum::{router::OpenApiRouter, routes};

pub fn routes() -> OpenApiRouter<Arc<House>> {
    OpenApiRouter::new().routes(routes!(one)).routes(routes!(log)).routes(routes!(mine))
}

/// How many of one's matches are shown.
const SHOWN: u32 = 20;

async fn find(house: &House, id: &str) -> Result<MatchRow, Refused> {
    let missing = || Refused::not_found("match");
    let id: MatchId = id.parse().map_err(|_| missing())?;
    house.store.match_row(id).await?.ok_or_else(missing)
}

fn to_info(row: MatchRow) -> MatchInfo {
    MatchInfo {
        id: row.id,
        game: row.header.game,
        seats: row.header.seats,
        outcome: row.footer.map(|footer| footer.outcome),
    }
}

/// One match.
#[utoipa::path(get, path = "/api/matches/{id}", params(("id" = String, Path, description = "Sixteen hexadecimal digits")),
    responses((status = 200, body = MatchInfo), (status = 404, body = Problem)))]
async fn one(State(house): State<Arc<House>>, Path(id): Path<String>) -> Result<Json<MatchInfo>, Refused> {
    Ok(Json(to_info(find(&house, &id).await?)))
}

/// The log of a finished match, as JSON Lines: all that is needed to replay and verify it.
#[utoipa::path(get, path = "/api/matches/{id}/log", params(("id" = String, Path, description = "Sixteen hexadecimal digits")),
    responses((status = 200, description = "The log", body = String, content_type = "application/jsonl"),
        (status = 404, body = Problem), (status = 409, body = Problem)))]
async fn log(State(house): State<Arc<House>>, Path(id): Path<String>) -> Result<impl IntoResponse, Refused> {
    let row = find(&house, &id).await?;
    if row.footer.is_none() {
        let detail = "The match is not over. Its log is published when it is: it holds every secret.";
        return Err(Refused::new(StatusCode::CONFLICT, "match_running", detail));
    }
    let entries = house.store.entries(row.id).await?;
    let record = Record {
        header: row.header,
        entries: entries.into_iter().map(|stored| stored.entry).collect(),
        footer: row.footer,
    };
    let name = format!("attachment; filename=\"{}-{}.log\"", record.header.game, row.id);
    let headers = [(header::CONTENT_TYPE, "application/jsonl".to_owned()), (header::CONTENT_DISPOSITION, name)];
    Ok((headers, record.to_text()))
}

/// The matches you played, newest first.
#[utoipa::path(get, path = "/api/me/matches", responses((status = 200, body = Vec<MatchInfo>), (status = 401, body = Problem)))]
async fn mine(State(house): State<Arc<House>>, SignedIn(user): SignedIn) -> Result<Json<Vec<MatchInfo>>, Refused> {
    let rows = house.store.matches_of(user.id, SHOWN).await?;
    Ok(Json(rows.into_iter().map(to_info).collect()))
}
