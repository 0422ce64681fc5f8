//! Changes to runs.

use crate::{RunRow, StoreError, sqlite::db::Db};
use parlor_wire::{MatchId, RunId, UserId};
use rusqlite::params;

/// A user who has been deleted meanwhile begins none.
pub fn begin(db: &mut Db, user: UserId, run: &RunRow) -> Result<(), StoreError> {
    db.run(
        "INSERT OR REPLACE INTO runs (user, id, game, solo, dice_key, begun_at)
        SELECT id, ?2, ?3, ?4, ?5, ?6 FROM users WHERE id = ?1",
        params![
            user.0.cast_signed(),
            run.id.0.cast_signed(),
            &run.game,
            &run.solo,
            &run.key.0[..],
            run.begun_at.cast_signed()
        ],
    )?;
    Ok(())
}

/// A run is counted once: what was to be written together with a second time is not.
pub fn end(
    db: &mut Db,
    user: UserId,
    id: RunId,
    worth: i64,
    at: u64,
    played: Option<MatchId>,
) -> Result<(), StoreError> {
    let ended = db.run(
        "UPDATE runs SET worth = ?3, before = (SELECT b.worth FROM best_runs b
            WHERE b.user = runs.user AND b.game = runs.game AND b.solo = runs.solo)
        WHERE user = ?1 AND id = ?2 AND worth IS NULL",
        params![user.0.cast_signed(), id.0.cast_signed(), worth],
    )?;
    if ended != 1 {
        return Err(StoreError::RunOver);
    }
    db.run(
        "INSERT INTO best_runs (user, game, solo, worth, at, match, listed)
        SELECT r.user, r.game, r.solo, r.worth, ?2, ?3, u.kind = 'account'
        FROM runs r JOIN users u ON u.id = r.user WHERE r.user = ?1
        ON CONFLICT (user, game, solo) DO UPDATE SET worth = excluded.worth, at = excluded.at, match = excluded.match
            WHERE excluded.worth > best_runs.worth",
        params![user.0.cast_signed(), at.cast_signed(), played.map(|played| played.0.cast_signed())],
    )?;
    Ok(())
}
