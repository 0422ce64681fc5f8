//! Changes to open tables and what is said there.

use crate::{DONE_KEPT, LINES_KEPT, Line, Listed, Sleep, StoreError, words::Word};
use parlor_wire::{TableCode, UserId};
use sqlx::PgConnection;

/// The clock never runs backwards, whatever order writes arrive in.
pub async fn clock(db: &mut PgConnection, ms: u64) -> Result<(), StoreError> {
    sqlx::query("UPDATE clock SET ms = greatest(ms, $1)").bind(ms.cast_signed()).execute(db).await?;
    Ok(())
}

/// Saves a table that is awake.
pub async fn save(db: &mut PgConnection, code: TableCode, state: &str) -> Result<(), StoreError> {
    put(db, code, state, None, None).await
}

/// Saves a table that falls asleep.
pub async fn lay_down(db: &mut PgConnection, code: TableCode, state: &str, sleep: &Sleep) -> Result<(), StoreError> {
    let listed = sleep.listed.map(|listed| listed == Listed::Full);
    put(db, code, state, Some(sleep.due.cast_signed()), listed).await?;
    for user in &sleep.seated {
        sqlx::query("INSERT INTO sleeping_seats (user_id, code) VALUES ($1, $2) ON CONFLICT DO NOTHING")
            .bind(user.0.cast_signed())
            .bind(code.as_str())
            .execute(&mut *db)
            .await?;
    }
    Ok(())
}

async fn put(
    db: &mut PgConnection,
    code: TableCode,
    state: &str,
    due: Option<i64>,
    listed: Option<bool>,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO tables (code, state, due, listed) VALUES ($1, $2, $3, $4)
        ON CONFLICT (code) DO UPDATE SET state = excluded.state, due = excluded.due, listed = excluded.listed",
    )
    .bind(code.as_str())
    .bind(state)
    .bind(due)
    .bind(listed)
    .execute(&mut *db)
    .await?;
    sqlx::query("DELETE FROM sleeping_seats WHERE code = $1").bind(code.as_str()).execute(db).await?;
    Ok(())
}

/// What was said there, and which commands were done, goes with it.
pub async fn remove(db: &mut PgConnection, code: TableCode) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM tables WHERE code = $1").bind(code.as_str()).execute(db).await?;
    Ok(())
}

pub async fn done(db: &mut PgConnection, code: TableCode, command: &str) -> Result<(), StoreError> {
    sqlx::query("INSERT INTO done (code, command) VALUES ($1, $2) ON CONFLICT DO NOTHING")
        .bind(code.as_str())
        .bind(command)
        .execute(&mut *db)
        .await?;
    let old = "DELETE FROM done WHERE code = $1 AND place <=
        (SELECT place FROM done WHERE code = $1 ORDER BY place DESC LIMIT 1 OFFSET $2)";
    sqlx::query(old).bind(code.as_str()).bind(i64::from(DONE_KEPT)).execute(db).await?;
    Ok(())
}

pub async fn say(db: &mut PgConnection, code: TableCode, line: &Line) -> Result<(), StoreError> {
    let room = line.room.word();
    sqlx::query("INSERT INTO lines (code, room, id, sender, name, seated, text) VALUES ($1, $2, $3, $4, $5, $6, $7)")
        .bind(code.as_str())
        .bind(&*room)
        .bind(line.id.0.cast_signed())
        .bind(line.from.0.cast_signed())
        .bind(&line.name)
        .bind(line.seated)
        .bind(&line.text)
        .execute(&mut *db)
        .await?;
    let old = "DELETE FROM lines WHERE code = $1 AND room = $2 AND place <=
        (SELECT place FROM lines WHERE code = $1 AND room = $2 ORDER BY place DESC LIMIT 1 OFFSET $3)";
    sqlx::query(old).bind(code.as_str()).bind(&*room).bind(i64::from(LINES_KEPT)).execute(db).await?;
    Ok(())
}

pub async fn forget(db: &mut PgConnection, code: TableCode, user: UserId) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM lines WHERE code = $1 AND sender = $2")
        .bind(code.as_str())
        .bind(user.0.cast_signed())
        .execute(db)
        .await?;
    Ok(())
}
