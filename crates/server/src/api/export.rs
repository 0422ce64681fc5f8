//! Everything the house keeps about a person, as one file.

use super::{accounts, bots, matches, moderation, profiles, sessions};
use crate::{
    house::House,
    people::auth::{From, Owner},
    problem::{HouseError, Refused},
    rows,
};
use axum::{
    body::{Body, Bytes},
    extract::State,
    http::header,
    response::IntoResponse,
};
use futures_util::{StreamExt, stream};
use parlor_store::{Page, StoreError};
use parlor_wire::{UserId, http::Export};
use serde::Serialize;
use std::sync::Arc;
use utoipa_axum::{router::OpenApiRouter, routes};

/// How many matches, or lines of a statement, are read at a time.
const PAGE: u32 = 100;

pub fn routes() -> OpenApiRouter<Arc<House>> {
    OpenApiRouter::new().routes(routes!(export))
}

/// Everything the house keeps about you, as a file.
#[utoipa::path(
    get, path = "/api/me/export", operation_id = "export", tag = "people",
    security(("session" = []), ("cookie" = [])),
    responses((status = 200, description = "Everything the house keeps about the caller", body = Export)),
)]
async fn export(
    State(house): State<Arc<House>>,
    Owner(session): Owner,
    From(from): From,
) -> Result<impl IntoResponse, Refused> {
    house.rates.costly(from).map_err(HouseError::TooFast)?;
    let id = session.user.id;
    let rows = house.store.sessions(id).await?;
    let beginning = Export {
        account: house.store.account(id).await?.map(accounts::to_info),
        sessions: rows.into_iter().map(|row| sessions::to_info(row, Some(session.id))).collect(),
        bots: bots::bots(&house, id).await?,
        profile: profiles::profile(&house, id).await?,
        matches: Vec::new(),
        gold: Vec::new(),
        chat: house.store.said(id).await?.into_iter().map(|line| line.text).collect(),
        muted: moderation::muted_by(&house, id).await?,
        reports: moderation::reported_by(&house, id).await?,
        invitations: house.invitations_of(id).await?,
        notices: house.notices_kept(id).await?,
        me: session.user.into(),
    };
    let headers = [
        (header::CONTENT_TYPE, "application/json"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"parlor-export.json\""),
        (header::CACHE_CONTROL, "no-store"),
    ];
    Ok((headers, Body::from_stream(whole(house, id, &beginning))))
}

/// The export as text, piece by piece: a person may have played any number of matches, and they are never all in
/// memory. If the database fails half way the answer breaks off, which clients notice.
fn whole(
    house: Arc<House>,
    user: UserId,
    beginning: &Export,
) -> impl stream::Stream<Item = Result<Bytes, StoreError>> + use<> {
    let text = serde_json::to_string(beginning).expect("exports are JSON");
    let (before, rest) = split(&text, "matches");
    let (between, after) = split(&rest, "gold");
    let of_matches = Arc::clone(&house);
    let matches = list(move |after| {
        let house = Arc::clone(&of_matches);
        async move {
            let records = house.store.matches_of(user, None, after, PAGE).await?;
            let last = records.last().map(|record| Page { started_at: record.row.started_at, id: record.row.id });
            Ok((records.into_iter().map(matches::to_info).collect::<Vec<_>>(), last))
        }
    });
    let gold = list(move |before| {
        let house = Arc::clone(&house);
        async move {
            let lines = house.store.statement(user, before, PAGE).await?;
            let last = lines.last().map(|line| line.id);
            Ok((lines.into_iter().map(rows::statement_line).collect::<Vec<_>>(), last))
        }
    });
    let piece = |text: String| stream::iter([Ok(Bytes::from(text))]);
    piece(before).chain(matches).chain(piece(between)).chain(gold).chain(piece(after))
}

/// What comes before and after the members of an empty list. Names and lines of chat cannot hold a quotation mark that is
/// not escaped, so it is found nowhere else.
fn split(text: &str, list: &str) -> (String, String) {
    let empty = format!("\"{list}\":[]");
    let (before, after) = text.split_once(&empty).unwrap_or((text, ""));
    (format!("{before}\"{list}\":["), format!("]{after}"))
}

/// The members of a list as text, page by page; `page` reads one, from where the last ended.
fn list<T: Serialize, C, P: Future<Output = Result<(Vec<T>, Option<C>), StoreError>>>(
    page: impl Fn(Option<C>) -> P + Clone,
) -> impl stream::Stream<Item = Result<Bytes, StoreError>> {
    stream::try_unfold(Some(None), move |next: Option<Option<C>>| {
        let page = page.clone();
        async move {
            let Some(after) = next else { return Ok(None) };
            let is_first = after.is_none();
            let (members, last) = page(after).await?;
            let more = members.len() == PAGE as usize;
            let text = serde_json::to_string(&members).expect("exports are JSON");
            let inside = text[1..text.len() - 1].to_owned();
            let piece = if is_first || inside.is_empty() { inside } else { format!(",{inside}") };
            Ok(Some((Bytes::from(piece), last.filter(|_| more).map(Some))))
        }
    })
}
