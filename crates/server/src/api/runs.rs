//! Playing alone for a record.

use super::body::{Body, Params};
use crate::{
    house::House,
    people::auth::Owner,
    problem::{HouseError, Refused},
    runs::RunError,
};
use axum::{
    Json,
    extract::{DefaultBodyLimit, Path, State},
    http::StatusCode,
};
use parlor_store::{RunBoard, RunCursor};
use parlor_wire::{
    RunId,
    http::{Problem, RUN_INPUTS, RunBegun, RunCounted, RunFilter, RunLeaders, RunLog, RunWish},
};
use std::sync::Arc;
use utoipa_axum::{router::OpenApiRouter, routes};

/// The largest log of a run, in bytes.
const MAX_BODY: usize = 1024 * 1024;
/// How many runs a list shows at a time.
const LEADERS: u32 = 50;

pub fn routes() -> OpenApiRouter<Arc<House>> {
    let logs = OpenApiRouter::new().routes(routes!(end)).layer(DefaultBodyLimit::max(MAX_BODY));
    OpenApiRouter::new().routes(routes!(begin)).routes(routes!(leaders)).merge(logs)
}

/// A page's end as text, for the address of the next one.
fn to_cursor(RunCursor { rank, place, worth, user }: RunCursor) -> String {
    format!("{rank}_{place}_{worth}_{user}")
}

fn from_cursor(text: &str) -> Option<RunCursor> {
    let parts: Vec<_> = text.split('_').collect();
    let &[rank, place, worth, user] = &parts[..] else { return None };
    let (rank, place) = (rank.parse().ok()?, place.parse().ok()?);
    Some(RunCursor { rank, place, worth: worth.parse().ok()?, user: user.parse().ok()? })
}

/// Begin a run: its dice, and its clock. One that you began before can no longer be counted.
#[utoipa::path(
    post, path = "/api/runs", operation_id = "begin_run", tag = "runs",
    request_body = RunWish,
    security(("session" = []), ("cookie" = [])),
    responses((status = 201, description = "The run", body = RunBegun), (status = 404, body = Problem)),
)]
async fn begin(
    State(house): State<Arc<House>>,
    Owner(session): Owner,
    Body(wish): Body<RunWish>,
) -> Result<(StatusCode, Json<RunBegun>), Refused> {
    house.rates.run(session.user.id).map_err(HouseError::TooFast)?;
    Ok((StatusCode::CREATED, Json(house.begin_run(&session.user, wish).await?)))
}

/// End a run: the house plays it again by its inputs, and counts it.
#[utoipa::path(
    post, path = "/api/runs/{id}", operation_id = "end_run", tag = "runs",
    params(("id" = String, Path, description = "Sixteen hexadecimal digits")),
    request_body = RunLog,
    security(("session" = []), ("cookie" = [])),
    responses(
        (status = 200, description = "What it is worth", body = RunCounted),
        (status = 404, body = Problem),
        (status = 409, body = Problem),
        (status = 413, body = Problem),
        (status = 422, body = Problem),
        (status = 429, body = Problem),
    ),
)]
async fn end(
    State(house): State<Arc<House>>,
    Owner(session): Owner,
    Path(id): Path<String>,
    Body(log): Body<RunLog>,
) -> Result<Json<RunCounted>, Refused> {
    house.rates.ended_run(session.user.id).map_err(HouseError::TooFast)?;
    let id: RunId = id.parse().map_err(|_| RunError::Unknown)?;
    if log.inputs.len() > RUN_INPUTS {
        return Err(RunError::TooLong.into());
    }
    let counting = Arc::clone(&house);
    // It is counted even if its player does not wait.
    let counted = house.to_the_end(async move { counting.end_run(&session.user, id, log).await });
    Ok(Json(counted.await?))
}

/// The best run of each player, the best first.
#[utoipa::path(
    get, path = "/api/runs/{game}/{solo}", operation_id = "run_leaders", tag = "runs",
    params(
        ("game" = String, Path, description = "The game's id"),
        ("solo" = String, Path, description = "The way to play it alone"),
        RunFilter,
    ),
    responses((status = 200, description = "The best runs", body = RunLeaders), (status = 404, body = Problem)),
)]
async fn leaders(
    State(house): State<Arc<House>>,
    Path((game, solo)): Path<(String, String)>,
    Params(filter): Params<RunFilter>,
) -> Result<Json<RunLeaders>, Refused> {
    let after = filter.after.map(|text| from_cursor(&text).ok_or(HouseError::NotFound("page"))).transpose()?;
    let board = RunBoard { game: &game, solo: &solo };
    let (leaders, next) = house.run_leaders(board, after, LEADERS).await?;
    Ok(Json(RunLeaders { leaders, next: next.map(to_cursor) }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_wire::UserId;

    #[test]
    fn pages_of_runs_are_named_and_found_again() {
        let cursor = RunCursor { rank: 50, place: 52, worth: -2463, user: UserId(0xAB) };
        assert_eq!(from_cursor(&to_cursor(cursor)), Some(cursor));
        for bad in ["", "1_1_7", "1_1_x_00000000000000ab", "1_1_7_ab", "1_1_7_00000000000000ab_1"] {
            assert_eq!(from_cursor(bad), None, "{bad}");
        }
    }
}
