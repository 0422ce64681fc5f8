//! Bots: accounts for programs, and the tokens they come in with.

use super::{body::Body, sessions};
use crate::{
    house::House,
    people::{
        accounts::Claim,
        auth::{From, Owner},
    },
    problem::{HouseError, Refused},
};
use axum::{
    Json,
    extract::{Path, State},
    http::StatusCode,
};
use parlor_store::{StoreError, User};
use parlor_wire::{
    UserId,
    http::{BotInfo, NewBot, NewToken, Problem, TokenMade},
};
use std::sync::Arc;
use utoipa_axum::{router::OpenApiRouter, routes};

pub fn routes() -> OpenApiRouter<Arc<House>> {
    OpenApiRouter::new()
        .routes(routes!(list, make))
        .routes(routes!(delete))
        .routes(routes!(make_token))
        .routes(routes!(end_token))
}

async fn to_info(house: &House, bot: User) -> Result<BotInfo, StoreError> {
    let tokens = house.store.sessions(bot.id).await?;
    let tokens = tokens.into_iter().map(|row| sessions::to_info(row, None)).collect();
    Ok(BotInfo { person: bot.into(), tokens })
}

/// A person's bots with their tokens.
///
/// # Errors
/// If the store cannot be read.
pub async fn bots(house: &House, owner: UserId) -> Result<Vec<BotInfo>, StoreError> {
    let mut bots = Vec::new();
    for bot in house.store.bots_of(owner).await? {
        bots.push(to_info(house, bot).await?);
    }
    Ok(bots)
}

async fn mine(house: &House, owner: UserId, id: &str) -> Result<User, Refused> {
    let id = id.parse().map_err(|_| HouseError::NotFound("bot of yours"))?;
    house.bot(owner, id).await
}

/// Your bots.
#[utoipa::path(
    get, path = "/api/me/bots", operation_id = "my_bots", tag = "bots",
    security(("session" = []), ("cookie" = [])),
    responses((status = 200, description = "Every bot of the caller", body = Vec<BotInfo>)),
)]
async fn list(State(house): State<Arc<House>>, Owner(session): Owner) -> Result<Json<Vec<BotInfo>>, Refused> {
    Ok(Json(bots(&house, session.user.id).await?))
}

/// Make an account for a program of yours. Everyone sees that it is a bot.
#[utoipa::path(
    post, path = "/api/me/bots", operation_id = "make_bot", tag = "bots",
    request_body = NewBot,
    security(("session" = []), ("cookie" = [])),
    responses(
        (status = 201, description = "The new bot", body = BotInfo),
        (status = 409, body = Problem),
        (status = 422, body = Problem),
    ),
)]
async fn make(
    State(house): State<Arc<House>>,
    Owner(session): Owner,
    From(from): From,
    Body(wish): Body<NewBot>,
) -> Result<(StatusCode, Json<BotInfo>), Refused> {
    house.rates.costly(from).map_err(HouseError::TooFast)?;
    let bot = house.new_bot(session, &wish.name).await?;
    Ok((StatusCode::CREATED, Json(BotInfo { person: bot.into(), tokens: Vec::new() })))
}

/// Delete a bot of yours. It stands up from every table first.
#[utoipa::path(
    delete, path = "/api/me/bots/{id}", operation_id = "delete_bot", tag = "bots",
    params(("id" = String, Path, description = "Sixteen hexadecimal digits")),
    security(("session" = []), ("cookie" = [])),
    responses((status = 204), (status = 404, body = Problem)),
)]
async fn delete(
    State(house): State<Arc<House>>,
    Owner(session): Owner,
    From(from): From,
    Path(id): Path<String>,
) -> Result<StatusCode, Refused> {
    house.rates.costly(from).map_err(HouseError::TooFast)?;
    let bot = mine(&house, session.user.id, &id).await?;
    house.delete(Claim::signed_in(session), bot).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Make a token for a bot of yours. It is shown this once.
#[utoipa::path(
    post, path = "/api/me/bots/{id}/tokens", operation_id = "make_bot_token", tag = "bots",
    params(("id" = String, Path, description = "Sixteen hexadecimal digits")),
    request_body = NewToken,
    security(("session" = []), ("cookie" = [])),
    responses(
        (status = 201, description = "The new token", body = TokenMade),
        (status = 404, body = Problem),
        (status = 409, body = Problem),
        (status = 422, body = Problem),
    ),
)]
async fn make_token(
    State(house): State<Arc<House>>,
    Owner(session): Owner,
    Path(id): Path<String>,
    Body(wish): Body<NewToken>,
) -> Result<(StatusCode, Json<TokenMade>), Refused> {
    let bot = mine(&house, session.user.id, &id).await?;
    let (token, row) = house.new_token(session, &bot, &wish.label, &wish.scopes).await?;
    Ok((StatusCode::CREATED, Json(TokenMade { token, info: sessions::to_info(row, None) })))
}

/// Take a token back. Its connections are cut at once.
#[utoipa::path(
    delete, path = "/api/me/bots/{id}/tokens/{token}", operation_id = "end_bot_token", tag = "bots",
    params(
        ("id" = String, Path, description = "Sixteen hexadecimal digits"),
        ("token" = String, Path, description = "The token's id, sixteen hexadecimal digits"),
    ),
    security(("session" = []), ("cookie" = [])),
    responses((status = 204), (status = 404, body = Problem)),
)]
async fn end_token(
    State(house): State<Arc<House>>,
    Owner(session): Owner,
    Path((id, token)): Path<(String, String)>,
) -> Result<StatusCode, Refused> {
    let bot = mine(&house, session.user.id, &id).await?;
    house.end_one(bot.id, sessions::session_id(&token)?).await?;
    Ok(StatusCode::NO_CONTENT)
}
