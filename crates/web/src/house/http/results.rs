//! Requests about results: matches, profiles, leaderboards.

use super::get;
use crate::browser::encoded;
use parlor_wire::{
    MatchId, Person, UserId,
    http::{LeaderFilter, LeaderOrder, Leaderboard, MatchInfo, MatchPage, Problem, Profile, RatingCurve},
};

/// What everyone may know about a user.
pub async fn profile(id: UserId) -> Result<Profile, Problem> {
    get(&format!("/api/people/{id}")).await
}

/// How a user's rating in a game went.
pub async fn rating_curve(id: UserId, game: &str) -> Result<RatingCurve, Problem> {
    get(&format!("/api/people/{id}/ratings/{}", encoded(game))).await
}

/// Some of a user's matches, newest first.
pub async fn matches(id: UserId, game: Option<&str>, before: Option<&str>) -> Result<MatchPage, Problem> {
    let filters = [("game", game), ("before", before)];
    let query: Vec<_> =
        filters.into_iter().filter_map(|(key, value)| Some(format!("{key}={}", encoded(value?)))).collect();
    get(&format!("/api/people/{id}/matches?{}", query.join("&"))).await
}

/// One match.
pub async fn one(id: MatchId) -> Result<MatchInfo, Problem> {
    get(&format!("/api/matches/{id}")).await
}

/// The best players of a game.
pub async fn leaderboard(game: &str, filter: &LeaderFilter) -> Result<Leaderboard, Problem> {
    let by = match filter.by {
        LeaderOrder::Rating => "rating",
        LeaderOrder::Wins => "wins",
    };
    let after = filter.after.as_ref().map(|after| format!("&after={}", encoded(after))).unwrap_or_default();
    get(&format!("/api/leaderboards/{}?by={by}&bots={}{after}", encoded(game), filter.bots)).await
}

/// Who has a name to themselves.
pub async fn person_called(name: &str) -> Result<Person, Problem> {
    get(&format!("/api/people?name={}", encoded(name))).await
}
