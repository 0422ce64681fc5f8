//! Finished matches: results and logs.

use super::body::Params;
use crate::{
    house::House,
    people::auth::{From, Reader},
    problem::{HouseError, HttpError, Refused},
    rows,
};
use axum::{
    Json,
    body::{Body, Bytes},
    extract::{Path, State},
    http::{StatusCode, header},
    response::IntoResponse,
};
use futures_util::{StreamExt, stream};
use parlor_kernel::Record;
use parlor_store::{MatchRecord, Page, StoreError};
use parlor_wire::{
    MatchId, Person, UserId,
    http::{MatchFilter, MatchInfo, MatchPage, MatchSeat, Problem},
};
use std::sync::Arc;
use strum::{IntoStaticStr, VariantNames};
use thiserror::Error;
use utoipa_axum::{router::OpenApiRouter, routes};

pub fn routes() -> OpenApiRouter<Arc<House>> {
    OpenApiRouter::new().routes(routes!(one)).routes(routes!(log)).routes(routes!(mine)).routes(routes!(theirs))
}

/// Why a log is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum LogError {
    /// The match is still played.
    #[error("The match is not over. Its log is published when it is: it holds every secret.")]
    MatchRunning,
}

impl HttpError for LogError {
    fn status(&self) -> StatusCode {
        StatusCode::CONFLICT
    }
}

/// How many matches a page shows.
const SHOWN: u32 = 20;

/// How many lines of a log are read at a time.
const LINES: u32 = 500;

fn match_id(id: &str) -> Result<MatchId, HouseError> {
    id.parse().map_err(|_| HouseError::NotFound("match"))
}

/// A match as everyone may know it.
pub fn to_info(record: MatchRecord) -> MatchInfo {
    let MatchRecord { row, status, turns, seats } = record;
    let seats = row.header.seats.into_iter().zip(seats).map(|(label, seat)| MatchSeat {
        label,
        person: seat.user.map(Person::from),
        result: seat.result.map(rows::seat_result),
        score: seat.score,
        stats: seat.stats,
        rating: seat.rating.map(rows::rating_change),
    });
    MatchInfo {
        id: row.id,
        game: row.header.game,
        status: rows::match_status(status),
        rated: row.rated,
        seats: seats.collect(),
        outcome: row.footer.map(|footer| footer.outcome),
        turns,
        started_at: row.started_at,
        ended_at: row.ended_at,
    }
}

/// A page's end as text, for the address of the next one.
fn to_cursor(last: &MatchInfo) -> String {
    format!("{}-{}", last.started_at, last.id)
}

fn from_cursor(text: &str) -> Option<Page> {
    let (started_at, id) = text.split_once('-')?;
    Some(Page { started_at: started_at.parse().ok()?, id: id.parse().ok()? })
}

/// The matches a person played, newest first, a page at a time.
async fn page(house: &House, user: UserId, filter: MatchFilter) -> Result<MatchPage, Refused> {
    let after =
        filter.before.as_deref().map(|text| from_cursor(text).ok_or(HouseError::NotFound("page"))).transpose()?;
    let game = filter.game.as_deref();
    if game.is_some_and(|game| house.registry.game(game).is_none()) {
        return Ok(MatchPage { matches: Vec::new(), next: None });
    }
    let records = house.store.matches_of(user, game, after, SHOWN + 1).await?;
    let mut matches: Vec<_> = records.into_iter().map(to_info).collect();
    let more = matches.len() > SHOWN as usize;
    matches.truncate(SHOWN as usize);
    let next = matches.last().filter(|_| more).map(to_cursor);
    Ok(MatchPage { matches, next })
}

/// One match.
#[utoipa::path(
    get, path = "/api/matches/{id}", operation_id = "match_info", tag = "matches",
    params(("id" = String, Path, description = "Sixteen hexadecimal digits")),
    responses((status = 200, description = "The match", body = MatchInfo), (status = 404, body = Problem)),
)]
async fn one(State(house): State<Arc<House>>, Path(id): Path<String>) -> Result<Json<MatchInfo>, Refused> {
    let record = house.store.match_record(match_id(&id)?).await?;
    Ok(Json(to_info(record.ok_or(HouseError::NotFound("match"))?)))
}

/// The log of a finished match, as JSON Lines: all that is needed to replay and verify it.
#[utoipa::path(
    get, path = "/api/matches/{id}/log", operation_id = "match_log", tag = "matches",
    params(("id" = String, Path, description = "Sixteen hexadecimal digits")),
    responses(
        (status = 200, description = "The log", body = String, content_type = "application/jsonl"),
        (status = 404, body = Problem),
        (status = 409, body = Problem),
    ),
)]
async fn log(
    State(house): State<Arc<House>>,
    From(address): From,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, Refused> {
    house.rates.log(address).map_err(HouseError::TooFast)?;
    let row = house.store.match_row(match_id(&id)?).await?.ok_or(HouseError::NotFound("match"))?;
    let Some(footer) = row.footer else {
        return Err(LogError::MatchRunning.into());
    };
    let name = format!("attachment; filename=\"{}-{}.log\"", row.header.game, row.id);
    let headers = [(header::CONTENT_TYPE, "application/jsonl".to_owned()), (header::CONTENT_DISPOSITION, name)];
    let ends = Record { header: row.header, entries: Vec::new(), footer: Some(footer) }.to_text();
    let (first, last) = ends.split_once('\n').unwrap_or((&ends, ""));
    let line = |text: String| stream::iter([Ok(Bytes::from(text))]);
    let whole = line(format!("{first}\n")).chain(entries(house, row.id)).chain(line(last.to_owned()));
    Ok((headers, Body::from_stream(whole)))
}

/// The lines of a log between the first and the last, piece by piece: a log may be long, and a slow reader must not
/// block the database. If reading fails half way the answer breaks off, which clients notice.
fn entries(house: Arc<House>, id: MatchId) -> impl stream::Stream<Item = Result<Bytes, StoreError>> {
    stream::try_unfold((house, 0), move |(house, after)| async move {
        let lines = house.store.log_lines(id, after, LINES).await?;
        let next = after + lines.len() as u64;
        let text: String = lines.into_iter().map(|line| line + "\n").collect();
        Ok((next > after).then(|| (Bytes::from(text), (house, next))))
    })
}

/// The matches you played, newest first.
#[utoipa::path(
    get, path = "/api/me/matches", operation_id = "my_matches", tag = "matches",
    params(MatchFilter),
    security(("session" = []), ("cookie" = []), ("bot" = ["read"])),
    responses((status = 200, description = "Some matches of the caller", body = MatchPage)),
)]
async fn mine(
    State(house): State<Arc<House>>,
    Reader(session): Reader,
    Params(filter): Params<MatchFilter>,
) -> Result<Json<MatchPage>, Refused> {
    Ok(Json(page(&house, session.user.id, filter).await?))
}

/// The matches a person played, newest first.
#[utoipa::path(
    get, path = "/api/people/{id}/matches", operation_id = "matches_of", tag = "matches",
    params(("id" = String, Path, description = "Sixteen hexadecimal digits"), MatchFilter),
    responses(
        (status = 200, description = "Some matches of that person", body = MatchPage),
        (status = 404, body = Problem),
    ),
)]
async fn theirs(
    State(house): State<Arc<House>>,
    Path(id): Path<String>,
    Params(filter): Params<MatchFilter>,
) -> Result<Json<MatchPage>, Refused> {
    let missing = HouseError::NotFound("person");
    let id: UserId = id.parse().map_err(|_| missing)?;
    house.store.user(id).await?.ok_or(missing)?;
    Ok(Json(page(&house, id, filter).await?))
}
