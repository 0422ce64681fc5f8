//! Questions of those who look after the house.

use super::can_be_held;
use crate::{
    AuditRow, Ban, Closing, Find, Keeping, KeptUser, PostgresStore, Role, StoreError,
    sql::{
        columns::word,
        keeping::{after, to_audit_row, to_ban, to_closing, to_kept_user},
    },
};
use async_trait::async_trait;
use parlor_wire::{UserId, folded};
use sqlx::AssertSqlSafe;

const USERS: &str = "SELECT u.id, u.name, u.kind, u.created_at, u.owner, r.role, b.reason, b.at, b.until
    FROM users u LEFT JOIN roles r ON r.user_id = u.id LEFT JOIN bans b ON b.user_id = u.id";

#[async_trait]
impl Keeping for PostgresStore {
    async fn role(&self, user: UserId) -> Result<Option<Role>, StoreError> {
        let query = sqlx::query("SELECT role FROM roles WHERE user_id = $1").bind(user.0.cast_signed());
        query.fetch_optional(&self.reads).await?.map(|row| word(&row, "role")).transpose()
    }

    async fn ban(&self, user: UserId) -> Result<Option<Ban>, StoreError> {
        let query = sqlx::query("SELECT reason, at, until FROM bans WHERE user_id = $1").bind(user.0.cast_signed());
        query.fetch_optional(&self.reads).await?.as_ref().map(to_ban).transpose()
    }

    async fn find_users(&self, find: Find<'_>, limit: u32) -> Result<Vec<KeptUser>, StoreError> {
        if matches!(find, Find::Named(prefix) if !can_be_held(prefix)) {
            return Ok(Vec::new());
        }
        let which = match find {
            Find::Named(_) => "u.folded >= $2 AND u.folded < $3 ORDER BY u.folded",
            Find::Id(_) => "u.id = $2",
            Find::Staff => "u.id IN (SELECT user_id FROM roles) ORDER BY u.name, u.id",
            Find::Banned => "u.id IN (SELECT user_id FROM bans) ORDER BY u.name, u.id",
        };
        let query = AssertSqlSafe(format!("{USERS} WHERE {which} LIMIT $1"));
        let query = sqlx::query(query).bind(i64::from(limit));
        let query = match find {
            Find::Named(prefix) => query.bind(folded(prefix)).bind(after(&folded(prefix))),
            Find::Id(id) => query.bind(id.0.cast_signed()),
            Find::Staff | Find::Banned => query,
        };
        query.fetch_all(&self.reads).await?.iter().map(to_kept_user).collect()
    }

    async fn audit_log(&self, before: Option<u64>, limit: u32) -> Result<Vec<AuditRow>, StoreError> {
        let query = sqlx::query("SELECT * FROM audit WHERE id < $1 ORDER BY id DESC LIMIT $2");
        let query = query.bind(before.map_or(i64::MAX, u64::cast_signed)).bind(i64::from(limit));
        query.fetch_all(&self.reads).await?.iter().map(to_audit_row).collect()
    }

    async fn closings(&self) -> Result<Vec<Closing>, StoreError> {
        let query = sqlx::query("SELECT code, reason FROM closings ORDER BY at LIMIT 100");
        query.fetch_all(&self.reads).await?.iter().map(to_closing).collect()
    }
}
