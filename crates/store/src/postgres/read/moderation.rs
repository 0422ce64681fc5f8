//! Questions about mutes and reports.

use crate::{
    Line, Moderation, PostgresStore, ReportRow, Reports, StoreError, User,
    sql::{
        columns::{self, Columns},
        moderation::to_report,
        tables::to_line,
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
        let (condition, user) = match which {
            Reports::Open => ("r.closed_at IS NULL AND $1 = 0", 0),
            Reports::All => ("$1 = 0", 0),
            Reports::By(user) => ("r.reporter = $1", user.0.cast_signed()),
        };
        let query = AssertSqlSafe(format!(
            "SELECT r.id AS report, r.about_name, r.at_table, r.about_line, r.reason, r.note, r.at, r.closed_at,
                u.id, u.name, u.kind, by.id AS by_id, by.name AS by_name, by.kind AS by_kind
            FROM reports r JOIN users u ON u.id = r.about LEFT JOIN users by ON by.id = r.reporter
            WHERE {condition} ORDER BY r.id"
        ));
        let rows = sqlx::query(query).bind(user).fetch_all(&self.reads).await?;
        let mut reports = Vec::with_capacity(rows.len());
        for row in &rows {
            let lines = self.reported_lines(row.number("report")?).await?;
            reports.push(to_report(row, lines)?);
        }
        Ok(reports)
    }
}

impl PostgresStore {
    async fn reported_lines(&self, report: i64) -> Result<Vec<Line>, StoreError> {
        let query = "SELECT * FROM reported_lines WHERE report = $1 ORDER BY place";
        let rows = sqlx::query(query).bind(report).fetch_all(&self.reads).await?;
        rows.iter().map(to_line).collect()
    }
}
