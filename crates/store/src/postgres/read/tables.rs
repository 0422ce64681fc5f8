//! Questions about open tables and what is said there.

use crate::{
    Due, Line, PostgresStore, StoreError, Tables,
    sql::{
        columns::unsigned,
        tables::{self, to_due, to_line, to_table},
    },
};
use async_trait::async_trait;
use parlor_wire::{TableCode, UserId};
use sqlx::Row;

#[async_trait]
impl Tables for PostgresStore {
    async fn clock(&self) -> Result<u64, StoreError> {
        let row = sqlx::query("SELECT ms FROM clock").fetch_one(&self.reads).await?;
        unsigned(&row, "ms")
    }

    async fn tables(&self) -> Result<Vec<(TableCode, String)>, StoreError> {
        let rows = sqlx::query("SELECT code, state FROM tables ORDER BY code").fetch_all(&self.reads).await?;
        rows.iter().map(to_table).collect()
    }

    async fn awake(&self) -> Result<Vec<(TableCode, String)>, StoreError> {
        let query = "SELECT code, state FROM tables WHERE due IS NULL ORDER BY code";
        let rows = sqlx::query(query).fetch_all(&self.reads).await?;
        rows.iter().map(to_table).collect()
    }

    async fn asleep(&self) -> Result<u64, StoreError> {
        let query = "SELECT count(*) AS tables FROM tables WHERE due IS NOT NULL";
        unsigned(&sqlx::query(query).fetch_one(&self.reads).await?, "tables")
    }

    async fn due(&self, now: u64, after: Option<Due>, limit: u32) -> Result<Vec<Due>, StoreError> {
        let query = "SELECT due, code FROM tables WHERE due IS NOT NULL AND due <= $1 AND (due, code) > ($2, $3)
            ORDER BY due, code LIMIT $4";
        let (due, code) = tables::after(after);
        let rows = sqlx::query(query).bind(now.cast_signed()).bind(due).bind(code).bind(i64::from(limit));
        let rows = rows.fetch_all(&self.reads).await?;
        rows.iter().map(to_due).collect()
    }

    async fn asleep_with(&self, user: UserId) -> Result<Vec<(TableCode, String)>, StoreError> {
        let query = "SELECT t.code, t.state FROM sleeping_seats s JOIN tables t ON t.code = s.code WHERE s.user_id = $1
            ORDER BY t.code";
        let rows = sqlx::query(query).bind(user.0.cast_signed()).fetch_all(&self.reads).await?;
        rows.iter().map(to_table).collect()
    }

    async fn asleep_in_public(&self, limit: u32) -> Result<Vec<(TableCode, String)>, StoreError> {
        let query = "SELECT code, state FROM tables WHERE listed IS NOT NULL ORDER BY listed, code LIMIT $1";
        let rows = sqlx::query(query).bind(i64::from(limit)).fetch_all(&self.reads).await?;
        rows.iter().map(to_table).collect()
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
            (SELECT *, row_number() OVER (PARTITION BY room ORDER BY place DESC) AS age FROM lines WHERE code = $1) AS latest
            WHERE age <= $2 ORDER BY place";
        let rows = sqlx::query(latest).bind(table.as_str()).bind(i64::from(limit)).fetch_all(&self.reads).await?;
        rows.iter().map(to_line).collect()
    }

    async fn said(&self, user: UserId) -> Result<Vec<Line>, StoreError> {
        let query = "SELECT * FROM lines WHERE sender = $1 ORDER BY place";
        let rows = sqlx::query(query).bind(user.0.cast_signed()).fetch_all(&self.reads).await?;
        rows.iter().map(to_line).collect()
    }
}
