//! Questions about the logs of matches.

use crate::{
    Logs, MatchRow, PostgresStore, StoreError, StoredEntry,
    sql::matches::to_match,
    sql::{columns::unsigned, from_json, to_json},
};
use async_trait::async_trait;
use parlor_kernel::{Entry, Tick};
use parlor_wire::MatchId;
use serde::Deserialize;
use serde_json::value::RawValue;
use sqlx::{AssertSqlSafe, Row, postgres::PgRow};

pub const MATCH: &str =
    "SELECT m.id, m.header::text, m.dice_key, m.opened_ms, m.started_at, m.ended_at, m.footer::text, m.rated, m.status, m.turns
    FROM matches m";

#[async_trait]
impl Logs for PostgresStore {
    async fn match_row(&self, id: MatchId) -> Result<Option<MatchRow>, StoreError> {
        let query = AssertSqlSafe(format!("{MATCH} WHERE m.id = $1"));
        let row = sqlx::query(query).bind(id.0.cast_signed()).fetch_optional(&self.reads).await?;
        row.as_ref().map(to_match).transpose()
    }

    async fn entries(&self, id: MatchId) -> Result<Vec<StoredEntry>, StoreError> {
        let query = "SELECT seq, tick, input, digest, command FROM entries WHERE match = $1 ORDER BY seq";
        let rows = sqlx::query(query).bind(id.0.cast_signed()).fetch_all(&self.logs).await?;
        rows.iter().map(|row| Ok(StoredEntry { entry: to_entry(row)?, command: row.try_get("command")? })).collect()
    }

    /// Inputs are given out as they were written, not taken apart.
    async fn log_lines(&self, id: MatchId, after: u64, limit: u32) -> Result<Vec<String>, StoreError> {
        let query = "SELECT seq, tick, input, digest FROM entries WHERE match = $1 AND seq > $2 ORDER BY seq LIMIT $3";
        let rows = sqlx::query(query)
            .bind(id.0.cast_signed())
            .bind(after.cast_signed())
            .bind(i64::from(limit))
            .fetch_all(&self.logs)
            .await?;
        rows.iter().map(|row| Ok(to_json(&to_entry::<&RawValue>(row)?))).collect()
    }
}

fn to_entry<'r, I: Deserialize<'r>>(row: &'r PgRow) -> Result<Entry<I>, StoreError> {
    let digest: Option<&str> = row.try_get("digest")?;
    Ok(Entry {
        seq: unsigned(row, "seq")?,
        tick: Tick(unsigned(row, "tick")?),
        input: from_json(row.try_get("input")?)?,
        digest: digest.map(|digest| from_json(&format!("\"{digest}\""))).transpose()?,
    })
}
