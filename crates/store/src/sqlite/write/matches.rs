//! Changes to matches and their logs.

use crate::{
    MatchRow, Player, StoreError,
    sql::{matches::without_name, to_json},
    sqlite::db::Db,
};
use parlor_wire::MatchId;
use rusqlite::params;

pub fn begin(db: &mut Db, row: &MatchRow, players: &[Player]) -> Result<(), StoreError> {
    db.run(
        "INSERT INTO matches (id, header, dice_key, opened_ms, started_at, game, rated)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        params![
            row.id.0.cast_signed(),
            to_json(&row.header),
            &row.key.0[..],
            row.opened_ms.cast_signed(),
            row.started_at.cast_signed(),
            &row.header.game,
            row.rated
        ],
    )?;
    for (seat, Player { user, address }) in (0i64..).zip(players) {
        // A user may have been deleted while they still sat there: then it is a match without them.
        db.run(
            "INSERT INTO players (match, seat, user, started_at, game, address)
            VALUES (?1, ?2, (SELECT id FROM users WHERE id = ?3), ?4, ?5, ?6)",
            params![
                row.id.0.cast_signed(),
                seat,
                user.map(|user| user.0.cast_signed()),
                row.started_at.cast_signed(),
                &row.header.game,
                address.map(|tag| tag.0.cast_signed())
            ],
        )?;
    }
    Ok(())
}

/// Takes the name out of a seat of a match that is over.
pub fn forget_name(db: &mut Db, id: MatchId, seat: u8) -> Result<(), StoreError> {
    let header: String =
        db.one("SELECT header FROM matches WHERE id = ?1", params![id.0.cast_signed()], |row| Ok(row.get(0)?))?;
    let header = without_name(&header, seat)?;
    db.run("UPDATE matches SET header = ?2 WHERE id = ?1", params![id.0.cast_signed(), header])?;
    Ok(())
}

/// The same for a match that is being played, once it is over.
pub fn forget_name_later(db: &mut Db, id: MatchId, seat: u8) -> Result<(), StoreError> {
    db.run("UPDATE players SET deleted = 1 WHERE match = ?1 AND seat = ?2", params![id.0.cast_signed(), seat])?;
    Ok(())
}

/// A match is over: what was to be forgotten then is forgotten.
pub fn forget_names(db: &mut Db, id: MatchId) -> Result<(), StoreError> {
    let gone = "SELECT seat FROM players WHERE match = ?1 AND deleted";
    for seat in db.all(gone, params![id.0.cast_signed()], |row| Ok(row.get::<_, u8>("seat")?))? {
        forget_name(db, id, seat)?;
    }
    Ok(())
}
