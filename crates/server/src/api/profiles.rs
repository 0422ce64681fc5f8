//! Profiles and leaderboards.

use super::body::Params;
use crate::{
    house::House,
    problem::{HouseError, Refused},
    rows,
};
use axum::{
    Json,
    extract::{Path, State},
};
use parlor_store::{Board, LeaderCursor, LeaderOrder, LeaderRow, LeaderScore, RivalRow, Standing};
use parlor_wire::{
    Kind, Person, UserId,
    http::{self, GameRecord, Leader, LeaderFilter, Leaderboard, Problem, Profile, RatingCurve, RatingPoint, Rival},
};
use std::sync::Arc;
use utoipa_axum::{router::OpenApiRouter, routes};

/// How many rivals a profile shows.
const RIVALS: u32 = 20;
/// How many matches the curve of a rating goes back.
const CURVE: u32 = 200;
/// How many rows a leaderboard shows at a time.
const LEADERS: u32 = 50;

pub fn routes() -> OpenApiRouter<Arc<House>> {
    OpenApiRouter::new().routes(routes!(one)).routes(routes!(curve)).routes(routes!(leaderboard))
}

/// What everyone may know about a person.
pub async fn profile(house: &House, id: UserId) -> Result<Profile, Refused> {
    let row = house.store.user(id).await?.ok_or(HouseError::NotFound("person"))?;
    let owner = match row.owner {
        Some(owner) => house.store.user(owner).await?.map(|row| Person::from(row.user)),
        None => None,
    };
    let games = house.store.standings(id).await?.into_iter().map(to_record).collect();
    let rivals = house.store.rivals(id, RIVALS).await?.into_iter().map(to_rival).collect();
    let runs = house.best_runs(&row.user).await?;
    let trust = house.store.trust(id).await?;
    Ok(Profile { person: row.user.into(), since: row.created_at, owner, games, runs, rivals, trust: trust.into() })
}

fn to_record(Standing { game, people, bots, rating }: Standing) -> GameRecord {
    GameRecord { game, rating: rating.map(rows::rating), people: rows::tally(people), bots: rows::tally(bots) }
}

fn to_rival(RivalRow { user, won, lost, drawn, last_at }: RivalRow) -> Rival {
    Rival { person: user.into(), won, lost, drawn, last_at }
}

fn to_leader(LeaderRow { rank, user, rating, people, climbed, .. }: LeaderRow) -> Leader {
    let (rating, people) = (rating.map(rows::rating), rows::tally(people));
    Leader { rank, person: user.into(), rating, people, wins: climbed }
}

/// A page's end as text, for the address of the next one.
fn to_cursor(cursor: LeaderCursor) -> String {
    let LeaderCursor { rank, place, score, user } = cursor;
    match score {
        LeaderScore::Rating { is_settled, value } => {
            format!("{rank}-{place}-{}-{:016x}-{user}", u8::from(is_settled), value.to_bits())
        }
        LeaderScore::Wins(wins) => format!("{rank}-{place}-{wins}-{user}"),
    }
}

fn from_cursor(order: LeaderOrder, text: &str) -> Option<LeaderCursor> {
    let parts: Vec<_> = text.split('-').collect();
    let (rank, place, score, user) = match (order, &parts[..]) {
        (LeaderOrder::Rating, &[rank, place, settled, value, user]) => {
            let value = f64::from_bits(u64::from_str_radix(value, 16).ok()?);
            (rank, place, LeaderScore::Rating { is_settled: settled == "1", value }, user)
        }
        (LeaderOrder::Wins, &[rank, place, wins, user]) => (rank, place, LeaderScore::Wins(wins.parse().ok()?), user),
        _ => return None,
    };
    Some(LeaderCursor { rank: rank.parse().ok()?, place: place.parse().ok()?, score, user: user.parse().ok()? })
}

/// A person's profile.
#[utoipa::path(
    get, path = "/api/people/{id}", operation_id = "profile", tag = "people",
    params(("id" = String, Path, description = "Sixteen hexadecimal digits")),
    responses((status = 200, description = "The profile", body = Profile), (status = 404, body = Problem)),
)]
async fn one(State(house): State<Arc<House>>, Path(id): Path<String>) -> Result<Json<Profile>, Refused> {
    let id = id.parse().map_err(|_| HouseError::NotFound("person"))?;
    Ok(Json(profile(&house, id).await?))
}

/// How a person's rating in a game went: after each of their last 200 rated matches.
#[utoipa::path(
    get, path = "/api/people/{id}/ratings/{game}", operation_id = "rating_curve", tag = "people",
    params(
        ("id" = String, Path, description = "Sixteen hexadecimal digits"),
        ("game" = String, Path, description = "The game's id"),
    ),
    responses((status = 200, description = "The curve", body = RatingCurve), (status = 404, body = Problem)),
)]
async fn curve(
    State(house): State<Arc<House>>,
    Path((id, game)): Path<(String, String)>,
) -> Result<Json<RatingCurve>, Refused> {
    let id: UserId = id.parse().map_err(|_| HouseError::NotFound("person"))?;
    house.registry.game(&game).ok_or(HouseError::NotFound("game"))?;
    let mut points = house.store.rating_curve(id, &game, CURVE).await?;
    points.reverse();
    let point = |point: parlor_store::RatingPoint| RatingPoint { at: point.at, value: point.value.round() as i32 };
    Ok(Json(RatingCurve { points: points.into_iter().map(point).collect() }))
}

/// The best players of a game.
#[utoipa::path(
    get, path = "/api/leaderboards/{game}", operation_id = "leaderboard", tag = "matches",
    params(("game" = String, Path, description = "The game's id"), LeaderFilter),
    responses((status = 200, description = "The leaderboard", body = Leaderboard), (status = 404, body = Problem)),
)]
async fn leaderboard(
    State(house): State<Arc<House>>,
    Path(game): Path<String>,
    Params(filter): Params<LeaderFilter>,
) -> Result<Json<Leaderboard>, Refused> {
    house.registry.game(&game).ok_or(HouseError::NotFound("game"))?;
    let kind = if filter.bots { Kind::Bot } else { Kind::Account };
    let order = match filter.by {
        http::LeaderOrder::Rating => LeaderOrder::Rating,
        http::LeaderOrder::Wins => LeaderOrder::Wins,
    };
    let after = filter.after.map(|text| from_cursor(order, &text).ok_or(HouseError::NotFound("page"))).transpose()?;
    let mut rows = house.store.leaders(Board { game: &game, order, kind }, after, LEADERS + 1).await?;
    let more = rows.len() > LEADERS as usize;
    rows.truncate(LEADERS as usize);
    let next = rows.last().filter(|_| more).and_then(|row| row.cursor(order)).map(to_cursor);
    Ok(Json(Leaderboard { leaders: rows.into_iter().map(to_leader).collect(), game, next }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_of_leaderboards_are_named_and_found_again() {
        let user = UserId(0xAB);
        let rating = LeaderScore::Rating { is_settled: true, value: 1512.25 };
        for (order, score) in [(LeaderOrder::Rating, rating), (LeaderOrder::Wins, LeaderScore::Wins(7))] {
            let cursor = LeaderCursor { rank: 50, place: 52, score, user };
            assert_eq!(from_cursor(order, &to_cursor(cursor)), Some(cursor));
        }
        let wins = to_cursor(LeaderCursor { rank: 1, place: 1, score: LeaderScore::Wins(7), user });
        assert_eq!(from_cursor(LeaderOrder::Rating, &wins), None, "the end of another list");
        for bad in ["", "1", "1-1-x-00000000000000ab", "1-1-7-ab", "--7-", "1-1-7-00000000000000ab-1-1"] {
            assert_eq!(from_cursor(LeaderOrder::Wins, bad), None, "{bad}");
        }
    }
}
