//! Changes to open tables and what is said there.

use crate::{DONE_KEPT, LINES_KEPT, Line, Listed, Sleep, StoreError, sqlite::db::Db, words::Word};
use parlor_wire::{TableCode, UserId};
use rusqlite::params;

/// The clock never runs backwards, whatever order writes arrive in.
pub fn clock(db: &mut Db, ms: u64) -> Result<(), StoreError> {
    db.run("UPDATE clock SET ms = max(ms, ?1)", params![ms.cast_signed()])?;
    Ok(())
}

/// Saves a table that is awake.
pub fn save(db: &mut Db, code: TableCode, state: &str) -> Result<(), StoreError> {
    put(db, code, state, None, None)
}

/// Saves a table that falls asleep.
pub fn lay_down(db: &mut Db, code: TableCode, state: &str, sleep: &Sleep) -> Result<(), StoreError> {
    let listed = sleep.listed.map(|listed| listed == Listed::Full);
    put(db, code, state, Some(sleep.due.cast_signed()), listed)?;
    for user in &sleep.seated {
        db.run(
            "INSERT INTO sleeping_seats (user, code) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
            params![user.0.cast_signed(), code.as_str()],
        )?;
    }
    Ok(())
}

fn put(db: &mut Db, code: TableCode, state: &str, due: Option<i64>, listed: Option<bool>) -> Result<(), StoreError> {
    db.run(
        "INSERT INTO tables (code, state, due, listed) VALUES (?1, ?2, ?3, ?4)
        ON CONFLICT (code) DO UPDATE SET state = excluded.state, due = excluded.due, listed = excluded.listed",
        params![code.as_str(), state, due, listed],
    )?;
    // Most tables that are saved have not slept: looking is cheaper than deleting nothing.
    if db.exists("SELECT 1 FROM sleeping_seats WHERE code = ?1", params![code.as_str()])? {
        db.run("DELETE FROM sleeping_seats WHERE code = ?1", params![code.as_str()])?;
    }
    Ok(())
}

/// What was said there, and which commands were done, goes with it.
pub fn remove(db: &mut Db, code: TableCode) -> Result<(), StoreError> {
    db.run("DELETE FROM tables WHERE code = ?1", params![code.as_str()])?;
    Ok(())
}

pub fn done(db: &mut Db, code: TableCode, command: &str) -> Result<(), StoreError> {
    db.run("INSERT INTO done (code, command) VALUES (?1, ?2) ON CONFLICT DO NOTHING", params![code.as_str(), command])?;
    let old = "DELETE FROM done WHERE code = ?1 AND place <=
        (SELECT place FROM done WHERE code = ?1 ORDER BY place DESC LIMIT 1 OFFSET ?2)";
    db.run(old, params![code.as_str(), DONE_KEPT])?;
    Ok(())
}

pub fn say(db: &mut Db, code: TableCode, line: &Line) -> Result<(), StoreError> {
    let room = line.room.word();
    db.run(
        "INSERT INTO lines (code, room, id, sender, name, seated, text) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        params![
            code.as_str(),
            &*room,
            line.id.0.cast_signed(),
            line.from.0.cast_signed(),
            &line.name,
            line.seated,
            &line.text
        ],
    )?;
    let old = "DELETE FROM lines WHERE code = ?1 AND room = ?2 AND place <=
        (SELECT place FROM lines WHERE code = ?1 AND room = ?2 ORDER BY place DESC LIMIT 1 OFFSET ?3)";
    db.run(old, params![code.as_str(), &*room, LINES_KEPT])?;
    Ok(())
}

pub fn forget(db: &mut Db, code: TableCode, user: UserId) -> Result<(), StoreError> {
    db.run("DELETE FROM lines WHERE code = ?1 AND sender = ?2", params![code.as_str(), user.0.cast_signed()])?;
    Ok(())
}
