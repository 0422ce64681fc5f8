//! Deleting what nobody can use any more.

use crate::{Old, Scopes, StoreError, sqlite::db::Db, weight};
use rusqlite::params;

/// Each statement deletes so many rows at most that a commit stays short.
pub fn prune(db: &mut Db, since: u64, at: u64, most: u32, old: Old) -> Result<(), StoreError> {
    let sessions = "DELETE FROM sessions WHERE token_hash IN
        (SELECT token_hash FROM sessions WHERE scopes = ?1 AND created_at < ?2 ORDER BY created_at LIMIT ?3)";
    db.run(sessions, params![Scopes::OWNER.to_bits(), since.cast_signed(), most])?;
    // A guest is known by a session alone: without one nobody can be this guest again. Names in logs stay.
    let guests = "DELETE FROM users WHERE id IN
        (SELECT u.id FROM users u WHERE u.kind = 'guest' AND u.created_at < ?1
            AND NOT EXISTS (SELECT 1 FROM sessions s WHERE s.user = u.id) ORDER BY u.created_at LIMIT ?2)";
    db.run(guests, params![since.cast_signed(), most])?;
    let today = weight::day(at).cast_signed();
    for meetings in [
        "DELETE FROM meetings WHERE (day, user, opponent, game) IN
            (SELECT day, user, opponent, game FROM meetings WHERE day < ?1 LIMIT ?2)",
        "DELETE FROM address_meetings WHERE (day, user, address, game) IN
            (SELECT day, user, address, game FROM address_meetings WHERE day < ?1 LIMIT ?2)",
    ] {
        db.run(meetings, params![today, most])?;
    }
    for (before, delete) in [
        (
            old.matches,
            "DELETE FROM matches WHERE id IN
                (SELECT id FROM matches WHERE ended_at < ?1 ORDER BY ended_at LIMIT ?2)",
        ),
        (
            old.reports,
            "DELETE FROM reports WHERE id IN
                (SELECT id FROM reports WHERE closed_at < ?1 ORDER BY closed_at LIMIT ?2)",
        ),
        (old.audit, "DELETE FROM audit WHERE id IN (SELECT id FROM audit WHERE at < ?1 ORDER BY at LIMIT ?2)"),
    ] {
        if let Some(before) = before {
            db.run(delete, params![before.cast_signed(), most])?;
        }
    }
    Ok(())
}
