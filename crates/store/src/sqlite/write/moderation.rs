//! Changes to mutes and reports.

use crate::{
    CLOSED_REPORTS, Line, MUTES, NewReport, OPEN_REPORTS, OPEN_REPORTS_BY_ONE, StoreError, sql::moderation::at_most,
    sqlite::db::Db, words::Word,
};
use parlor_wire::UserId;
use rusqlite::params;

pub fn mute(db: &mut Db, user: UserId, muted: UserId, at: u64) -> Result<(), StoreError> {
    db.run(
        "INSERT INTO mutes (user, muted, at) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING",
        params![user.0.cast_signed(), muted.0.cast_signed(), at.cast_signed()],
    )?;
    let all = "SELECT count(*) FROM mutes WHERE user = ?1";
    let count = db.one(all, params![user.0.cast_signed()], |row| Ok(row.get(0)?))?;
    at_most(count, MUTES)
}

pub fn unmute(db: &mut Db, user: UserId, muted: UserId) -> Result<(), StoreError> {
    db.run("DELETE FROM mutes WHERE user = ?1 AND muted = ?2", params![user.0.cast_signed(), muted.0.cast_signed()])?;
    Ok(())
}

/// A user's report that is open already is not written down again.
pub fn report(db: &mut Db, report: &NewReport) -> Result<(), StoreError> {
    let (reporter, about) = (report.reporter.0.cast_signed(), report.about.0.cast_signed());
    let line = report.line.map(|line| line.0.cast_signed());
    let known = "SELECT 1 FROM reports WHERE reporter = ?1 AND about = ?2 AND about_line IS ?3 AND closed_at IS NULL";
    if db.exists(known, params![reporter, about, line])? {
        return Ok(());
    }
    let id = db.insert(
        "INSERT INTO reports (reporter, about, about_name, at_table, about_line, reason, note, at)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        params![
            reporter,
            about,
            &report.about_name,
            report.code.map(|code| code.to_string()),
            line,
            &*report.reason.word(),
            &report.note,
            report.at.cast_signed()
        ],
    )?;
    let theirs = "SELECT count(*) FROM reports WHERE reporter = ?1 AND closed_at IS NULL";
    let count = db.one(theirs, params![reporter], |row| Ok(row.get(0)?))?;
    at_most(count, OPEN_REPORTS_BY_ONE)?;
    let open = "SELECT count(*) FROM reports WHERE closed_at IS NULL";
    let count: i64 = db.one(open, [], |row| Ok(row.get(0)?))?;
    if count > i64::from(OPEN_REPORTS) {
        return Err(StoreError::Full);
    }
    for (place, line) in (0i64..).zip(&report.lines) {
        add_line(db, id, place, line)?;
    }
    Ok(())
}

/// A user who has been deleted meanwhile leaves nothing behind here either.
fn add_line(db: &mut Db, report: i64, place: i64, line: &Line) -> Result<(), StoreError> {
    db.run(
        "INSERT INTO reported_lines (report, place, room, id, sender, name, seated, text)
        SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8 WHERE EXISTS (SELECT 1 FROM users WHERE id = ?5)",
        params![
            report,
            place,
            &*line.room.word(),
            line.id.0.cast_signed(),
            line.from.0.cast_signed(),
            &line.name,
            line.seated,
            &line.text
        ],
    )?;
    Ok(())
}

pub fn close_report(db: &mut Db, id: u64, at: u64) -> Result<(), StoreError> {
    db.run(
        "UPDATE reports SET closed_at = ?2 WHERE id = ?1 AND closed_at IS NULL",
        params![id.cast_signed(), at.cast_signed()],
    )?;
    let old = "DELETE FROM reports WHERE closed_at IS NOT NULL AND id NOT IN
        (SELECT id FROM reports WHERE closed_at IS NOT NULL ORDER BY closed_at DESC, id DESC LIMIT ?1)";
    db.run(old, params![CLOSED_REPORTS])?;
    Ok(())
}
