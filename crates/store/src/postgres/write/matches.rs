//! Changes to matches and their logs.

use crate::{
    MatchRow, NewEntry, Player, StoreError, Title,
    sql::{columns::narrow, matches::without_name, to_json},
};
use parlor_wire::{MatchId, TableCode};
use sqlx::{PgConnection, Row};

pub async fn begin(db: &mut PgConnection, row: &MatchRow, players: &[Player]) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO matches (id, header, dice_key, opened_ms, started_at, game, rated)
        VALUES ($1, $2::json, $3, $4, $5, $6, $7)",
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
            "INSERT INTO players (match, seat, user_id, started_at, game, address)
            VALUES ($1, $2, (SELECT id FROM users WHERE id = $3), $4, $5, $6)",
        )
        .bind(row.id.0.cast_signed())
        .bind(seat)
        .bind(user.map(|user| user.0.cast_signed()))
        .bind(row.started_at.cast_signed())
        .bind(&row.header.game)
        .bind(address.map(|tag| tag.0.cast_signed()))
        .execute(&mut *db)
        .await?;
    }
    Ok(())
}

/// Appends lines, of any logs, as one statement: all or none, and none unless every one of the tables is its owner's.
pub async fn append(
    db: &mut PgConnection,
    lines: &[(MatchId, &NewEntry)],
    owned: &[(TableCode, Title)],
) -> Result<(), StoreError> {
    let numbers = |number: fn(&(MatchId, &NewEntry)) -> u64| -> Vec<i64> {
        lines.iter().map(|line| number(line).cast_signed()).collect()
    };
    let inputs: Vec<&str> = lines.iter().map(|(_, entry)| entry.input.as_str()).collect();
    let digests: Vec<_> = lines.iter().map(|(_, entry)| entry.digest.map(|digest| digest.to_string())).collect();
    let commands: Vec<_> = lines.iter().map(|(_, entry)| entry.command.as_deref()).collect();
    let append = if owned.is_empty() {
        "INSERT INTO entries (match, seq, tick, input, digest, command)
        SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[])"
    } else {
        "WITH owned AS (
            SELECT t.code FROM tables t JOIN unnest($7::text[], $8::bigint[], $9::bigint[]) AS title (code, node, epoch)
            ON t.code = title.code AND t.owner = title.node AND t.epoch = title.epoch FOR SHARE OF t
        )
        INSERT INTO entries (match, seq, tick, input, digest, command)
        SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[])
        WHERE (SELECT count(*) FROM owned) = cardinality($7)"
    };
    let mut query = sqlx::query(append)
        .bind(numbers(|(id, _)| id.0))
        .bind(numbers(|(_, entry)| entry.seq))
        .bind(numbers(|(_, entry)| entry.tick.0))
        .bind(inputs)
        .bind(digests)
        .bind(commands);
    if !owned.is_empty() {
        query = query
            .bind(owned.iter().map(|(code, _)| code.as_str().to_owned()).collect::<Vec<_>>())
            .bind(owned.iter().map(|(_, title)| title.node.0.cast_signed()).collect::<Vec<_>>())
            .bind(owned.iter().map(|(_, title)| title.epoch.cast_signed()).collect::<Vec<_>>());
    }
    let appended = query.execute(db).await?.rows_affected();
    if appended == lines.len() as u64 { Ok(()) } else { Err(StoreError::Fenced) }
}

/// Takes the name out of a seat of a match that is over.
pub async fn forget_name(db: &mut PgConnection, id: MatchId, seat: u8) -> Result<(), StoreError> {
    let row = sqlx::query("SELECT header::text FROM matches WHERE id = $1 FOR UPDATE")
        .bind(id.0.cast_signed())
        .fetch_one(&mut *db)
        .await?;
    let header = without_name(row.try_get("header")?, seat)?;
    sqlx::query("UPDATE matches SET header = $2::json WHERE id = $1")
        .bind(id.0.cast_signed())
        .bind(header)
        .execute(db)
        .await?;
    Ok(())
}

/// The same for a match that is being played, once it is over.
pub async fn forget_name_later(db: &mut PgConnection, id: MatchId, seat: u8) -> Result<(), StoreError> {
    sqlx::query("UPDATE players SET deleted = true WHERE match = $1 AND seat = $2")
        .bind(id.0.cast_signed())
        .bind(i64::from(seat))
        .execute(db)
        .await?;
    Ok(())
}

/// A match is over: what was to be forgotten then is forgotten.
pub async fn forget_names(db: &mut PgConnection, id: MatchId) -> Result<(), StoreError> {
    let gone = "SELECT seat FROM players WHERE match = $1 AND deleted";
    for row in sqlx::query(gone).bind(id.0.cast_signed()).fetch_all(&mut *db).await? {
        forget_name(db, id, narrow(&row, "seat")?).await?;
    }
    Ok(())
}
