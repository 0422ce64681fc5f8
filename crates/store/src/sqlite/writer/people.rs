//! Changes to people, their accounts and sessions.

use super::{key, ledger};
use crate::{Ending, NewSession, Scopes, StoreError, User, sqlite::read::kind_text};
use parlor_wire::{Kind, UserId, http::folded};
use sqlx::{Row, SqliteConnection};

/// In how many places somebody may be signed in; the oldest gives way.
const SESSIONS_KEPT: u32 = 50;

/// What stands in matches for people who asked to be deleted.
const DELETED: &str = "Deleted player";

pub async fn add(db: &mut SqliteConnection, user: &User, owner: Option<UserId>, at: u64) -> Result<(), StoreError> {
    name_is_free(db, user.id, &user.name).await?;
    sqlx::query("INSERT INTO users (id, name, created_at, kind, folded, owner) VALUES ($1, $2, $3, $4, $5, $6)")
        .bind(key(user.id))
        .bind(&user.name)
        .bind(at.cast_signed())
        .bind(kind_text(user.kind))
        .bind((user.kind != Kind::Guest).then(|| folded(&user.name)))
        .bind(owner.map(key))
        .execute(db)
        .await?;
    Ok(())
}

/// A name that somebody has to themselves is not for anybody else, guests included.
async fn name_is_free(db: &mut SqliteConnection, user: UserId, name: &str) -> Result<(), StoreError> {
    let taken = sqlx::query("SELECT 1 FROM users WHERE folded = $1 AND id <> $2")
        .bind(folded(name))
        .bind(key(user))
        .fetch_optional(db)
        .await?;
    if taken.is_some() { Err(StoreError::NameTaken) } else { Ok(()) }
}

async fn email_is_free(db: &mut SqliteConnection, user: UserId, email: Option<&str>) -> Result<(), StoreError> {
    let taken = sqlx::query("SELECT 1 FROM accounts WHERE email_folded = $1 AND user <> $2")
        .bind(email.map(folded))
        .bind(key(user))
        .fetch_optional(db)
        .await?;
    if taken.is_some() { Err(StoreError::EmailTaken) } else { Ok(()) }
}

pub async fn rename(db: &mut SqliteConnection, user: UserId, name: &str) -> Result<(), StoreError> {
    name_is_free(db, user, name).await?;
    sqlx::query("UPDATE users SET name = $2, folded = CASE WHEN kind = 'guest' THEN NULL ELSE $3 END WHERE id = $1")
        .bind(key(user))
        .bind(name)
        .bind(folded(name))
        .execute(db)
        .await?;
    Ok(())
}

pub async fn add_account(
    db: &mut SqliteConnection,
    user: UserId,
    password: &str,
    email: Option<&str>,
) -> Result<(), StoreError> {
    let row = sqlx::query("SELECT name FROM users WHERE id = $1").bind(key(user)).fetch_one(&mut *db).await?;
    let name: String = row.try_get("name")?;
    name_is_free(db, user, &name).await?;
    email_is_free(db, user, email).await?;
    sqlx::query("UPDATE users SET kind = 'account', folded = $2 WHERE id = $1")
        .bind(key(user))
        .bind(folded(&name))
        .execute(&mut *db)
        .await?;
    // Accounts are on leaderboards, with what they did as guests.
    for board in [
        "UPDATE standings SET board = 'account' WHERE user = $1 AND versus = 'people'",
        "UPDATE ratings SET board = 'account' WHERE user = $1",
    ] {
        sqlx::query(board).bind(key(user)).execute(&mut *db).await?;
    }
    sqlx::query("INSERT INTO accounts (user, password, email, email_folded) VALUES ($1, $2, $3, $4)")
        .bind(key(user))
        .bind(password)
        .bind(email)
        .bind(email.map(folded))
        .execute(db)
        .await?;
    Ok(())
}

pub async fn set_password(db: &mut SqliteConnection, user: UserId, password: &str) -> Result<(), StoreError> {
    sqlx::query("UPDATE accounts SET password = $2 WHERE user = $1").bind(key(user)).bind(password).execute(db).await?;
    Ok(())
}

pub async fn set_email(
    db: &mut SqliteConnection,
    user: UserId,
    email: Option<&str>,
    show: bool,
) -> Result<(), StoreError> {
    email_is_free(db, user, email).await?;
    sqlx::query("UPDATE accounts SET email = $2, email_folded = $3, show_email = $4 WHERE user = $1")
        .bind(key(user))
        .bind(email)
        .bind(email.map(folded))
        .bind(show)
        .execute(db)
        .await?;
    Ok(())
}

pub async fn add_session(db: &mut SqliteConnection, user: UserId, session: &NewSession) -> Result<(), StoreError> {
    let row = &session.row;
    sqlx::query(
        "INSERT INTO sessions (token_hash, user, created_at, id, label, scopes) VALUES ($1, $2, $3, $4, $5, $6)",
    )
    .bind(&session.token[..])
    .bind(key(user))
    .bind(row.created_at.cast_signed())
    .bind(row.id.0.cast_signed())
    .bind(&row.label)
    .bind(row.scopes.to_bits())
    .execute(&mut *db)
    .await?;
    // Whoever signs in again and again leaves nothing behind.
    let old = "DELETE FROM sessions WHERE user = $1 AND scopes = $2 AND id NOT IN
        (SELECT id FROM sessions WHERE user = $1 AND scopes = $2 ORDER BY created_at DESC, id = $3 DESC LIMIT $4)";
    sqlx::query(old)
        .bind(key(user))
        .bind(Scopes::OWNER.to_bits())
        .bind(row.id.0.cast_signed())
        .bind(SESSIONS_KEPT)
        .execute(db)
        .await?;
    Ok(())
}

pub async fn end_sessions(db: &mut SqliteConnection, user: UserId, ending: Ending) -> Result<(), StoreError> {
    let (which, id) = match ending {
        Ending::One(id) => ("DELETE FROM sessions WHERE user = $1 AND id = $2", id.0),
        Ending::AllBut(id) => ("DELETE FROM sessions WHERE user = $1 AND id <> $2", id.0),
        Ending::All => ("DELETE FROM sessions WHERE user = $1 AND $2 = 0", 0),
    };
    sqlx::query(which).bind(key(user)).bind(id.cast_signed()).execute(db).await?;
    Ok(())
}

/// Matches belong to everyone who played them: they stay, and so does what they count for others.
pub async fn delete(db: &mut SqliteConnection, user: UserId, at: u64) -> Result<(), StoreError> {
    let bots = sqlx::query("SELECT id FROM users WHERE owner = $1").bind(key(user)).fetch_all(&mut *db).await?;
    let mut gone = vec![key(user)];
    for bot in &bots {
        gone.push(bot.try_get("id")?);
    }
    for id in gone {
        ledger::close_purse(db, UserId(id.cast_unsigned()), at).await?;
        sqlx::query(
            "UPDATE matches SET header = json_set(header, '$.seats[' || p.seat || '].name', $2)
            FROM players p WHERE p.match = matches.id AND p.user = $1",
        )
        .bind(id)
        .bind(DELETED)
        .execute(&mut *db)
        .await?;
        // Of what they did the log keeps everything but whose commands it were.
        sqlx::query(
            "UPDATE entries SET command = NULL WHERE match IN (SELECT match FROM players WHERE user = $1)
            AND substr(command, 1, 17) = $2",
        )
        .bind(id)
        .bind(format!("{}:", UserId(id.cast_unsigned())))
        .execute(&mut *db)
        .await?;
        sqlx::query("DELETE FROM done WHERE substr(command, 1, 17) = $1")
            .bind(format!("{}:", UserId(id.cast_unsigned())))
            .execute(&mut *db)
            .await?;
        sqlx::query("DELETE FROM chat WHERE sender = $1")
            .bind(UserId(id.cast_unsigned()).to_string())
            .execute(&mut *db)
            .await?;
    }
    // Sessions, the account, standings and bots go with it.
    sqlx::query("DELETE FROM users WHERE id = $1").bind(key(user)).execute(db).await?;
    Ok(())
}
