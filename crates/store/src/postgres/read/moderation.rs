//! Questions about mutes and reports.

use crate::{
    Moderation, PostgresStore, ReportRow, Reports, StoreError, User,
    sql::{
        columns::{self, Columns, unsigned},
        moderation::to_reports,
    },
};
use async_trait::async_trait;
use parlor_wire::UserId;
use sqlx::AssertSqlSafe;

#[async_trait]
impl Moderation for PostgresStore {
    async fn mutes(&self, user: UserId) -> Result<Vec<User>, StoreError> {
        let query = "SELECT u.id, u.name, u.kind FROM mutes m JOIN users u ON u.id = m.muted
            WHERE m.user_id = $1 ORDER BY m.at DESC, u.id";
        let rows = sqlx::query(query).bind(user.0.cast_signed()).fetch_all(&self.reads).await?;
        rows.iter().map(columns::user).collect()
    }

    async fn has_muted(&self, user: UserId, other: UserId) -> Result<bool, StoreError> {
        let query = "SELECT 1 FROM mutes WHERE user_id = $1 AND muted = $2";
        let query = sqlx::query(query).bind(user.0.cast_signed()).bind(other.0.cast_signed());
        Ok(query.fetch_optional(&self.reads).await?.is_some())
    }

    async fn reports(&self, which: Reports) -> Result<Vec<ReportRow>, StoreError> {
        let (condition, number, limit) = match which {
            Reports::Open => ("r.closed_at IS NULL AND $1 = 0", 0, i64::MAX),
            Reports::Oldest(limit) => ("r.closed_at IS NULL AND $1 = 0", 0, limit.into()),
            Reports::All => ("$1 = 0", 0, i64::MAX),
            Reports::By(user) => ("r.reporter = $1", user.0.cast_signed(), i64::MAX),
        };
        let query = AssertSqlSafe(format!(
            "SELECT r.id AS report, r.about_name, r.at_table, r.about_line, r.reason, r.note, r.at, r.closed_at,
                u.id, u.name, u.kind, by.id AS by_id, by.name AS by_name, by.kind AS by_kind
            FROM reports r JOIN users u ON u.id = r.about LEFT JOIN users by ON by.id = r.reporter
            WHERE {condition} ORDER BY r.id LIMIT $2"
        ));
        let rows = sqlx::query(query).bind(number).bind(limit).fetch_all(&self.reads).await?;
        let ids = rows.iter().map(|row| row.number("report")).collect::<Result<Vec<_>, _>>()?;
        let lines = sqlx::query(LINES).bind(ids).fetch_all(&self.reads).await?;
        to_reports(&rows, &lines)
    }

    async fn open_reports(&self) -> Result<u64, StoreError> {
        let query = "SELECT count(*) AS open FROM reports WHERE closed_at IS NULL";
        unsigned(&sqlx::query(query).fetch_one(&self.reads).await?, "open")
    }
}

/// What was said, of some reports, each one's lines in order.
const LINES: &str = "SELECT * FROM reported_lines WHERE report = ANY($1) ORDER BY report, place";
