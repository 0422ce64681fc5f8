//! Questions about what was said, who does not want to hear whom, and reports.

use super::{
    json,
    people::{to_kind, to_user},
    unsigned,
};
use crate::{ReportRow, Reports, StoreError, User};
use parlor_wire::{ChatLine, TableCode, UserId};
use sqlx::{AssertSqlSafe, Row, SqlitePool, sqlite::SqliteRow};

pub async fn chat(db: &SqlitePool, table: TableCode, limit: u32) -> Result<Vec<ChatLine>, StoreError> {
    let latest = "SELECT line FROM
        (SELECT rowid AS place, line, row_number() OVER (PARTITION BY room ORDER BY rowid DESC) AS age
            FROM chat WHERE code = $1)
        WHERE age <= $2 ORDER BY place";
    let rows = sqlx::query(latest).bind(table.as_str()).bind(limit).fetch_all(db).await?;
    rows.iter().map(|row| json(row.try_get("line")?)).collect()
}

pub async fn said(db: &SqlitePool, user: UserId) -> Result<Vec<ChatLine>, StoreError> {
    let rows = sqlx::query("SELECT line FROM chat WHERE sender = $1 ORDER BY rowid")
        .bind(user.to_string())
        .fetch_all(db)
        .await?;
    rows.iter().map(|row| json(row.try_get("line")?)).collect()
}

pub async fn mutes(db: &SqlitePool, user: UserId) -> Result<Vec<User>, StoreError> {
    let query = "SELECT u.id, u.name, u.kind FROM mutes m JOIN users u ON u.id = m.muted
        WHERE m.user = $1 ORDER BY m.at DESC, u.id";
    let rows = sqlx::query(query).bind(user.0.cast_signed()).fetch_all(db).await?;
    rows.iter().map(to_user).collect()
}

pub async fn has_muted(db: &SqlitePool, user: UserId, other: UserId) -> Result<bool, StoreError> {
    let query = "SELECT 1 FROM mutes WHERE user = $1 AND muted = $2";
    let row = sqlx::query(query).bind(user.0.cast_signed()).bind(other.0.cast_signed()).fetch_optional(db).await?;
    Ok(row.is_some())
}

pub async fn reports(db: &SqlitePool, which: Reports) -> Result<Vec<ReportRow>, StoreError> {
    let (condition, user) = match which {
        Reports::Open => ("r.closed_at IS NULL AND $1 = 0", 0),
        Reports::All => ("$1 = 0", 0),
        Reports::By(user) => ("r.reporter = $1", user.0.cast_signed()),
    };
    let query = AssertSqlSafe(format!(
        "SELECT r.id AS report, r.about_name, r.code, r.line, r.reason, r.note, r.at, r.closed_at, u.id, u.name, u.kind,
            by.id AS by_id, by.name AS by_name, by.kind AS by_kind
        FROM reports r JOIN users u ON u.id = r.about LEFT JOIN users by ON by.id = r.reporter
        WHERE {condition} ORDER BY r.id"
    ));
    let rows = sqlx::query(query).bind(user).fetch_all(db).await?;
    let mut reports = Vec::with_capacity(rows.len());
    for row in &rows {
        let lines = lines_of(db, row.try_get("report")?).await?;
        reports.push(to_report(row, lines)?);
    }
    Ok(reports)
}

async fn lines_of(db: &SqlitePool, report: i64) -> Result<Vec<ChatLine>, StoreError> {
    let query = "SELECT line FROM report_lines WHERE report = $1 ORDER BY place";
    let rows = sqlx::query(query).bind(report).fetch_all(db).await?;
    rows.iter().map(|row| json(row.try_get("line")?)).collect()
}

fn to_report(row: &SqliteRow, lines: Vec<ChatLine>) -> Result<ReportRow, StoreError> {
    let (code, reason): (&str, &str) = (row.try_get("code")?, row.try_get("reason")?);
    let (line, closed_at): (Option<&str>, Option<i64>) = (row.try_get("line")?, row.try_get("closed_at")?);
    let corrupt = |what: &str| StoreError::Corrupt(what.to_owned());
    let reporter = match row.try_get::<Option<i64>, _>("by_id")? {
        Some(id) => Some(User {
            id: UserId(id.cast_unsigned()),
            name: row.try_get("by_name")?,
            kind: to_kind(row.try_get("by_kind")?)?,
        }),
        None => None,
    };
    Ok(ReportRow {
        id: unsigned(row, "report")?,
        reporter,
        about: to_user(row)?,
        about_name: row.try_get("about_name")?,
        // Those about nobody's talk have no table.
        code: (!code.is_empty()).then(|| code.parse().map_err(|_| corrupt(code))).transpose()?,
        line: line.map(|line| line.parse().map_err(|_| corrupt(line))).transpose()?,
        reason: json(&format!("\"{reason}\""))?,
        note: row.try_get("note")?,
        at: unsigned(row, "at")?,
        closed_at: closed_at.map(i64::cast_unsigned),
        lines,
    })
}
