//! What somebody has done, and who is best.

use super::body::Params;
use crate::{house::House, problem::Refused};
use axum::{
    Json,
    extract::{Path, State},
};
use parlor_store::{FullRating, LeaderRow, RivalRow, Standing};
use parlor_wire::{
    Kind, Person, UserId,
    http::{GameRecord, Leader, LeaderFilter, Leaderboard, Problem, Profile, Rival},
};
use std::sync::Arc;
use utoipa_axum::{router::OpenApiRouter, routes};

/// How many rivals a profile shows.
const RIVALS: u32 = 20;
/// How many rows a leaderboard shows at a time.
const LEADERS: u32 = 50;

pub fn routes() -> OpenApiRouter<Arc<House>> {
    OpenApiRouter::new().routes(routes!(one)).routes(routes!(leaderboard))
}

/// What everyone may know about somebody.
pub async fn profile(house: &House, id: UserId) -> Result<Profile, Refused> {
    let row = house.store.user(id).await?.ok_or_else(|| Refused::not_found("person"))?;
    let owner = match row.owner {
        Some(owner) => house.store.user(owner).await?.map(|row| Person::from(row.user)),
        None => None,
    };
    let games = house.store.standings(id).await?.into_iter().map(to_record).collect();
    let rivals = house.store.rivals(id, RIVALS).await?.into_iter().map(to_rival).collect();
    let trust = house.store.trust(id).await?;
    Ok(Profile { person: row.user.into(), since: row.created_at, owner, games, rivals, trust })
}

fn to_record(Standing { game, people, bots, rating }: Standing) -> GameRecord {
    GameRecord { game, rating: rating.as_ref().map(FullRating::rounded), people, bots }
}

fn to_rival(RivalRow { user, won, lost, drawn, last_at }: RivalRow) -> Rival {
    Rival { person: user.into(), won, lost, drawn, last_at }
}

fn to_leader(LeaderRow { rank, user, rating, people }: LeaderRow) -> Leader {
    Leader { rank, person: user.into(), rating: rating.as_ref().map(FullRating::rounded), people }
}

/// Somebody's profile.
#[utoipa::path(get, path = "/api/people/{id}", params(("id" = String, Path, description = "Sixteen hexadecimal digits")),
    responses((status = 200, body = Profile), (status = 404, body = Problem)))]
async fn one(State(house): State<Arc<House>>, Path(id): Path<String>) -> Result<Json<Profile>, Refused> {
    let id = id.parse().map_err(|_| Refused::not_found("person"))?;
    Ok(Json(profile(&house, id).await?))
}

/// The best players of a game.
#[utoipa::path(get, path = "/api/leaderboards/{game}",
    params(("game" = String, Path, description = "The game's id"), LeaderFilter),
    responses((status = 200, body = Leaderboard), (status = 404, body = Problem)))]
async fn leaderboard(
    State(house): State<Arc<House>>,
    Path(game): Path<String>,
    Params(filter): Params<LeaderFilter>,
) -> Result<Json<Leaderboard>, Refused> {
    house.registry.game(&game).ok_or_else(|| Refused::not_found("game"))?;
    let kind = if filter.bots { Kind::Bot } else { Kind::Account };
    let rows = house.store.leaders(&game, filter.by, kind, filter.skip, LEADERS + 1).await?;
    let more = rows.len() > LEADERS as usize;
    let leaders = rows.into_iter().take(LEADERS as usize).map(to_leader).collect();
    Ok(Json(Leaderboard { game, leaders, more }))
}
