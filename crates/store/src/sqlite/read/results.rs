//! Questions about results and what they add up to.

use super::{MATCH, json, people::to_user, to_match, unsigned};
use crate::{
    Board, FullRating, LeaderCursor, LeaderOrder, LeaderRow, LeaderScore, MatchRecord, MatchRow, Page, RivalRow,
    SeatRecord, Standing, StoreError,
};
use parlor_wire::{
    Kind, MatchId, UserId,
    http::{MatchStatus, RatingChange, Tally},
};
use sqlx::{AssertSqlSafe, Row, SqlitePool, sqlite::SqliteRow};

pub async fn match_record(db: &SqlitePool, id: MatchId) -> Result<Option<MatchRecord>, StoreError> {
    let query = AssertSqlSafe(format!("{MATCH} WHERE m.id = $1"));
    let row = sqlx::query(query).bind(id.0.cast_signed()).fetch_optional(db).await?;
    match row {
        Some(row) => Ok(Some(to_record(db, &row).await?)),
        None => Ok(None),
    }
}

pub async fn matches_of(
    db: &SqlitePool,
    user: UserId,
    game: Option<&str>,
    after: Option<Page>,
    limit: u32,
) -> Result<Vec<MatchRecord>, StoreError> {
    // In the order of the players' index, so that no more is read than is shown.
    let query = AssertSqlSafe(format!(
        "{MATCH} JOIN players p ON p.match = m.id WHERE p.user = $1 AND p.listed = 1
        AND ($2 IS NULL OR m.game = $2)
        AND ($3 IS NULL OR (p.started_at, p.match) < ($3, $4)) ORDER BY p.started_at DESC, p.match DESC LIMIT $5"
    ));
    let rows = sqlx::query(query)
        .bind(user.0.cast_signed())
        .bind(game)
        .bind(after.map(|page| page.started_at.cast_signed()))
        .bind(after.map(|page| page.id.0.cast_signed()))
        .bind(limit)
        .fetch_all(db)
        .await?;
    let mut records = Vec::with_capacity(rows.len());
    for row in &rows {
        records.push(to_record(db, row).await?);
    }
    Ok(records)
}

async fn to_record(db: &SqlitePool, row: &SqliteRow) -> Result<MatchRecord, StoreError> {
    let status: &str = row.try_get("status")?;
    let status: MatchStatus = json(&format!("\"{status}\""))?;
    let turns: Option<i64> = row.try_get("turns")?;
    let row: MatchRow = to_match(row)?;
    let seats = sqlx::query(
        "SELECT p.result, p.score, p.stats, p.rating_before, p.rating_after, u.id, u.name, u.kind
        FROM players p LEFT JOIN users u ON u.id = p.user WHERE p.match = $1 ORDER BY p.seat",
    )
    .bind(row.id.0.cast_signed())
    .fetch_all(db)
    .await?;
    let seats = seats.iter().map(to_seat).collect::<Result<_, _>>()?;
    Ok(MatchRecord { row, status, turns: turns.map(i64::cast_unsigned), seats })
}

fn to_seat(row: &SqliteRow) -> Result<SeatRecord, StoreError> {
    let known: Option<i64> = row.try_get("id")?;
    let result: Option<&str> = row.try_get("result")?;
    let stats: Option<&str> = row.try_get("stats")?;
    let rating: (Option<f64>, Option<f64>) = (row.try_get("rating_before")?, row.try_get("rating_after")?);
    Ok(SeatRecord {
        user: known.map(|_| to_user(row)).transpose()?,
        result: result.map(|text| json(&format!("\"{text}\""))).transpose()?,
        score: row.try_get("score")?,
        stats: stats.map(json).transpose()?.unwrap_or_default(),
        rating: rating
            .0
            .zip(rating.1)
            .map(|(before, after)| RatingChange { before: before.round() as i32, after: after.round() as i32 }),
    })
}

/// A standing with what its game counts.
const STANDING: &str = "s.*,
    (SELECT json_group_object(t.stat, t.total) FROM standing_stats t
        WHERE t.user = s.user AND t.game = s.game AND t.versus = s.versus) AS totals,
    (SELECT json_group_object(t.stat, t.best) FILTER (WHERE t.best IS NOT NULL) FROM standing_stats t
        WHERE t.user = s.user AND t.game = s.game AND t.versus = s.versus) AS bests";

pub async fn standings(db: &SqlitePool, user: UserId) -> Result<Vec<Standing>, StoreError> {
    let query = AssertSqlSafe(format!("SELECT {STANDING} FROM standings s WHERE s.user = $1 ORDER BY s.game"));
    let rows = sqlx::query(query).bind(user.0.cast_signed()).fetch_all(db).await?;
    let mut standings: Vec<Standing> = Vec::new();
    for row in &rows {
        let game: &str = row.try_get("game")?;
        if standings.last().is_none_or(|standing| standing.game != game) {
            let rating = rating(db, user, game).await?;
            standings.push(Standing { game: game.into(), people: Tally::default(), bots: Tally::default(), rating });
        }
        if let Some(standing) = standings.last_mut() {
            let versus: &str = row.try_get("versus")?;
            *(if versus == "bots" { &mut standing.bots } else { &mut standing.people }) = to_tally(row)?;
        }
    }
    Ok(standings)
}

fn to_tally(row: &SqliteRow) -> Result<Tally, StoreError> {
    let (totals, bests): (&str, &str) = (row.try_get("totals")?, row.try_get("bests")?);
    Ok(Tally {
        played: row.try_get("played")?,
        won: row.try_get("won")?,
        lost: row.try_get("lost")?,
        drawn: row.try_get("drawn")?,
        streak: row.try_get("streak")?,
        best_streak: row.try_get("best_streak")?,
        totals: json(totals)?,
        bests: json(bests)?,
    })
}

pub async fn rating(db: &SqlitePool, user: UserId, game: &str) -> Result<Option<FullRating>, StoreError> {
    let row = sqlx::query("SELECT value, deviation, volatility, matches FROM ratings WHERE user = $1 AND game = $2")
        .bind(user.0.cast_signed())
        .bind(game)
        .fetch_optional(db)
        .await?;
    row.as_ref().map(to_rating).transpose()
}

pub fn to_rating(row: &SqliteRow) -> Result<FullRating, StoreError> {
    Ok(FullRating {
        value: row.try_get("value")?,
        deviation: row.try_get("deviation")?,
        volatility: row.try_get("volatility")?,
        matches: row.try_get("matches")?,
    })
}

pub async fn rivals(db: &SqlitePool, user: UserId, limit: u32) -> Result<Vec<RivalRow>, StoreError> {
    let rows = sqlx::query(
        "SELECT u.id, u.name, u.kind, r.won, r.lost, r.drawn, r.last_at
        FROM rivals r JOIN users u ON u.id = r.opponent WHERE r.user = $1
        ORDER BY r.won + r.lost + r.drawn DESC, r.last_at DESC LIMIT $2",
    )
    .bind(user.0.cast_signed())
    .bind(limit)
    .fetch_all(db)
    .await?;
    rows.iter()
        .map(|row| {
            Ok(RivalRow {
                user: to_user(row)?,
                won: row.try_get("won")?,
                lost: row.try_get("lost")?,
                drawn: row.try_get("drawn")?,
                last_at: unsigned(row, "last_at")?,
            })
        })
        .collect()
}

/// The page of a leaderboard by wins, in the order of its index; `{after}` says where it begins.
const BY_WINS: &str = "SELECT u.id, u.name, u.kind, {standing}, r.value, r.deviation, r.volatility, r.matches
    FROM standings s JOIN users u ON u.id = s.user LEFT JOIN ratings r ON r.user = s.user AND r.game = s.game
    WHERE s.game = $1 AND s.board = $2 AND s.climbed > 0 {after}
    ORDER BY s.climbed DESC, s.user DESC LIMIT $3";

/// The same by rating.
const BY_RATING: &str = "SELECT u.id, u.name, u.kind, {standing}, r.value, r.deviation, r.volatility, r.matches
    FROM ratings r JOIN users u ON u.id = r.user
    JOIN standings s ON s.user = r.user AND s.game = r.game AND s.versus = 'people'
    WHERE r.game = $1 AND r.board = $2 {after}
    ORDER BY r.settled DESC, r.value DESC, r.user DESC LIMIT $3";

/// A leaderboard's question, with or without a beginning.
fn leaders_query(order: LeaderOrder, from_the_top: bool) -> String {
    let (query, after) = match order {
        LeaderOrder::Wins => (BY_WINS, "AND (s.climbed, s.user) < ($4, $5)"),
        LeaderOrder::Rating => (BY_RATING, "AND (r.settled, r.value, r.user) < ($4, $5, $6)"),
    };
    query.replace("{standing}", STANDING).replace("{after}", if from_the_top { "" } else { after })
}

pub async fn leaders(
    db: &SqlitePool,
    board: Board<'_>,
    after: Option<LeaderCursor>,
    limit: u32,
) -> Result<Vec<LeaderRow>, StoreError> {
    let Board { game, order, kind } = board;
    let query = AssertSqlSafe(leaders_query(order, after.is_none()));
    let query = sqlx::query(query).bind(game).bind(kind_text(kind)).bind(limit);
    let query = match after.map(|after| (after.score, after.user.0.cast_signed())) {
        None => query,
        Some((LeaderScore::Wins(wins), user)) => query.bind(wins).bind(user),
        Some((LeaderScore::Rating { is_settled, value }, user)) => query.bind(is_settled).bind(value).bind(user),
    };
    let rows = query.fetch_all(db).await?;
    let mut last = after.map(|after| (after.rank, after.place, after.score));
    let mut leaders = Vec::with_capacity(rows.len());
    for row in &rows {
        let user = to_user(row)?;
        let rated: Option<f64> = row.try_get("value")?;
        let mut leader = LeaderRow {
            rank: 0,
            place: last.map_or(0, |(_, place, _)| place) + 1,
            rating: rated.map(|_| to_rating(row)).transpose()?,
            people: to_tally(row)?,
            climbed: row.try_get("climbed")?,
            user,
        };
        let score = leader.score(order).ok_or_else(|| StoreError::Corrupt("a leader without a score".into()))?;
        leader.rank = match last {
            Some((rank, _, equal)) if equal == score => rank,
            _ => leader.place,
        };
        last = Some((leader.rank, leader.place, score));
        leaders.push(leader);
    }
    Ok(leaders)
}

/// A kind as the database spells it.
pub const fn kind_text(kind: Kind) -> &'static str {
    match kind {
        Kind::Guest => "guest",
        Kind::Account => "account",
        Kind::Bot => "bot",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{SqliteStore, Store};

    /// A page is read in the order of an index, from where it begins: nothing is sorted, and nobody else is looked at.
    #[tokio::test]
    async fn a_page_of_a_leaderboard_reads_no_more_than_it_shows() {
        let dir = tempfile::tempdir().unwrap();
        let store = SqliteStore::open(&dir.path().join("house.db")).await.unwrap();
        for (order, index) in [(LeaderOrder::Wins, "standings_by_wins"), (LeaderOrder::Rating, "ratings_by_value")] {
            for from_the_top in [true, false] {
                let plan = AssertSqlSafe(format!("EXPLAIN QUERY PLAN {}", leaders_query(order, from_the_top)));
                let rows = sqlx::query(plan).fetch_all(&store.reads).await.unwrap();
                let steps: Vec<String> = rows.iter().map(|row| row.get("detail")).collect();
                let first = &steps[0];
                assert!(first.contains("SEARCH") && first.contains(index), "{steps:?}");
                assert_eq!(first.contains(",user)<("), !from_the_top, "it begins where it is to: {steps:?}");
                let is_costly = |step: &&String| step.contains("TEMP B-TREE") || step.starts_with("SCAN");
                assert_eq!(steps.iter().find(is_costly), None, "{steps:?}");
            }
        }
        store.close().await;
    }
}
