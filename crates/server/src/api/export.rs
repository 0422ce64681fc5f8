//! Everything the house keeps about somebody, as one file.

use super::{accounts, bots, matches, profiles, sessions};
use crate::{
    auth::{From, Owner},
    house::House,
    problem::Refused,
};
use axum::{
    body::{Body, Bytes},
    extract::State,
    http::header,
    response::IntoResponse,
};
use futures_util::{StreamExt, stream};
use parlor_store::{Page, StoreError};
use parlor_wire::{
    UserId,
    http::{Export, MatchInfo, Problem},
};
use std::sync::Arc;
use utoipa_axum::{router::OpenApiRouter, routes};

/// How many matches are read at a time.
const PAGE: u32 = 100;

pub fn routes() -> OpenApiRouter<Arc<House>> {
    OpenApiRouter::new().routes(routes!(export))
}

/// Everything the house keeps about you, as a file.
#[utoipa::path(get, path = "/api/me/export", security(("session" = []), ("cookie" = [])),
    responses((status = 200, body = Export), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 429, body = Problem)))]
async fn export(
    State(house): State<Arc<House>>,
    Owner(session): Owner,
    From(from): From,
) -> Result<impl IntoResponse, Refused> {
    house.rates.costly(from).map_err(Refused::too_fast)?;
    let id = session.user.id;
    let rows = house.store.sessions(id).await?;
    let beginning = Export {
        account: house.store.account(id).await?.map(accounts::to_info),
        sessions: rows.into_iter().map(|row| sessions::to_info(row, Some(session.id))).collect(),
        bots: bots::bots(&house, id).await?,
        profile: profiles::profile(&house, id).await?,
        matches: Vec::new(),
        chat: house.store.said(id).await?.into_iter().map(|line| line.text).collect(),
        invitations: house.invitations_of(id).await?,
        me: session.user.into(),
    };
    let headers = [
        (header::CONTENT_TYPE, "application/json"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"parlor-export.json\""),
        (header::CACHE_CONTROL, "no-store"),
    ];
    Ok((headers, Body::from_stream(whole(house, id, &beginning))))
}

/// The export as text, piece by piece: somebody may have played any number of matches, and they are never all in
/// memory. If the database fails half way the answer breaks off, which clients notice.
fn whole(
    house: Arc<House>,
    user: UserId,
    beginning: &Export,
) -> impl stream::Stream<Item = Result<Bytes, StoreError>> + use<> {
    let text = serde_json::to_string(beginning).expect("exports are JSON");
    let (before, after) = text.split_once(EMPTY).map(|(a, b)| (a.to_owned(), b.to_owned())).unwrap_or_default();
    let pages = stream::try_unfold(Some(None), move |next: Option<Option<Page>>| {
        let house = Arc::clone(&house);
        async move {
            let Some(after) = next else { return Ok(None) };
            let is_first = after.is_none();
            let records = house.store.matches_of(user, None, after, PAGE).await?;
            let more = records.len() == PAGE as usize;
            let last = records.last().map(|record| Page { started_at: record.row.started_at, id: record.row.id });
            let matches: Vec<MatchInfo> = records.into_iter().map(matches::to_info).collect();
            let text = serde_json::to_string(&matches).expect("matches are JSON");
            let inside = text[1..text.len() - 1].to_owned();
            let piece = if is_first || inside.is_empty() { inside } else { format!(",{inside}") };
            Ok(Some((Bytes::from(piece), last.filter(|_| more).map(Some))))
        }
    });
    let piece = |text: String| stream::iter([Ok(Bytes::from(text))]);
    piece(format!("{before}\"matches\":[")).chain(pages).chain(piece(format!("]{after}")))
}

/// Where the matches go. Names cannot hold a quotation mark that is not escaped, so this is found nowhere else.
const EMPTY: &str = "\"matches\":[]";
