//! Changes to invitations.

use crate::{
    INVITATIONS_KEPT, InvitationRow, PlayedFor, StoreError,
    sql::invitations::{bet, outcome},
    words::Word,
};
use parlor_wire::{InvitationEnd, InvitationId};
use sqlx::PgConnection;

pub async fn add(db: &mut PgConnection, row: &InvitationRow) -> Result<(), StoreError> {
    let (bet, held_by_house) = bet(row.wish.played_for);
    sqlx::query(
        "INSERT INTO invitations (id, sender, recipient, game, preset, options, public, rated, bet, held_by_house, pace,
            command, sent_at, expires_at, days)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)",
    )
    .bind(row.id.0.cast_signed())
    .bind(row.from.id.0.cast_signed())
    .bind(row.to.id.0.cast_signed())
    .bind(&row.wish.game)
    .bind(&row.wish.preset)
    .bind(&row.wish.options)
    .bind(row.wish.public)
    .bind(row.wish.played_for == PlayedFor::Rating)
    .bind(bet)
    .bind(held_by_house)
    .bind(&*row.pace.word())
    .bind(&row.command)
    .bind(row.sent_at.cast_signed())
    .bind(row.expires_at.cast_signed())
    .bind(row.wish.days.map(i64::from))
    .execute(db)
    .await?;
    Ok(())
}

/// An invitation ends once: what was to happen together with a second end does not happen.
pub async fn end(db: &mut PgConnection, id: InvitationId, end: InvitationEnd, at: u64) -> Result<(), StoreError> {
    let (outcome, opened) = outcome(end);
    let ended = sqlx::query(
        "UPDATE invitations SET outcome = $2, opened = $3, ended_at = $4 WHERE id = $1 AND outcome IS NULL",
    )
    .bind(id.0.cast_signed())
    .bind(outcome)
    .bind(opened)
    .bind(at.cast_signed())
    .execute(&mut *db)
    .await?;
    if ended.rows_affected() != 1 {
        return Err(StoreError::InvitationOver);
    }
    let old = "DELETE FROM invitations
        WHERE sender = (SELECT sender FROM invitations WHERE id = $1) AND outcome IS NOT NULL AND id NOT IN (
            SELECT i.id FROM invitations i JOIN invitations mine ON mine.id = $1 AND i.sender = mine.sender
            WHERE i.outcome IS NOT NULL ORDER BY i.ended_at DESC, i.id = $1 DESC LIMIT $2
        )";
    sqlx::query(old).bind(id.0.cast_signed()).bind(i64::from(INVITATIONS_KEPT)).execute(db).await?;
    Ok(())
}
