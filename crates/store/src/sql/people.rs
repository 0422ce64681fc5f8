//! Users, accounts and sessions as rows.

use super::columns::{Columns, unsigned, unsigned_or_none, user};
use crate::{Account, Scopes, Session, SessionId, SessionRow, StoreError, UserRow};
use parlor_wire::UserId;

/// How many sessions of their own a user may have; the oldest gives way.
pub const SESSIONS_KEPT: u32 = 50;

pub fn to_user_row(row: &impl Columns) -> Result<UserRow, StoreError> {
    Ok(UserRow {
        user: user(row)?,
        created_at: unsigned(row, "created_at")?,
        owner: unsigned_or_none(row, "owner")?.map(UserId),
    })
}

pub fn to_account(row: &impl Columns) -> Result<Account, StoreError> {
    Ok(Account {
        user: user(row)?,
        email: row.text_or_none("email")?.map(str::to_owned),
        show_email: row.flag("show_email")?,
        password: row.text("password")?.to_owned(),
        created_at: unsigned(row, "created_at")?,
    })
}

pub fn to_session(row: &impl Columns) -> Result<Session, StoreError> {
    let id = SessionId(unsigned(row, "session")?);
    Ok(Session { id, user: user(row)?, scopes: Scopes::from_bits(row.number("scopes")?) })
}

pub fn to_session_row(row: &impl Columns) -> Result<SessionRow, StoreError> {
    Ok(SessionRow {
        id: SessionId(unsigned(row, "id")?),
        label: row.text("label")?.to_owned(),
        scopes: Scopes::from_bits(row.number("scopes")?),
        created_at: unsigned(row, "created_at")?,
    })
}
