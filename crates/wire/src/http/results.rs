//! Bodies about results: matches, profiles, leaderboards.

use super::RunBest;
use crate::{MatchId, Person, TrustRecord};
use parlor_kernel::{Outcome, SeatLabel};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How far a match has come, in the words of its record.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum MatchStatus {
    /// Being played.
    InProgress,
    /// Ended by the rules: played out, surrendered, or out of time.
    Completed,
    /// Ended because a player left and did not come back, or called off.
    Abandoned,
}

/// How a match went for one seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum SeatResult {
    /// Won.
    Won,
    /// Lost.
    Lost,
    /// Neither.
    Drawn,
    /// Does not count.
    Void,
}

/// A finished or running match.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MatchInfo {
    /// Its id.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub id: MatchId,
    /// The game's id.
    pub game: String,
    /// How far it has come.
    pub status: MatchStatus,
    /// Whether it counted for ratings.
    pub rated: bool,
    /// Who sat where, and how it went for them.
    pub seats: Vec<MatchSeat>,
    /// The result, once there is one.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Object>))]
    pub outcome: Option<Outcome>,
    /// How many turns were taken.
    pub turns: Option<u64>,
    /// When it began, in milliseconds since 1970.
    pub started_at: u64,
    /// When it ended, in milliseconds since 1970.
    pub ended_at: Option<u64>,
}

/// One seat of a match.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MatchSeat {
    /// Who sat there when it began.
    #[serde(flatten)]
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    pub label: SeatLabel,
    /// Who that is today; `None` for bots of the house and deleted accounts.
    pub person: Option<Person>,
    /// How it went, once it is over.
    pub result: Option<SeatResult>,
    /// Points.
    pub score: Option<i64>,
    /// What the game counted.
    #[serde(default)]
    pub stats: BTreeMap<String, i64>,
    /// The rating before and after, when it counted.
    pub rating: Option<RatingChange>,
}

/// What a match did to a rating.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RatingChange {
    /// Before the match.
    pub before: i32,
    /// After it.
    pub after: i32,
}

/// A page of a person's matches, newest first.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MatchPage {
    /// The matches.
    pub matches: Vec<MatchInfo>,
    /// What to ask for to see older ones; missing on the last page.
    pub next: Option<String>,
}

/// Which matches to show.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
#[serde(deny_unknown_fields)]
pub struct MatchFilter {
    /// Only this game's.
    #[serde(default)]
    pub game: Option<String>,
    /// Where the page before ended: its `next`.
    #[serde(default)]
    pub before: Option<String>,
}

/// What everyone may know about a person.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Profile {
    /// Who.
    #[serde(flatten)]
    pub person: Person,
    /// Since when, in milliseconds since 1970.
    pub since: u64,
    /// Whose program it is, if it is one.
    pub owner: Option<Person>,
    /// Their record in every game they have played.
    pub games: Vec<GameRecord>,
    /// Their best runs alone.
    #[serde(default)]
    pub runs: Vec<RunBest>,
    /// Against whom they have played most.
    pub rivals: Vec<Rival>,
    /// How they have held other people's bets.
    #[serde(default)]
    pub trust: TrustRecord,
}

/// A person's record in one game.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GameRecord {
    /// The game's id.
    pub game: String,
    /// Their rating, once they have played a rated match.
    pub rating: Option<Rating>,
    /// Matches against people.
    pub people: Tally,
    /// Matches against the house's bots alone.
    pub bots: Tally,
}

/// A Glicko-2 rating.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Rating {
    /// The estimate.
    pub value: i32,
    /// How uncertain it is: the true strength is within two of these, 19 times in 20.
    pub deviation: i32,
    /// From how many matches.
    pub matches: u32,
}

impl Rating {
    /// Whether it says little yet.
    pub const fn is_provisional(&self) -> bool {
        self.deviation > 110
    }
}

/// How a rating went, the oldest match first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RatingCurve {
    /// The rating after each of the last rated matches.
    pub points: Vec<RatingPoint>,
}

/// A rating after a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RatingPoint {
    /// When the match ended, in milliseconds since 1970.
    pub at: u64,
    /// The rating.
    pub value: i32,
}

/// How matches went.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Tally {
    /// Matches that count.
    pub played: u32,
    /// Won.
    pub won: u32,
    /// Lost.
    pub lost: u32,
    /// Drawn.
    pub drawn: u32,
    /// Matches won in a row until now; lost ones below zero.
    pub streak: i32,
    /// Most matches won in a row.
    pub best_streak: u32,
    /// Sums of what the game counted.
    pub totals: BTreeMap<String, i64>,
    /// The best of what the game counted, where it has a best.
    pub bests: BTreeMap<String, i64>,
}

impl Tally {
    /// Matches won of those that count, in percent, rounded; `None` before the first.
    pub const fn win_rate(&self) -> Option<u32> {
        (200 * self.won + self.played).checked_div(2 * self.played)
    }

    /// One total as a percentage of another, rounded: hits of shots, say.
    pub fn percentage(&self, part: &str, whole: &str) -> Option<u32> {
        let of = |name| self.totals.get(name).copied().unwrap_or(0);
        let percent = (200 * of(part) + of(whole)).checked_div(2 * of(whole))?;
        u32::try_from(percent).ok()
    }
}

/// A person's record against another.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Rival {
    /// Whom.
    #[serde(flatten)]
    pub person: Person,
    /// Won against them.
    pub won: u32,
    /// Lost against them.
    pub lost: u32,
    /// Drawn.
    pub drawn: u32,
    /// When they last met, in milliseconds since 1970.
    pub last_at: u64,
}

/// By what a leaderboard is ordered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum LeaderOrder {
    /// The rating.
    #[default]
    Rating,
    /// Matches won against people.
    Wins,
}

/// Which leaderboard to show.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
#[serde(deny_unknown_fields)]
pub struct LeaderFilter {
    /// By what.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", param(inline))]
    pub by: LeaderOrder,
    /// Whether of people's programs instead of people.
    #[serde(default)]
    pub bots: bool,
    /// Where the page before ended: its `next`.
    #[serde(default)]
    pub after: Option<String>,
}

/// The best players of a game. Guests are not on it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Leaderboard {
    /// The game's id.
    pub game: String,
    /// The best first.
    pub leaders: Vec<Leader>,
    /// What to ask for to see the next ones; missing on the last page.
    pub next: Option<String>,
}

/// A row of a leaderboard.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Leader {
    /// From 1; equals share a rank.
    pub rank: u32,
    /// Who.
    #[serde(flatten)]
    pub person: Person,
    /// Their rating.
    pub rating: Option<Rating>,
    /// Their matches against people.
    pub people: Tally,
    /// How many of their wins weigh here: of many on one day against the same opponent, or opponents from the same address,
    /// the first do.
    pub wins: u32,
}
