//! Questions to the database.

mod chat;
pub mod invitations;
mod ledger;
mod people;
mod results;
pub use chat::{chat, has_muted, mutes, reports, said};
pub use ledger::{audit, boxes, purse, statement, trust};
pub use people::{account, account_by_login, bots_of, session, sessions, to_kind, user, user_by_name};
pub use results::{kind_text, leaders, match_record, matches_of, rating, rivals, standings, to_rating};

use crate::{MatchRow, StoreError, StoredEntry};
use parlor_kernel::{Entry, Key, Tick};
use parlor_wire::{MatchId, TableCode};
use serde::Deserialize;
use serde_json::value::RawValue;
use sqlx::{AssertSqlSafe, Row, SqlitePool, sqlite::SqliteRow};

pub async fn clock(db: &SqlitePool) -> Result<u64, StoreError> {
    let row = sqlx::query("SELECT ms FROM clock").fetch_one(db).await?;
    unsigned(&row, "ms")
}

pub async fn tables(db: &SqlitePool) -> Result<Vec<(TableCode, String)>, StoreError> {
    let rows = sqlx::query("SELECT code, state FROM tables ORDER BY code").fetch_all(db).await?;
    rows.iter()
        .map(|row| {
            let code: &str = row.try_get("code")?;
            let code = code.parse().map_err(|_| StoreError::Corrupt(format!("table code {code}")))?;
            Ok((code, row.try_get("state")?))
        })
        .collect()
}

pub async fn table(db: &SqlitePool, code: TableCode) -> Result<Option<String>, StoreError> {
    let row = sqlx::query("SELECT state FROM tables WHERE code = $1").bind(code.as_str()).fetch_optional(db).await?;
    Ok(row.map(|row| row.try_get("state")).transpose()?)
}

pub async fn done(db: &SqlitePool, table: TableCode) -> Result<Vec<String>, StoreError> {
    let rows = sqlx::query("SELECT command FROM done WHERE code = $1 ORDER BY place")
        .bind(table.as_str())
        .fetch_all(db)
        .await?;
    Ok(rows.iter().map(|row| row.try_get("command")).collect::<Result<_, _>>()?)
}

const MATCH: &str =
    "SELECT m.id, m.header, m.dice_key, m.opened_ms, m.started_at, m.ended_at, m.footer, m.rated, m.status, m.turns
    FROM matches m";

pub async fn match_row(db: &SqlitePool, id: MatchId) -> Result<Option<MatchRow>, StoreError> {
    let query = AssertSqlSafe(format!("{MATCH} WHERE m.id = $1"));
    let row = sqlx::query(query).bind(id.0.cast_signed()).fetch_optional(db).await?;
    row.as_ref().map(to_match).transpose()
}

pub async fn finished_count(db: &SqlitePool) -> Result<u64, StoreError> {
    let row = sqlx::query("SELECT count(*) AS n FROM matches WHERE footer IS NOT NULL").fetch_one(db).await?;
    unsigned(&row, "n")
}

pub async fn finished(db: &SqlitePool, after: Option<MatchId>, limit: u32) -> Result<Vec<MatchId>, StoreError> {
    let rest = if after.is_some() { "id > $1" } else { "$1 IS NULL" };
    let page =
        AssertSqlSafe(format!("SELECT id FROM matches WHERE footer IS NOT NULL AND {rest} ORDER BY id LIMIT $2"));
    let rows = sqlx::query(page).bind(after.map(|id| id.0.cast_signed())).bind(limit).fetch_all(db).await?;
    rows.iter().map(|row| Ok(MatchId(unsigned(row, "id")?))).collect()
}

pub async fn entries(db: &SqlitePool, id: MatchId) -> Result<Vec<StoredEntry>, StoreError> {
    let rows = sqlx::query("SELECT seq, tick, input, digest, command FROM entries WHERE match = $1 ORDER BY seq")
        .bind(id.0.cast_signed())
        .fetch_all(db)
        .await?;
    rows.iter().map(|row| Ok(StoredEntry { entry: to_entry(row)?, command: row.try_get("command")? })).collect()
}

/// The lines as they are to be read; what happened is given out as it was written, not taken apart.
pub async fn log_lines(db: &SqlitePool, id: MatchId, after: u64, limit: u32) -> Result<Vec<String>, StoreError> {
    let rows =
        sqlx::query("SELECT seq, tick, input, digest FROM entries WHERE match = $1 AND seq > $2 ORDER BY seq LIMIT $3")
            .bind(id.0.cast_signed())
            .bind(after.cast_signed())
            .bind(limit)
            .fetch_all(db)
            .await?;
    let corrupt = |error: serde_json::Error| StoreError::Corrupt(error.to_string());
    rows.iter().map(|row| serde_json::to_string(&to_entry::<&RawValue>(row)?).map_err(corrupt)).collect()
}

fn to_entry<'r, I: Deserialize<'r>>(row: &'r SqliteRow) -> Result<Entry<I>, StoreError> {
    let digest: Option<&str> = row.try_get("digest")?;
    Ok(Entry {
        seq: unsigned(row, "seq")?,
        tick: Tick(unsigned(row, "tick")?),
        input: json(row.try_get("input")?)?,
        digest: digest.map(|digest| json(&format!("\"{digest}\""))).transpose()?,
    })
}

fn to_match(row: &SqliteRow) -> Result<MatchRow, StoreError> {
    let key: Vec<u8> = row.try_get("dice_key")?;
    let key = key.try_into().map_err(|_| StoreError::Corrupt("a dice key".into()))?;
    let footer: Option<&str> = row.try_get("footer")?;
    let ended_at: Option<i64> = row.try_get("ended_at")?;
    Ok(MatchRow {
        id: MatchId(unsigned(row, "id")?),
        header: json(row.try_get("header")?)?,
        key: Key(key),
        rated: row.try_get("rated")?,
        opened_ms: unsigned(row, "opened_ms")?,
        started_at: unsigned(row, "started_at")?,
        ended_at: ended_at.map(i64::cast_unsigned),
        footer: footer.map(json).transpose()?,
    })
}

fn unsigned(row: &SqliteRow, column: &str) -> Result<u64, StoreError> {
    Ok(row.try_get::<i64, _>(column)?.cast_unsigned())
}

fn json<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, StoreError> {
    serde_json::from_str(text).map_err(|error| StoreError::Corrupt(error.to_string()))
}
