//! Changes to invitations.

use crate::{
    INVITATIONS_KEPT, InvitationRow, PlayedFor, StoreError,
    sql::invitations::{bet, outcome},
    sqlite::db::Db,
    words::Word,
};
use parlor_wire::{InvitationEnd, InvitationId};
use rusqlite::params;

pub fn add(db: &mut Db, row: &InvitationRow) -> Result<(), StoreError> {
    let (bet, held_by_house) = bet(row.wish.played_for);
    db.run(
        "INSERT INTO invitations (id, sender, recipient, game, preset, options, public, rated, bet, held_by_house,
            pace, command, sent_at, expires_at, days)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)",
        params![
            row.id.0.cast_signed(),
            row.from.id.0.cast_signed(),
            row.to.id.0.cast_signed(),
            &row.wish.game,
            &row.wish.preset,
            &row.wish.options,
            row.wish.public,
            row.wish.played_for == PlayedFor::Rating,
            bet,
            held_by_house,
            &*row.pace.word(),
            &row.command,
            row.sent_at.cast_signed(),
            row.expires_at.cast_signed(),
            row.wish.days
        ],
    )?;
    Ok(())
}

/// An invitation ends once: what was to happen together with a second end does not happen.
pub fn end(db: &mut Db, id: InvitationId, end: InvitationEnd, at: u64) -> Result<(), StoreError> {
    let (outcome, opened) = outcome(end);
    let ended = db.run(
        "UPDATE invitations SET outcome = ?2, opened = ?3, ended_at = ?4 WHERE id = ?1 AND outcome IS NULL",
        params![id.0.cast_signed(), outcome, opened, at.cast_signed()],
    )?;
    if ended != 1 {
        return Err(StoreError::InvitationOver);
    }
    let old = "DELETE FROM invitations
        WHERE sender = (SELECT sender FROM invitations WHERE id = ?1) AND outcome IS NOT NULL AND id NOT IN (
            SELECT i.id FROM invitations i JOIN invitations mine ON mine.id = ?1 AND i.sender = mine.sender
            WHERE i.outcome IS NOT NULL ORDER BY i.ended_at DESC, i.id = ?1 DESC LIMIT ?2
        )";
    db.run(old, params![id.0.cast_signed(), INVITATIONS_KEPT])?;
    Ok(())
}
