//! What a finished match counts for.

use super::{json, key};
use crate::{
    FullRating, NEWCOMER, NewResult, StoreError, ratings,
    sqlite::read::{to_rating, to_tally},
};
use parlor_kernel::{Best, Footer, Reason, Stat};
use parlor_wire::{
    MatchId, UserId,
    http::{MatchStatus, SeatResult, Tally},
};
use sqlx::{Row, SqliteConnection};
use std::collections::BTreeMap;

/// Writes down how a match ended, and counts it: once, however often it is said.
pub async fn end(
    db: &mut SqliteConnection,
    id: MatchId,
    footer: &Footer,
    at: u64,
    turns: u64,
    results: &[NewResult],
) -> Result<(), StoreError> {
    let status = match footer.outcome.reason {
        Reason::Completed | Reason::Surrender | Reason::Timeout => MatchStatus::Completed,
        Reason::Abandoned | Reason::Void => MatchStatus::Abandoned,
    };
    let ended = sqlx::query(
        "UPDATE matches SET footer = $2, ended_at = $3, turns = $4, status = $5
        WHERE id = $1 AND footer IS NULL RETURNING game, rated",
    )
    .bind(id.0.cast_signed())
    .bind(json(footer))
    .bind(at.cast_signed())
    .bind(turns.cast_signed())
    .bind(json(&status).trim_matches('"'))
    .fetch_optional(&mut *db)
    .await?;
    let Some(ended) = ended else { return Ok(()) };
    let (game, rated): (String, bool) = (ended.try_get("game")?, ended.try_get("rated")?);
    for (seat, result) in (0i64..).zip(results) {
        let stats: BTreeMap<_, _> = result.stats.iter().map(|&(stat, value)| (stat.id, value)).collect();
        sqlx::query("UPDATE players SET result = $3, score = $4, stats = $5 WHERE match = $1 AND seat = $2")
            .bind(id.0.cast_signed())
            .bind(seat)
            .bind(json(&result.result).trim_matches('"'))
            .bind(result.score)
            .bind(json(&stats))
            .execute(&mut *db)
            .await?;
    }
    let players = players(db, id).await?;
    let counted: Vec<_> = players.iter().zip(results).filter_map(|(user, result)| Some(((*user)?, result))).collect();
    let counted: Vec<_> = counted.into_iter().filter(|(_, result)| result.result != SeatResult::Void).collect();
    for &(user, result) in &counted {
        let among_people = counted.iter().any(|&(other, _)| other != user);
        count(db, user, &game, if among_people { "people" } else { "bots" }, result).await?;
        for &(other, their) in counted.iter().filter(|&&(other, _)| other != user) {
            meet(db, user, other, result.result, their.result, at).await?;
        }
    }
    if rated && counted.len() > 1 && counted.len() == results.len() {
        rate(db, id, &game, &counted).await?;
    }
    Ok(())
}

async fn players(db: &mut SqliteConnection, id: MatchId) -> Result<Vec<Option<UserId>>, StoreError> {
    let rows = sqlx::query("SELECT user FROM players WHERE match = $1 ORDER BY seat")
        .bind(id.0.cast_signed())
        .fetch_all(db)
        .await?;
    rows.iter().map(|row| Ok(row.try_get::<Option<i64>, _>("user")?.map(|user| UserId(user.cast_unsigned())))).collect()
}

async fn count(
    db: &mut SqliteConnection,
    user: UserId,
    game: &str,
    versus: &str,
    result: &NewResult,
) -> Result<(), StoreError> {
    let row = sqlx::query("SELECT * FROM standings WHERE user = $1 AND game = $2 AND versus = $3")
        .bind(key(user))
        .bind(game)
        .bind(versus)
        .fetch_optional(&mut *db)
        .await?;
    let mut tally = row.as_ref().map(to_tally).transpose()?.unwrap_or_default();
    add(&mut tally, result);
    sqlx::query("INSERT OR REPLACE INTO standings VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)")
        .bind(key(user))
        .bind(game)
        .bind(versus)
        .bind(tally.played)
        .bind(tally.won)
        .bind(tally.lost)
        .bind(tally.drawn)
        .bind(tally.streak)
        .bind(tally.best_streak)
        .bind(json(&tally.totals))
        .bind(json(&tally.bests))
        .execute(db)
        .await?;
    Ok(())
}

/// Adds one match to what somebody has done.
fn add(tally: &mut Tally, result: &NewResult) {
    tally.played += 1;
    match result.result {
        SeatResult::Won => {
            tally.won += 1;
            tally.streak = tally.streak.max(0) + 1;
            tally.best_streak = tally.best_streak.max(tally.streak.unsigned_abs());
        }
        SeatResult::Lost => {
            tally.lost += 1;
            tally.streak = tally.streak.min(0) - 1;
        }
        SeatResult::Drawn | SeatResult::Void => {
            tally.drawn += 1;
            tally.streak = 0;
        }
    }
    for &(&Stat { id, best, .. }, value) in &result.stats {
        *tally.totals.entry(id.into()).or_default() += value;
        let better: fn(i64, i64) -> i64 = match best {
            Best::Sum => continue,
            Best::Highest => i64::max,
            Best::LowestWon if result.result == SeatResult::Won => i64::min,
            Best::LowestWon => continue,
        };
        let record = tally.bests.entry(id.into()).or_insert(value);
        *record = better(*record, value);
    }
}

async fn meet(
    db: &mut SqliteConnection,
    user: UserId,
    opponent: UserId,
    mine: SeatResult,
    theirs: SeatResult,
    at: u64,
) -> Result<(), StoreError> {
    let [won, lost, drawn] = match (mine, theirs) {
        (SeatResult::Won, SeatResult::Lost) => [1, 0, 0],
        (SeatResult::Lost, SeatResult::Won) => [0, 1, 0],
        (SeatResult::Drawn, SeatResult::Drawn) => [0, 0, 1],
        // Partners.
        _ => return Ok(()),
    };
    sqlx::query(
        "INSERT INTO rivals VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (user, opponent) DO UPDATE SET
        won = won + excluded.won, lost = lost + excluded.lost, drawn = drawn + excluded.drawn, last_at = excluded.last_at",
    )
    .bind(key(user))
    .bind(key(opponent))
    .bind(won)
    .bind(lost)
    .bind(drawn)
    .bind(at.cast_signed())
    .execute(db)
    .await?;
    Ok(())
}

async fn rate(
    db: &mut SqliteConnection,
    id: MatchId,
    game: &str,
    counted: &[(UserId, &NewResult)],
) -> Result<(), StoreError> {
    let mut before: Vec<(FullRating, SeatResult)> = Vec::with_capacity(counted.len());
    for &(user, result) in counted {
        let row =
            sqlx::query("SELECT value, deviation, volatility, matches FROM ratings WHERE user = $1 AND game = $2")
                .bind(key(user))
                .bind(game)
                .fetch_optional(&mut *db)
                .await?;
        before.push((row.as_ref().map(to_rating).transpose()?.unwrap_or(NEWCOMER), result.result));
    }
    let after = ratings::after(&before);
    for (((user, _), (before, _)), after) in counted.iter().zip(&before).zip(&after) {
        sqlx::query("INSERT OR REPLACE INTO ratings VALUES ($1, $2, $3, $4, $5, $6)")
            .bind(key(*user))
            .bind(game)
            .bind(after.value)
            .bind(after.deviation)
            .bind(after.volatility)
            .bind(after.matches)
            .execute(&mut *db)
            .await?;
        sqlx::query("UPDATE players SET rating_before = $3, rating_after = $4 WHERE match = $1 AND user = $2")
            .bind(id.0.cast_signed())
            .bind(key(*user))
            .bind(before.value)
            .bind(after.value)
            .execute(&mut *db)
            .await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const STATS: [Stat; 3] = [
        Stat { id: "attacks", name: "Attacks", best: Best::LowestWon },
        Stat { id: "shots", name: "Shots", best: Best::Sum },
        Stat { id: "left", name: "Ships left", best: Best::Highest },
    ];

    fn match_of(result: SeatResult, attacks: i64) -> NewResult {
        NewResult { result, score: 0, stats: STATS.iter().zip([attacks, attacks, 3]).collect() }
    }

    #[test]
    fn streaks_and_bests() {
        let mut tally = Tally::default();
        let results = [(SeatResult::Won, 60), (SeatResult::Won, 50), (SeatResult::Lost, 10), (SeatResult::Lost, 20)];
        for (result, attacks) in results {
            add(&mut tally, &match_of(result, attacks));
        }
        assert_eq!((tally.played, tally.won, tally.lost, tally.streak, tally.best_streak), (4, 2, 2, -2, 2));
        assert_eq!((tally.bests["attacks"], tally.totals["shots"], tally.bests["left"]), (50, 140, 3));
        assert!(!tally.bests.contains_key("shots"), "a sum has no best");
        add(&mut tally, &match_of(SeatResult::Drawn, 5));
        assert_eq!((tally.drawn, tally.streak, tally.win_rate()), (1, 0, Some(40)));
        assert_eq!(tally.percentage("attacks", "shots"), Some(100));
    }
}
