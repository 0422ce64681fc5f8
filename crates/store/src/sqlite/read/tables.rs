//! Questions about open tables and what is said there.

use crate::{
    Line, SqliteStore, StoreError, Tables,
    sqlite::row::{table_code, unsigned, word},
};
use async_trait::async_trait;
use parlor_wire::{LineId, TableCode, UserId};
use sqlx::{Row, sqlite::SqliteRow};

#[async_trait]
impl Tables for SqliteStore {
    async fn clock(&self) -> Result<u64, StoreError> {
        let row = sqlx::query("SELECT ms FROM clock").fetch_one(&self.reads).await?;
        unsigned(&row, "ms")
    }

    async fn tables(&self) -> Result<Vec<(TableCode, String)>, StoreError> {
        let rows = sqlx::query("SELECT code, state FROM tables ORDER BY code").fetch_all(&self.reads).await?;
        rows.iter().map(|row| Ok((table_code(row.try_get("code")?)?, row.try_get("state")?))).collect()
    }

    async fn table(&self, code: TableCode) -> Result<Option<String>, StoreError> {
        let query = "SELECT state FROM tables WHERE code = $1";
        let row = sqlx::query(query).bind(code.as_str()).fetch_optional(&self.reads).await?;
        Ok(row.map(|row| row.try_get("state")).transpose()?)
    }

    async fn done(&self, table: TableCode) -> Result<Vec<String>, StoreError> {
        let query = "SELECT command FROM done WHERE code = $1 ORDER BY place";
        let rows = sqlx::query(query).bind(table.as_str()).fetch_all(&self.reads).await?;
        Ok(rows.iter().map(|row| row.try_get("command")).collect::<Result<_, _>>()?)
    }

    async fn chat(&self, table: TableCode, limit: u32) -> Result<Vec<Line>, StoreError> {
        let latest = "SELECT * FROM
            (SELECT *, row_number() OVER (PARTITION BY room ORDER BY place DESC) AS age FROM lines WHERE code = $1)
            WHERE age <= $2 ORDER BY place";
        let rows = sqlx::query(latest).bind(table.as_str()).bind(limit).fetch_all(&self.reads).await?;
        rows.iter().map(to_line).collect()
    }

    async fn said(&self, user: UserId) -> Result<Vec<Line>, StoreError> {
        let query = "SELECT * FROM lines WHERE sender = $1 ORDER BY place";
        let rows = sqlx::query(query).bind(user.0.cast_signed()).fetch_all(&self.reads).await?;
        rows.iter().map(to_line).collect()
    }
}

pub fn to_line(row: &SqliteRow) -> Result<Line, StoreError> {
    Ok(Line {
        id: LineId(unsigned(row, "id")?),
        room: word(row, "room")?,
        from: UserId(unsigned(row, "sender")?),
        name: row.try_get("name")?,
        seated: row.try_get("seated")?,
        text: row.try_get("text")?,
    })
}
