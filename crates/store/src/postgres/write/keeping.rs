//! Changes by those who look after the house.

use crate::{Ban, Closing, NewAudit, Role, StoreError, words::Word};
use parlor_wire::{TableCode, UserId};
use sqlx::PgConnection;

pub async fn set_role(db: &mut PgConnection, user: UserId, role: Option<Role>) -> Result<(), StoreError> {
    let set = match role {
        Some(_) => {
            "INSERT INTO roles (user_id, role) VALUES ($1, $2) ON CONFLICT (user_id) DO UPDATE SET role = excluded.role"
        }
        None => "DELETE FROM roles WHERE user_id = $1 AND $2::text IS NULL",
    };
    sqlx::query(set).bind(user.0.cast_signed()).bind(role.map(|role| role.word())).execute(db).await?;
    Ok(())
}

pub async fn set_ban(db: &mut PgConnection, user: UserId, ban: Option<&Ban>) -> Result<(), StoreError> {
    let user = user.0.cast_signed();
    let query = match ban {
        Some(Ban { reason, at, until }) => sqlx::query(
            "INSERT INTO bans (user_id, reason, at, until) VALUES ($1, $2, $3, $4)
            ON CONFLICT (user_id) DO UPDATE SET reason = excluded.reason, at = excluded.at, until = excluded.until",
        )
        .bind(user)
        .bind(reason)
        .bind(at.cast_signed())
        .bind(until.map(u64::cast_signed)),
        None => sqlx::query("DELETE FROM bans WHERE user_id = $1").bind(user),
    };
    query.execute(db).await?;
    Ok(())
}

pub async fn note(db: &mut PgConnection, line: &NewAudit) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO audit (at, actor, actor_name, action, subject, subject_name, note)
        VALUES ($1, $2, $3, $4, $5, $6, $7)",
    )
    .bind(line.at.cast_signed())
    .bind(line.actor.map(|actor| actor.0.cast_signed()))
    .bind(&line.actor_name)
    .bind(line.action.word())
    .bind(&line.subject)
    .bind(&line.subject_name)
    .bind(&line.note)
    .execute(db)
    .await?;
    Ok(())
}

pub async fn order_closing(
    db: &mut PgConnection,
    Closing { code, reason }: &Closing,
    at: u64,
) -> Result<(), StoreError> {
    sqlx::query("INSERT INTO closings (code, reason, at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING")
        .bind(code.as_str())
        .bind(reason)
        .bind(at.cast_signed())
        .execute(db)
        .await?;
    Ok(())
}

pub async fn has_closed(db: &mut PgConnection, code: TableCode) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM closings WHERE code = $1").bind(code.as_str()).execute(db).await?;
    Ok(())
}
