//! Changes to what was said, to who does not want to hear whom, and to reports.

use super::{json, key};
use crate::{
    NewReport, StoreError,
    reports::{CLOSED_REPORTS, MUTES, OPEN_REPORTS, OPEN_REPORTS_BY_ONE},
};
use parlor_wire::{ChatLine, UserId};
use sqlx::{Row, SqliteConnection};

/// How many lines of chat are kept for each room of a table: nobody's talk pushes out that of others.
const CHAT_KEPT: u32 = 200;

pub async fn say(db: &mut SqliteConnection, code: &str, line: &ChatLine) -> Result<(), StoreError> {
    let room = json(&line.room);
    sqlx::query("INSERT INTO chat (code, line, sender, room) VALUES ($1, $2, $3, $4)")
        .bind(code)
        .bind(json(line))
        .bind(line.from.to_string())
        .bind(&room)
        .execute(&mut *db)
        .await?;
    let old = "DELETE FROM chat WHERE code = $1 AND room = $2 AND rowid NOT IN
        (SELECT rowid FROM chat WHERE code = $1 AND room = $2 ORDER BY rowid DESC LIMIT $3)";
    sqlx::query(old).bind(code).bind(&room).bind(CHAT_KEPT).execute(db).await?;
    Ok(())
}

pub async fn forget(db: &mut SqliteConnection, code: &str, user: UserId) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM chat WHERE code = $1 AND sender = $2")
        .bind(code)
        .bind(user.to_string())
        .execute(db)
        .await?;
    Ok(())
}

pub async fn mute(db: &mut SqliteConnection, user: UserId, muted: UserId, at: u64) -> Result<(), StoreError> {
    sqlx::query("INSERT INTO mutes (user, muted, at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING")
        .bind(key(user))
        .bind(key(muted))
        .bind(at.cast_signed())
        .execute(&mut *db)
        .await?;
    let all = "SELECT count(*) FROM mutes WHERE user = $1";
    let count: i64 = sqlx::query(all).bind(key(user)).fetch_one(db).await?.try_get(0)?;
    at_most(count, MUTES)
}

pub async fn unmute(db: &mut SqliteConnection, user: UserId, muted: UserId) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM mutes WHERE user = $1 AND muted = $2")
        .bind(key(user))
        .bind(key(muted))
        .execute(db)
        .await?;
    Ok(())
}

/// What somebody has reported already, and nobody has looked at yet, is not written down again.
pub async fn report(db: &mut SqliteConnection, report: &NewReport) -> Result<(), StoreError> {
    let (line, code) = (report.line.map(|line| line.to_string()), report.code.map(|code| code.to_string()));
    let known = "SELECT 1 FROM reports WHERE reporter = $1 AND about = $2 AND line IS $3 AND closed_at IS NULL";
    let known = sqlx::query(known).bind(key(report.reporter)).bind(key(report.about)).bind(&line);
    if known.fetch_optional(&mut *db).await?.is_some() {
        return Ok(());
    }
    let columns = "INSERT INTO reports (reporter, about, about_name, code, line, reason, note, at)";
    let id = sqlx::query(sqlx::AssertSqlSafe(format!("{columns} VALUES ($1, $2, $3, $4, $5, $6, $7, $8)")))
        .bind(key(report.reporter))
        .bind(key(report.about))
        .bind(&report.about_name)
        .bind(code.unwrap_or_default())
        .bind(line)
        .bind(report.reason.word())
        .bind(&report.note)
        .bind(report.at.cast_signed())
        .execute(&mut *db)
        .await?
        .last_insert_rowid();
    let theirs = "SELECT count(*) FROM reports WHERE reporter = $1 AND closed_at IS NULL";
    let count = sqlx::query(theirs).bind(key(report.reporter)).fetch_one(&mut *db).await?.try_get(0)?;
    at_most(count, OPEN_REPORTS_BY_ONE)?;
    let open = "SELECT count(*) FROM reports WHERE closed_at IS NULL";
    let count: i64 = sqlx::query(open).fetch_one(&mut *db).await?.try_get(0)?;
    if count > i64::from(OPEN_REPORTS) {
        return Err(StoreError::Full);
    }
    for (place, line) in (0i64..).zip(&report.lines) {
        // Whoever has been deleted meanwhile leaves nothing behind here either.
        let insert = "INSERT INTO report_lines (report, place, sender, line)
            SELECT $1, $2, $3, $4 WHERE EXISTS (SELECT 1 FROM users WHERE id = $3)";
        sqlx::query(insert).bind(id).bind(place).bind(key(line.from)).bind(json(line)).execute(&mut *db).await?;
    }
    Ok(())
}

pub async fn close_report(db: &mut SqliteConnection, id: u64, at: u64) -> Result<(), StoreError> {
    sqlx::query("UPDATE reports SET closed_at = $2 WHERE id = $1 AND closed_at IS NULL")
        .bind(id.cast_signed())
        .bind(at.cast_signed())
        .execute(&mut *db)
        .await?;
    let old = "DELETE FROM reports WHERE closed_at IS NOT NULL AND id NOT IN
        (SELECT id FROM reports WHERE closed_at IS NOT NULL ORDER BY closed_at DESC, id DESC LIMIT $1)";
    sqlx::query(old).bind(CLOSED_REPORTS).execute(db).await?;
    Ok(())
}

/// Counted after the fact: one too many undoes the whole job.
fn at_most(count: i64, most: u32) -> Result<(), StoreError> {
    if count > i64::from(most) { Err(StoreError::TooMany) } else { Ok(()) }
}
