//! Questions about matches and how they went.

use super::logs::{MATCH, to_match};
use crate::{
    MatchRecord, MatchRow, Matches, Page, SeatRecord, SqliteStore, StoreError,
    sqlite::row::{self, from_json, unsigned, unsigned_or_none, word, word_or_none},
};
use async_trait::async_trait;
use parlor_wire::{MatchId, UserId};
use sqlx::{AssertSqlSafe, Row, sqlite::SqliteRow};

#[async_trait]
impl Matches for SqliteStore {
    async fn match_record(&self, id: MatchId) -> Result<Option<MatchRecord>, StoreError> {
        let query = AssertSqlSafe(format!("{MATCH} WHERE m.id = $1"));
        let row = sqlx::query(query).bind(id.0.cast_signed()).fetch_optional(&self.reads).await?;
        match row {
            Some(row) => Ok(Some(self.to_record(&row).await?)),
            None => Ok(None),
        }
    }

    async fn matches_of(
        &self,
        user: UserId,
        game: Option<&str>,
        after: Option<Page>,
        limit: u32,
    ) -> Result<Vec<MatchRecord>, StoreError> {
        // In the order of the players' index, so that no more is read than is shown.
        let query = AssertSqlSafe(format!(
            "{MATCH} JOIN players p ON p.match = m.id WHERE p.user = $1 AND p.listed = 1 AND ($2 IS NULL OR m.game = $2)
            AND ($3 IS NULL OR (p.started_at, p.match) < ($3, $4)) ORDER BY p.started_at DESC, p.match DESC LIMIT $5"
        ));
        let rows = sqlx::query(query)
            .bind(user.0.cast_signed())
            .bind(game)
            .bind(after.map(|page| page.started_at.cast_signed()))
            .bind(after.map(|page| page.id.0.cast_signed()))
            .bind(limit)
            .fetch_all(&self.reads)
            .await?;
        let mut records = Vec::with_capacity(rows.len());
        for row in &rows {
            records.push(self.to_record(row).await?);
        }
        Ok(records)
    }

    async fn finished_count(&self) -> Result<u64, StoreError> {
        let query = "SELECT count(*) AS finished FROM matches WHERE footer IS NOT NULL";
        unsigned(&sqlx::query(query).fetch_one(&self.logs).await?, "finished")
    }

    async fn finished(&self, after: Option<MatchId>, limit: u32) -> Result<Vec<MatchId>, StoreError> {
        let rest = if after.is_some() { "id > $1" } else { "$1 IS NULL" };
        let page = format!("SELECT id FROM matches WHERE footer IS NOT NULL AND {rest} ORDER BY id LIMIT $2");
        let page = sqlx::query(AssertSqlSafe(page)).bind(after.map(|id| id.0.cast_signed())).bind(limit);
        let rows = page.fetch_all(&self.logs).await?;
        rows.iter().map(|row| Ok(MatchId(unsigned(row, "id")?))).collect()
    }
}

impl SqliteStore {
    async fn to_record(&self, row: &SqliteRow) -> Result<MatchRecord, StoreError> {
        let (status, turns) = (word(row, "status")?, unsigned_or_none(row, "turns")?);
        let row: MatchRow = to_match(row)?;
        let seats = sqlx::query(
            "SELECT p.result, p.place, p.score, p.stats, p.rating_before, p.rating_after, u.id, u.name, u.kind
            FROM players p LEFT JOIN users u ON u.id = p.user WHERE p.match = $1 ORDER BY p.seat",
        )
        .bind(row.id.0.cast_signed())
        .fetch_all(&self.reads)
        .await?;
        let seats = seats.iter().map(to_seat).collect::<Result<_, _>>()?;
        Ok(MatchRecord { row, status, turns, seats })
    }
}

fn to_seat(row: &SqliteRow) -> Result<SeatRecord, StoreError> {
    let known: Option<i64> = row.try_get("id")?;
    let stats: Option<&str> = row.try_get("stats")?;
    let rating: (Option<f64>, Option<f64>) = (row.try_get("rating_before")?, row.try_get("rating_after")?);
    Ok(SeatRecord {
        user: known.map(|_| row::user(row)).transpose()?,
        result: word_or_none(row, "result")?,
        place: row.try_get("place")?,
        score: row.try_get("score")?,
        stats: stats.map(from_json).transpose()?.unwrap_or_default(),
        rating: rating.0.zip(rating.1),
    })
}
