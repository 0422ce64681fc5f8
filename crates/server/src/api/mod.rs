//! The HTTP API. Handlers translate; what happens is decided by the house and its tables.

mod accounts;
mod admin;
mod assets;
mod body;
mod bots;
mod description;
mod export;
mod gold;
mod here;
mod invitations;
mod matches;
mod moderation;
mod nearby;
mod notices;
mod people;
mod profiles;
mod runs;
mod sessions;
mod tables;

pub use assets::PackedAssets;
pub use body::{BodyError, Params};
pub use matches::LogError;

use crate::{
    house::House,
    people::auth::{self, Cookie, From},
    problem::{self, HouseError, Refused},
};
use axum::{
    Json, Router,
    body::Bytes,
    extract::{DefaultBodyLimit, Request, State},
    http::{Method, header},
    middleware::{self, Next},
    response::Response,
};
use parlor_kernel::GameInfo;
use std::sync::Arc;
use utoipa_axum::{router::OpenApiRouter, routes};

/// The largest body anyone may send.
const MAX_BODY: usize = 32 * 1024;

/// All routes under `/api`, and their description.
pub fn router(house: Arc<House>) -> Router {
    let (router, mut description) =
        OpenApiRouter::with_openapi(description::beginning(Cookie::of(&house), house.settings.base()))
            .routes(routes!(games))
            .merge(assets::routes())
            .merge(people::routes())
            .merge(accounts::routes())
            .merge(admin::routes())
            .merge(sessions::routes())
            .merge(bots::routes())
            .merge(export::routes())
            .merge(invitations::routes())
            .merge(gold::routes())
            .merge(tables::routes())
            .merge(matches::routes())
            .merge(here::routes())
            .merge(nearby::routes())
            .merge(profiles::routes())
            .merge(runs::routes())
            .merge(moderation::routes())
            .merge(notices::routes())
            .with_state(Arc::clone(&house))
            .split_for_parts();
    description::complete(&mut description);
    // Written once: it is long, and does not change.
    let description = Bytes::from(serde_json::to_vec(&description).expect("descriptions are JSON"));
    let description = move || async move { ([(header::CONTENT_TYPE, "application/json")], description) };
    router
        .route("/api/{*unknown}", axum::routing::any(async || Refused::from(HouseError::NotFound("address"))))
        .route("/api/openapi.json", axum::routing::get(description))
        .layer(middleware::from_fn_with_state(house, guard))
        .layer(DefaultBodyLimit::max(MAX_BODY))
}

/// Rate limits apply, and requests that change something must come from the house's own pages or from no page.
async fn guard(
    State(house): State<Arc<House>>,
    From(address): From,
    request: Request,
    next: Next,
) -> Result<Response, Refused> {
    house.rates.request(address).map_err(HouseError::TooFast)?;
    if *request.method() != Method::GET {
        auth::same_origin(request.headers())?;
    }
    Ok(problem::described(next.run(request).await))
}

/// The games of the house, with their presets and bots.
#[utoipa::path(
    get, path = "/api/games", operation_id = "list_games", tag = "house",
    responses((status = 200, description = "Every game", body = Vec<Object>)),
)]
async fn games(State(house): State<Arc<House>>) -> Json<Vec<GameInfo>> {
    Json(house.registry.games().map(|game| game.info()).collect())
}
