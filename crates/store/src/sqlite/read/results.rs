//! Questions about results and what they add up to.

use super::{
    MATCH, json,
    people::{to_kind, to_user},
    to_match, unsigned,
};
use crate::{FullRating, LeaderRow, MatchRecord, MatchRow, Page, RivalRow, SeatRecord, Standing, StoreError, User};
use parlor_wire::{
    Kind, MatchId, UserId,
    http::{LeaderOrder, MatchStatus, RatingChange, Tally},
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
    // Somebody may sit in two seats of one match; it is shown once.
    let query = AssertSqlSafe(format!(
        "{MATCH} WHERE m.id IN (SELECT match FROM players WHERE user = $1) AND ($2 IS NULL OR m.game = $2)
        AND ($3 IS NULL OR (m.started_at, m.id) < ($3, $4)) ORDER BY m.started_at DESC, m.id DESC LIMIT $5"
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

pub async fn standings(db: &SqlitePool, user: UserId) -> Result<Vec<Standing>, StoreError> {
    let id = user.0.cast_signed();
    let rows = sqlx::query("SELECT * FROM standings WHERE user = $1 ORDER BY game").bind(id).fetch_all(db).await?;
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

pub fn to_tally(row: &SqliteRow) -> Result<Tally, StoreError> {
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

/// Those who have won nothing yet, or are not rated, are on no list.
pub async fn leaders(
    db: &SqlitePool,
    game: &str,
    order: LeaderOrder,
    kind: Kind,
    skip: u32,
    limit: u32,
) -> Result<Vec<LeaderRow>, StoreError> {
    let (listed, key) = match order {
        LeaderOrder::Rating => ("r.value IS NOT NULL", "r.value"),
        LeaderOrder::Wins => ("s.won > 0", "s.won"),
    };
    let query = AssertSqlSafe(format!(
        "SELECT u.id, u.name, u.kind, s.*, r.value, r.deviation, r.volatility, r.matches,
            rank() OVER (ORDER BY {key} DESC) AS rank
        FROM standings s JOIN users u ON u.id = s.user LEFT JOIN ratings r ON r.user = s.user AND r.game = s.game
        WHERE s.game = $1 AND s.versus = 'people' AND u.kind = $2 AND {listed}
        ORDER BY {key} DESC, u.folded LIMIT $3 OFFSET $4"
    ));
    let rows = sqlx::query(query).bind(game).bind(kind_text(kind)).bind(limit).bind(skip).fetch_all(db).await?;
    rows.iter()
        .map(|row| {
            let rated: Option<f64> = row.try_get("value")?;
            Ok(LeaderRow {
                rank: row.try_get("rank")?,
                user: User {
                    id: UserId(unsigned(row, "id")?),
                    name: row.try_get("name")?,
                    kind: to_kind(row.try_get("kind")?)?,
                },
                rating: rated.map(|_| to_rating(row)).transpose()?,
                people: to_tally(row)?,
            })
        })
        .collect()
}

/// A kind as the database spells it.
pub const fn kind_text(kind: Kind) -> &'static str {
    match kind {
        Kind::Guest => "guest",
        Kind::Account => "account",
        Kind::Bot => "bot",
    }
}
