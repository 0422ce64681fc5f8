//! Questions about users, their accounts and sessions.

use crate::{
    Account, People, Scopes, Session, SessionId, SessionRow, Sessions, SqliteStore, StoreError, TokenHash, User,
    UserRow,
    sql::{
        columns::{self, unsigned},
        people::{to_account, to_session, to_session_row, to_user_row},
        to_json,
    },
};
use async_trait::async_trait;
use parlor_wire::{UserId, folded};
use sqlx::AssertSqlSafe;

const USER: &str = "SELECT u.id, u.name, u.kind, u.created_at, u.owner FROM users u";
const ACCOUNT: &str = "SELECT u.id, u.name, u.kind, u.created_at, a.email, a.show_email, a.password
    FROM accounts a JOIN users u ON u.id = a.user";

const SESSIONS_OF: &str = "SELECT id FROM sessions WHERE user IN (SELECT value FROM json_each($1))";

#[async_trait]
impl People for SqliteStore {
    async fn user(&self, id: UserId) -> Result<Option<UserRow>, StoreError> {
        let query = AssertSqlSafe(format!("{USER} WHERE u.id = $1"));
        let row = sqlx::query(query).bind(id.0.cast_signed()).fetch_optional(&self.reads).await?;
        row.as_ref().map(to_user_row).transpose()
    }

    async fn user_by_name(&self, name: &str) -> Result<Option<UserRow>, StoreError> {
        let query = AssertSqlSafe(format!("{USER} WHERE u.folded = $1"));
        let row = sqlx::query(query).bind(folded(name)).fetch_optional(&self.reads).await?;
        row.as_ref().map(to_user_row).transpose()
    }

    async fn account(&self, user: UserId) -> Result<Option<Account>, StoreError> {
        let query = AssertSqlSafe(format!("{ACCOUNT} WHERE a.user = $1"));
        let row = sqlx::query(query).bind(user.0.cast_signed()).fetch_optional(&self.reads).await?;
        row.as_ref().map(to_account).transpose()
    }

    /// Names hold no `@`, so a login is one or the other: each is looked up by its own index.
    async fn account_by_login(&self, login: &str) -> Result<Option<Account>, StoreError> {
        let column = if login.contains('@') { "a.email_folded" } else { "u.folded" };
        let query = AssertSqlSafe(format!("{ACCOUNT} WHERE {column} = $1"));
        let row = sqlx::query(query).bind(folded(login)).fetch_optional(&self.reads).await?;
        row.as_ref().map(to_account).transpose()
    }

    async fn bots_of(&self, owner: UserId) -> Result<Vec<User>, StoreError> {
        let query = AssertSqlSafe(format!("{USER} WHERE u.owner = $1 ORDER BY u.folded"));
        let rows = sqlx::query(query).bind(owner.0.cast_signed()).fetch_all(&self.reads).await?;
        rows.iter().map(columns::user).collect()
    }
}

#[async_trait]
impl Sessions for SqliteStore {
    async fn session(&self, token: TokenHash, since: u64) -> Result<Option<Session>, StoreError> {
        let row = sqlx::query(
            "SELECT s.id AS session, s.scopes, u.id, u.name, u.kind FROM sessions s JOIN users u ON u.id = s.user
            WHERE s.token_hash = $1 AND (s.created_at >= $2 OR s.scopes <> $3)",
        )
        .bind(&token[..])
        .bind(since.cast_signed())
        .bind(Scopes::OWNER.to_bits())
        .fetch_optional(&self.reads)
        .await?;
        row.as_ref().map(to_session).transpose()
    }

    async fn sessions(&self, user: UserId) -> Result<Vec<SessionRow>, StoreError> {
        let query = "SELECT id, label, scopes, created_at FROM sessions WHERE user = $1 ORDER BY created_at DESC, id";
        let rows = sqlx::query(query).bind(user.0.cast_signed()).fetch_all(&self.reads).await?;
        rows.iter().map(to_session_row).collect()
    }

    async fn sessions_of(&self, users: &[UserId]) -> Result<Vec<SessionId>, StoreError> {
        let users: Vec<_> = users.iter().map(|user| user.0.cast_signed()).collect();
        let rows = sqlx::query(SESSIONS_OF).bind(to_json(&users)).fetch_all(&self.reads).await?;
        rows.iter().map(|row| Ok(SessionId(unsigned(row, "id")?))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sqlite::plan::steps;

    #[tokio::test]
    async fn the_sessions_of_many_are_found_by_their_users() {
        let steps = steps(SESSIONS_OF).await;
        assert!(steps[0].starts_with("SEARCH sessions USING INDEX sessions_by_user (user=?)"), "{steps:?}");
    }
}
