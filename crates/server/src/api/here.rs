//! Who is in the house.

use crate::{house::House, people::auth::Reader};
use axum::{Json, extract::State};
use parlor_wire::{
    Status,
    http::{Here, HereAt, HereNow, Problem},
};
use std::sync::Arc;
use utoipa_axum::{router::OpenApiRouter, routes};

/// How many people are told.
const TOLD: usize = 50;

pub fn routes() -> OpenApiRouter<Arc<House>> {
    OpenApiRouter::new().routes(routes!(here))
}

/// Who is connected, and what they do.
#[utoipa::path(
    get, path = "/api/here", operation_id = "here_now", tag = "people",
    security(("session" = []), ("cookie" = []), ("bot" = ["read"])),
    responses((status = 200, description = "The people who are connected", body = HereNow), (status = 401, body = Problem)),
)]
async fn here(State(house): State<Arc<House>>, Reader(session): Reader) -> Json<HereNow> {
    let (people, count) = house.presence.here(TOLD);
    let others = people.into_iter().filter(|user| user.id != session.user.id);
    let people = others.map(|user| {
        let at = house.directory.public_of(user.id).map(|info| HereAt {
            table: info.code,
            game: info.game.clone(),
            playing: info.status == Status::Playing,
        });
        Here { busy: house.directory.is_engaged(user.id), at, person: user.into() }
    });
    Json(HereNow { people: people.collect(), count: u32::try_from(count).unwrap_or(u32::MAX) })
}
