//! Changes to mutes and reports.

use crate::{
    CLOSED_REPORTS, Line, MUTES, NewReport, OPEN_REPORTS, OPEN_REPORTS_BY_ONE, StoreError, sql::moderation::at_most,
    words::Word,
};
use parlor_wire::UserId;
use sqlx::{PgConnection, Row};

pub async fn mute(db: &mut PgConnection, user: UserId, muted: UserId, at: u64) -> Result<(), StoreError> {
    sqlx::query("INSERT INTO mutes (user_id, muted, at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING")
        .bind(user.0.cast_signed())
        .bind(muted.0.cast_signed())
        .bind(at.cast_signed())
        .execute(&mut *db)
        .await?;
    let all = "SELECT count(*) FROM mutes WHERE user_id = $1";
    let count: i64 = sqlx::query(all).bind(user.0.cast_signed()).fetch_one(db).await?.try_get(0)?;
    at_most(count, MUTES)
}

pub async fn unmute(db: &mut PgConnection, user: UserId, muted: UserId) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM mutes WHERE user_id = $1 AND muted = $2")
        .bind(user.0.cast_signed())
        .bind(muted.0.cast_signed())
        .execute(db)
        .await?;
    Ok(())
}

/// A user's report that is open already is not written down again.
pub async fn report(db: &mut PgConnection, report: &NewReport) -> Result<(), StoreError> {
    let (reporter, about) = (report.reporter.0.cast_signed(), report.about.0.cast_signed());
    let line = report.line.map(|line| line.0.cast_signed());
    let known = "SELECT 1 FROM reports WHERE reporter = $1 AND about = $2 AND about_line IS NOT DISTINCT FROM $3 AND closed_at IS NULL";
    if sqlx::query(known).bind(reporter).bind(about).bind(line).fetch_optional(&mut *db).await?.is_some() {
        return Ok(());
    }
    let id: i64 = sqlx::query(
        "INSERT INTO reports (reporter, about, about_name, at_table, about_line, reason, note, at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id",
    )
    .bind(reporter)
    .bind(about)
    .bind(&report.about_name)
    .bind(report.code.map(|code| code.to_string()))
    .bind(line)
    .bind(&*report.reason.word())
    .bind(&report.note)
    .bind(report.at.cast_signed())
    .fetch_one(&mut *db)
    .await?
    .try_get("id")?;
    let theirs = "SELECT count(*) FROM reports WHERE reporter = $1 AND closed_at IS NULL";
    let count = sqlx::query(theirs).bind(reporter).fetch_one(&mut *db).await?.try_get(0)?;
    at_most(count, OPEN_REPORTS_BY_ONE)?;
    let open = "SELECT count(*) FROM reports WHERE closed_at IS NULL";
    let count: i64 = sqlx::query(open).fetch_one(&mut *db).await?.try_get(0)?;
    if count > i64::from(OPEN_REPORTS) {
        return Err(StoreError::Full);
    }
    for (place, line) in (0i64..).zip(&report.lines) {
        add_line(db, id, place, line).await?;
    }
    Ok(())
}

/// A user who has been deleted meanwhile leaves nothing behind here either.
async fn add_line(db: &mut PgConnection, report: i64, place: i64, line: &Line) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO reported_lines (report, place, room, id, sender, name, seated, text)
        SELECT $1, $2, $3, $4, $5, $6, $7, $8 WHERE EXISTS (SELECT 1 FROM users WHERE id = $5)",
    )
    .bind(report)
    .bind(place)
    .bind(&*line.room.word())
    .bind(line.id.0.cast_signed())
    .bind(line.from.0.cast_signed())
    .bind(&line.name)
    .bind(line.seated)
    .bind(&line.text)
    .execute(db)
    .await?;
    Ok(())
}

pub async fn close_report(db: &mut PgConnection, id: u64, at: u64) -> Result<(), StoreError> {
    sqlx::query("UPDATE reports SET closed_at = $2 WHERE id = $1 AND closed_at IS NULL")
        .bind(id.cast_signed())
        .bind(at.cast_signed())
        .execute(&mut *db)
        .await?;
    let old = "DELETE FROM reports WHERE closed_at IS NOT NULL AND id NOT IN
        (SELECT id FROM reports WHERE closed_at IS NOT NULL ORDER BY closed_at DESC, id DESC LIMIT $1)";
    sqlx::query(old).bind(i64::from(CLOSED_REPORTS)).execute(db).await?;
    Ok(())
}
