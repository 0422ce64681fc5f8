//! Questions about people, their accounts and sessions.

use super::unsigned;
use crate::{Account, Scopes, Session, SessionId, SessionRow, StoreError, TokenHash, User, UserRow};
use parlor_wire::{Kind, UserId, http::folded};
use sqlx::{AssertSqlSafe, Row, SqlitePool, sqlite::SqliteRow};

const USER: &str = "SELECT u.id, u.name, u.kind, u.created_at, u.owner FROM users u";
const ACCOUNT: &str = "SELECT u.id, u.name, u.kind, u.created_at, a.email, a.show_email, a.password FROM accounts a JOIN users u ON u.id = a.user";

pub async fn session(db: &SqlitePool, token: TokenHash, since: u64) -> Result<Option<Session>, StoreError> {
    let row = sqlx::query(
        "SELECT s.id AS session, s.scopes, u.id, u.name, u.kind FROM sessions s JOIN users u ON u.id = s.user
        WHERE s.token_hash = $1 AND (s.created_at >= $2 OR s.scopes <> $3)",
    )
    .bind(&token[..])
    .bind(since.cast_signed())
    .bind(Scopes::OWNER.to_bits())
    .fetch_optional(db)
    .await?;
    row.map(|row| {
        let id = SessionId(unsigned(&row, "session")?);
        Ok(Session { id, user: to_user(&row)?, scopes: Scopes::from_bits(row.try_get("scopes")?) })
    })
    .transpose()
}

pub async fn sessions(db: &SqlitePool, user: UserId) -> Result<Vec<SessionRow>, StoreError> {
    let rows =
        sqlx::query("SELECT id, label, scopes, created_at FROM sessions WHERE user = $1 ORDER BY created_at DESC, id")
            .bind(user.0.cast_signed())
            .fetch_all(db)
            .await?;
    rows.iter()
        .map(|row| {
            Ok(SessionRow {
                id: SessionId(unsigned(row, "id")?),
                label: row.try_get("label")?,
                scopes: Scopes::from_bits(row.try_get("scopes")?),
                created_at: unsigned(row, "created_at")?,
            })
        })
        .collect()
}

pub async fn user(db: &SqlitePool, id: UserId) -> Result<Option<UserRow>, StoreError> {
    let query = AssertSqlSafe(format!("{USER} WHERE u.id = $1"));
    let row = sqlx::query(query).bind(id.0.cast_signed()).fetch_optional(db).await?;
    row.as_ref().map(to_user_row).transpose()
}

pub async fn user_by_name(db: &SqlitePool, name: &str) -> Result<Option<UserRow>, StoreError> {
    let query = AssertSqlSafe(format!("{USER} WHERE u.folded = $1"));
    let row = sqlx::query(query).bind(folded(name)).fetch_optional(db).await?;
    row.as_ref().map(to_user_row).transpose()
}

pub async fn account(db: &SqlitePool, user: UserId) -> Result<Option<Account>, StoreError> {
    let query = AssertSqlSafe(format!("{ACCOUNT} WHERE a.user = $1"));
    let row = sqlx::query(query).bind(user.0.cast_signed()).fetch_optional(db).await?;
    row.as_ref().map(to_account).transpose()
}

/// Names hold no `@`, so a login is one or the other: each is looked up by its own index.
pub async fn account_by_login(db: &SqlitePool, login: &str) -> Result<Option<Account>, StoreError> {
    let column = if login.contains('@') { "a.email_folded" } else { "u.folded" };
    let query = AssertSqlSafe(format!("{ACCOUNT} WHERE {column} = $1"));
    let row = sqlx::query(query).bind(folded(login)).fetch_optional(db).await?;
    row.as_ref().map(to_account).transpose()
}

pub async fn bots_of(db: &SqlitePool, owner: UserId) -> Result<Vec<User>, StoreError> {
    let query = AssertSqlSafe(format!("{USER} WHERE u.owner = $1 ORDER BY u.folded"));
    let rows = sqlx::query(query).bind(owner.0.cast_signed()).fetch_all(db).await?;
    rows.iter().map(to_user).collect()
}

pub fn to_user(row: &SqliteRow) -> Result<User, StoreError> {
    let kind: &str = row.try_get("kind")?;
    Ok(User { id: UserId(unsigned(row, "id")?), name: row.try_get("name")?, kind: to_kind(kind)? })
}

pub fn to_kind(text: &str) -> Result<Kind, StoreError> {
    super::json(&format!("\"{text}\""))
}

fn to_user_row(row: &SqliteRow) -> Result<UserRow, StoreError> {
    let owner: Option<i64> = row.try_get("owner")?;
    Ok(UserRow {
        user: to_user(row)?,
        created_at: unsigned(row, "created_at")?,
        owner: owner.map(|id| UserId(id.cast_unsigned())),
    })
}

fn to_account(row: &SqliteRow) -> Result<Account, StoreError> {
    Ok(Account {
        user: to_user(row)?,
        email: row.try_get("email")?,
        show_email: row.try_get("show_email")?,
        password: row.try_get("password")?,
        created_at: unsigned(row, "created_at")?,
    })
}
