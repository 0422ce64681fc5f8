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

/// How a match ended.
pub struct Ending<'a> {
    pub footer: &'a Footer,
    pub at: u64,
    pub turns: u64,
    pub results: &'a [NewResult],
    pub plain: bool,
}

/// Writes down how a match ended, and counts it: once, however often it is said.
pub async fn end(db: &mut SqliteConnection, id: MatchId, ending: Ending<'_>) -> Result<(), StoreError> {
    let Ending { footer, at, turns, results, plain } = ending;
    // A win over somebody who left, or on a board of three by three, is no record.
    let records = plain && footer.outcome.reason == Reason::Completed;
    let status = match footer.outcome.reason {
        Reason::Completed | Reason::Surrender(_) | Reason::Timeout(_) => MatchStatus::Completed,
        Reason::Abandoned(_) | Reason::Void => MatchStatus::Abandoned,
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
    let people: Vec<_> = players.iter().flatten().filter(|(_, is_bot)| !is_bot).map(|(user, _)| *user).collect();
    let counted: Vec<_> =
        players.iter().zip(results).filter_map(|(player, result)| Some(((*player)?.0, result))).collect();
    let counted: Vec<_> = counted.into_iter().filter(|(_, result)| result.result != SeatResult::Void).collect();
    for &(user, result) in &counted {
        // Programs of other people are no people either.
        let among_people = people.iter().any(|&other| other != user);
        count(db, user, (&game, if among_people { "people" } else { "bots" }), result, records).await?;
        for &(other, their) in counted.iter().filter(|&&(other, _)| other != user) {
            meet(db, user, other, result.result, their.result, at).await?;
        }
    }
    if rated && counted.len() > 1 && counted.len() == results.len() {
        rate(db, id, &game, &counted).await?;
    }
    Ok(())
}

/// Who sat where, and whether it is a program; bots of the house are nobody.
async fn players(db: &mut SqliteConnection, id: MatchId) -> Result<Vec<Option<(UserId, bool)>>, StoreError> {
    let rows = sqlx::query(
        "SELECT p.user, u.kind = 'bot' AS is_bot FROM players p LEFT JOIN users u ON u.id = p.user
        WHERE p.match = $1 ORDER BY p.seat",
    )
    .bind(id.0.cast_signed())
    .fetch_all(db)
    .await?;
    rows.iter()
        .map(|row| {
            let Some(user) = row.try_get::<Option<i64>, _>("user")? else { return Ok(None) };
            Ok(Some((UserId(user.cast_unsigned()), row.try_get("is_bot")?)))
        })
        .collect()
}

async fn count(
    db: &mut SqliteConnection,
    user: UserId,
    (game, versus): (&str, &str),
    result: &NewResult,
    records: bool,
) -> Result<(), StoreError> {
    let row = sqlx::query("SELECT * FROM standings WHERE user = $1 AND game = $2 AND versus = $3")
        .bind(key(user))
        .bind(game)
        .bind(versus)
        .fetch_optional(&mut *db)
        .await?;
    let mut tally = row.as_ref().map(to_tally).transpose()?.unwrap_or_default();
    add(&mut tally, result, records);
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
fn add(tally: &mut Tally, result: &NewResult, records: bool) {
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
    let won = result.result == SeatResult::Won;
    for &(&Stat { id, best, .. }, value) in &result.stats {
        *tally.totals.entry(id.into()).or_default() += value;
        let better: fn(i64, i64) -> i64 = match best {
            Best::Sum => continue,
            _ if !records => continue,
            Best::Highest => i64::max,
            Best::HighestWon if won => i64::max,
            Best::LowestWon if won => i64::min,
            Best::HighestWon | Best::LowestWon => continue,
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
        if after.matches == before.matches {
            continue;
        }
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
        Stat { id: "left", name: "Ships left", best: Best::HighestWon },
    ];

    fn match_of(result: SeatResult, attacks: i64) -> NewResult {
        let left = if result == SeatResult::Won { 3 } else { 5 };
        NewResult { result, score: 0, stats: STATS.iter().zip([attacks, attacks, left]).collect() }
    }

    #[test]
    fn streaks_and_bests() {
        let mut tally = Tally::default();
        let results = [(SeatResult::Won, 60), (SeatResult::Won, 50), (SeatResult::Lost, 10), (SeatResult::Lost, 20)];
        for (result, attacks) in results {
            add(&mut tally, &match_of(result, attacks), true);
        }
        assert_eq!((tally.played, tally.won, tally.lost, tally.streak, tally.best_streak), (4, 2, 2, -2, 2));
        assert_eq!((tally.bests["attacks"], tally.totals["shots"], tally.bests["left"]), (50, 140, 3));
        assert!(!tally.bests.contains_key("shots"), "a sum has no best");
        add(&mut tally, &match_of(SeatResult::Won, 1), false);
        assert_eq!((tally.bests["attacks"], tally.won), (50, 3), "a win that is no record");
        add(&mut tally, &match_of(SeatResult::Drawn, 5), true);
        assert_eq!((tally.drawn, tally.streak, tally.win_rate()), (1, 0, Some(50)));
        assert_eq!(tally.percentage("attacks", "shots"), Some(100));
    }
}
