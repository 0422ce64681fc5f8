//! Changes to users, their accounts and sessions.

use super::{ledger::Books, matches};
use crate::{
    Ending, NewSession, Scopes, StoreError, User, look, rules,
    sql::{
        columns::{narrow, unsigned},
        matches::commands_of,
        people::SESSIONS_KEPT,
    },
    words::Word,
};
use parlor_wire::{Kind, MatchId, UserId, folded};
use sqlx::{PgConnection, Row};

pub async fn add(db: &mut PgConnection, user: &User, owner: Option<UserId>, at: u64) -> Result<(), StoreError> {
    name_is_free(db, user.id, &user.name).await?;
    // Guests share names.
    let keeps_name = user.kind != Kind::Guest;
    sqlx::query(
        "INSERT INTO users (id, name, created_at, kind, folded, look, owner) VALUES ($1, $2, $3, $4, $5, $6, $7)",
    )
    .bind(user.id.0.cast_signed())
    .bind(&user.name)
    .bind(at.cast_signed())
    .bind(&*user.kind.word())
    .bind(keeps_name.then(|| folded(&user.name)))
    .bind(keeps_name.then(|| look(&user.name)))
    .bind(owner.map(|owner| owner.0.cast_signed()))
    .execute(db)
    .await
    .map_err(taken)?;
    Ok(())
}

/// A name that an account or a program has is for no other user, guests included, and neither is one that looks like it.
async fn name_is_free(db: &mut PgConnection, user: UserId, name: &str) -> Result<(), StoreError> {
    let taken = sqlx::query("SELECT 1 FROM users WHERE (folded = $1 OR look = $2) AND id <> $3")
        .bind(folded(name))
        .bind(look(name))
        .bind(user.0.cast_signed())
        .fetch_optional(db)
        .await?;
    if taken.is_some() { Err(StoreError::NameTaken) } else { Ok(()) }
}

async fn email_is_free(db: &mut PgConnection, user: UserId, email: Option<&str>) -> Result<(), StoreError> {
    let taken = sqlx::query("SELECT 1 FROM accounts WHERE email_folded = $1 AND user_id <> $2")
        .bind(email.map(folded))
        .bind(user.0.cast_signed())
        .fetch_optional(db)
        .await?;
    if taken.is_some() { Err(StoreError::EmailTaken) } else { Ok(()) }
}

/// Another process may have taken a name or an address a moment ago: then an index refuses a second one.
fn taken(error: sqlx::Error) -> StoreError {
    match error.as_database_error().and_then(|error| error.constraint()) {
        Some("users_by_name") => StoreError::NameTaken,
        Some("accounts_by_email") => StoreError::EmailTaken,
        _ => error.into(),
    }
}

pub async fn rename(db: &mut PgConnection, user: UserId, name: &str) -> Result<(), StoreError> {
    name_is_free(db, user, name).await?;
    sqlx::query(
        "UPDATE users SET name = $2, folded = CASE WHEN kind = 'guest' THEN NULL ELSE $3 END,
            look = CASE WHEN kind = 'guest' THEN NULL ELSE $4 END WHERE id = $1",
    )
    .bind(user.0.cast_signed())
    .bind(name)
    .bind(folded(name))
    .bind(look(name))
    .execute(db)
    .await
    .map_err(taken)?;
    Ok(())
}

pub async fn add_account(
    db: &mut PgConnection,
    user: UserId,
    password: &str,
    email: Option<&str>,
) -> Result<(), StoreError> {
    let row =
        sqlx::query("SELECT name FROM users WHERE id = $1").bind(user.0.cast_signed()).fetch_one(&mut *db).await?;
    let name: String = row.try_get("name")?;
    name_is_free(db, user, &name).await?;
    email_is_free(db, user, email).await?;
    sqlx::query("UPDATE users SET kind = 'account', folded = $2, look = $3 WHERE id = $1")
        .bind(user.0.cast_signed())
        .bind(folded(&name))
        .bind(look(&name))
        .execute(&mut *db)
        .await
        .map_err(taken)?;
    // Accounts are on leaderboards, with what they did as guests.
    for board in [
        "UPDATE standings SET board = 'account' WHERE user_id = $1 AND versus = 'people'",
        "UPDATE ratings SET board = 'account' WHERE user_id = $1",
        "UPDATE best_runs SET listed = true WHERE user_id = $1",
    ] {
        sqlx::query(board).bind(user.0.cast_signed()).execute(&mut *db).await?;
    }
    sqlx::query("INSERT INTO accounts (user_id, password, email, email_folded) VALUES ($1, $2, $3, $4)")
        .bind(user.0.cast_signed())
        .bind(password)
        .bind(email)
        .bind(email.map(folded))
        .execute(db)
        .await
        .map_err(taken)?;
    Ok(())
}

pub async fn set_password(db: &mut PgConnection, user: UserId, password: &str) -> Result<(), StoreError> {
    sqlx::query("UPDATE accounts SET password = $2 WHERE user_id = $1")
        .bind(user.0.cast_signed())
        .bind(password)
        .execute(db)
        .await?;
    Ok(())
}

pub async fn set_email(db: &mut PgConnection, user: UserId, email: Option<&str>, show: bool) -> Result<(), StoreError> {
    email_is_free(db, user, email).await?;
    sqlx::query("UPDATE accounts SET email = $2, email_folded = $3, show_email = $4 WHERE user_id = $1")
        .bind(user.0.cast_signed())
        .bind(email)
        .bind(email.map(folded))
        .bind(show)
        .execute(db)
        .await
        .map_err(taken)?;
    Ok(())
}

pub async fn add_session(db: &mut PgConnection, user: UserId, session: &NewSession) -> Result<(), StoreError> {
    let row = &session.row;
    sqlx::query(
        "INSERT INTO sessions (token_hash, user_id, created_at, id, label, scopes) VALUES ($1, $2, $3, $4, $5, $6)",
    )
    .bind(&session.token[..])
    .bind(user.0.cast_signed())
    .bind(row.created_at.cast_signed())
    .bind(row.id.0.cast_signed())
    .bind(&row.label)
    .bind(row.scopes.to_bits())
    .execute(&mut *db)
    .await?;
    // Signing in again and again leaves nothing behind.
    let old = "DELETE FROM sessions WHERE user_id = $1 AND scopes = $2 AND id NOT IN
        (SELECT id FROM sessions WHERE user_id = $1 AND scopes = $2 ORDER BY created_at DESC, id = $3 DESC LIMIT $4)";
    sqlx::query(old)
        .bind(user.0.cast_signed())
        .bind(Scopes::OWNER.to_bits())
        .bind(row.id.0.cast_signed())
        .bind(i64::from(SESSIONS_KEPT))
        .execute(db)
        .await?;
    Ok(())
}

pub async fn end_sessions(db: &mut PgConnection, user: UserId, ending: Ending) -> Result<(), StoreError> {
    let (which, id) = match ending {
        Ending::One(id) => ("DELETE FROM sessions WHERE user_id = $1 AND id = $2", id.0),
        Ending::AllBut(id) => ("DELETE FROM sessions WHERE user_id = $1 AND id <> $2", id.0),
        Ending::All => ("DELETE FROM sessions WHERE user_id = $1 AND $2 = 0", 0),
    };
    sqlx::query(which).bind(user.0.cast_signed()).bind(id.cast_signed()).execute(db).await?;
    Ok(())
}

/// Matches belong to all who played them: they stay, and so does what they count for the others.
pub async fn delete(db: &mut PgConnection, user: UserId, at: u64) -> Result<(), StoreError> {
    let bots =
        sqlx::query("SELECT id FROM users WHERE owner = $1").bind(user.0.cast_signed()).fetch_all(&mut *db).await?;
    let mut gone = vec![user];
    for bot in &bots {
        gone.push(UserId(bot.try_get::<i64, _>("id")?.cast_unsigned()));
    }
    for user in gone {
        rules::close_purse(&mut Books::open(db).await?, user, at).await?;
        forget_in_logs(db, user).await?;
        sqlx::query("DELETE FROM done WHERE substr(command, 1, 17) = $1")
            .bind(commands_of(user))
            .execute(&mut *db)
            .await?;
        sqlx::query("DELETE FROM lines WHERE sender = $1").bind(user.0.cast_signed()).execute(&mut *db).await?;
    }
    // Sessions, the account, standings and bots go with it.
    sqlx::query("DELETE FROM users WHERE id = $1").bind(user.0.cast_signed()).execute(db).await?;
    Ok(())
}

/// Of what the user did the logs keep everything but who it was. A match that is being played keeps the name until it is
/// over: its log is bound to its header, and could not be gone on with after a restart.
async fn forget_in_logs(db: &mut PgConnection, user: UserId) -> Result<(), StoreError> {
    let played = "SELECT m.id, p.seat, m.footer IS NOT NULL AS over FROM players p JOIN matches m ON m.id = p.match
        WHERE p.user_id = $1";
    for row in sqlx::query(played).bind(user.0.cast_signed()).fetch_all(&mut *db).await? {
        let (id, seat): (_, u8) = (MatchId(unsigned(&row, "id")?), narrow(&row, "seat")?);
        if row.try_get("over")? {
            matches::forget_name(db, id, seat).await?;
        } else {
            matches::forget_name_later(db, id, seat).await?;
        }
        sqlx::query("UPDATE entries SET command = NULL WHERE match = $1 AND substr(command, 1, 17) = $2")
            .bind(id.0.cast_signed())
            .bind(commands_of(user))
            .execute(&mut *db)
            .await?;
    }
    Ok(())
}
