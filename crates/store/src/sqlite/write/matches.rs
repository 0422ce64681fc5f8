//! Changes to matches and their logs.

use crate::{
    DELETED_PLAYER, MatchRow, NewEntry, Player, StoreError,
    sqlite::row::{from_json, to_json},
};
use parlor_kernel::Header;
use parlor_wire::MatchId;
use sqlx::{Row, SqliteConnection};

pub async fn begin(db: &mut SqliteConnection, row: &MatchRow, players: &[Player]) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO matches (id, header, dice_key, opened_ms, started_at, game, rated)
        VALUES ($1, $2, $3, $4, $5, $6, $7)",
    )
    .bind(row.id.0.cast_signed())
    .bind(to_json(&row.header))
    .bind(&row.key.0[..])
    .bind(row.opened_ms.cast_signed())
    .bind(row.started_at.cast_signed())
    .bind(&row.header.game)
    .bind(row.rated)
    .execute(&mut *db)
    .await?;
    for (seat, Player { user, address }) in (0i64..).zip(players) {
        // A user may have been deleted while they still sat there: then it is a match without them.
        sqlx::query(
            "INSERT INTO players (match, seat, user, started_at, address)
            VALUES ($1, $2, (SELECT id FROM users WHERE id = $3), $4, $5)",
        )
        .bind(row.id.0.cast_signed())
        .bind(seat)
        .bind(user.map(|user| user.0.cast_signed()))
        .bind(row.started_at.cast_signed())
        .bind(address.map(|tag| tag.0.cast_signed()))
        .execute(&mut *db)
        .await?;
    }
    Ok(())
}

pub async fn append(db: &mut SqliteConnection, id: MatchId, entry: &NewEntry) -> Result<(), StoreError> {
    sqlx::query("INSERT INTO entries (match, seq, tick, input, digest, command) VALUES ($1, $2, $3, $4, $5, $6)")
        .bind(id.0.cast_signed())
        .bind(entry.seq.cast_signed())
        .bind(entry.tick.0.cast_signed())
        .bind(&entry.input)
        .bind(entry.digest.map(|digest| digest.to_string()))
        .bind(&entry.command)
        .execute(db)
        .await?;
    Ok(())
}

/// Takes the name out of a seat of a match that is over.
pub async fn forget_name(db: &mut SqliteConnection, id: MatchId, seat: u8) -> Result<(), StoreError> {
    let row =
        sqlx::query("SELECT header FROM matches WHERE id = $1").bind(id.0.cast_signed()).fetch_one(&mut *db).await?;
    let mut header: Header = from_json(row.try_get("header")?)?;
    if let Some(label) = header.seats.get_mut(usize::from(seat)) {
        label.name = DELETED_PLAYER.into();
    }
    sqlx::query("UPDATE matches SET header = $2 WHERE id = $1")
        .bind(id.0.cast_signed())
        .bind(to_json(&header))
        .execute(db)
        .await?;
    Ok(())
}

/// The same for a match that is being played, once it is over.
pub async fn forget_name_later(db: &mut SqliteConnection, id: MatchId, seat: u8) -> Result<(), StoreError> {
    sqlx::query("UPDATE players SET deleted = 1 WHERE match = $1 AND seat = $2")
        .bind(id.0.cast_signed())
        .bind(seat)
        .execute(db)
        .await?;
    Ok(())
}

/// A match is over: what was to be forgotten then is forgotten.
pub async fn forget_names(db: &mut SqliteConnection, id: MatchId) -> Result<(), StoreError> {
    let gone = "SELECT seat FROM players WHERE match = $1 AND deleted";
    for row in sqlx::query(gone).bind(id.0.cast_signed()).fetch_all(&mut *db).await? {
        forget_name(db, id, row.try_get("seat")?).await?;
    }
    Ok(())
}
