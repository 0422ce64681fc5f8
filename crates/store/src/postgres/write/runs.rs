//! Changes to runs.

use crate::{RunRow, StoreError};
use parlor_wire::{MatchId, RunId, UserId};
use sqlx::PgConnection;

/// A user who has been deleted meanwhile begins none.
pub async fn begin(db: &mut PgConnection, user: UserId, run: &RunRow) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO runs (user_id, id, game, solo, dice_key, begun_at)
        SELECT id, $2, $3, $4, $5, $6 FROM users WHERE id = $1
        ON CONFLICT (user_id) DO UPDATE SET id = excluded.id, game = excluded.game, solo = excluded.solo,
            dice_key = excluded.dice_key, begun_at = excluded.begun_at, worth = NULL, before = NULL",
    )
    .bind(user.0.cast_signed())
    .bind(run.id.0.cast_signed())
    .bind(&run.game)
    .bind(&run.solo)
    .bind(&run.key.0[..])
    .bind(run.begun_at.cast_signed())
    .execute(db)
    .await?;
    Ok(())
}

/// A run is counted once: what was to be written together with a second time is not.
pub async fn end(
    db: &mut PgConnection,
    user: UserId,
    id: RunId,
    worth: i64,
    at: u64,
    played: Option<MatchId>,
) -> Result<(), StoreError> {
    let ended = sqlx::query(
        "UPDATE runs SET worth = $3, before = (SELECT b.worth FROM best_runs b
            WHERE b.user_id = runs.user_id AND b.game = runs.game AND b.solo = runs.solo)
        WHERE user_id = $1 AND id = $2 AND worth IS NULL",
    )
    .bind(user.0.cast_signed())
    .bind(id.0.cast_signed())
    .bind(worth)
    .execute(&mut *db)
    .await?;
    if ended.rows_affected() != 1 {
        return Err(StoreError::RunOver);
    }
    sqlx::query(
        "INSERT INTO best_runs (user_id, game, solo, worth, at, match, listed)
        SELECT r.user_id, r.game, r.solo, r.worth, $2, $3, u.kind = 'account'
        FROM runs r JOIN users u ON u.id = r.user_id WHERE r.user_id = $1
        ON CONFLICT (user_id, game, solo) DO UPDATE SET worth = excluded.worth, at = excluded.at, match = excluded.match
            WHERE excluded.worth > best_runs.worth",
    )
    .bind(user.0.cast_signed())
    .bind(at.cast_signed())
    .bind(played.map(|played| played.0.cast_signed()))
    .execute(db)
    .await?;
    Ok(())
}
