//! Roles, bans and the audit log as rows.

use super::columns::{Columns, table_code, unsigned, unsigned_or_none, word, word_or_none};
use super::people::to_user_row;
use crate::{AuditRow, Ban, Closing, KeptUser, NewAudit, StoreError};
use parlor_wire::UserId;

pub fn to_ban(row: &impl Columns) -> Result<Ban, StoreError> {
    Ok(Ban { reason: row.text("reason")?.to_owned(), at: unsigned(row, "at")?, until: unsigned_or_none(row, "until")? })
}

pub fn to_kept_user(row: &impl Columns) -> Result<KeptUser, StoreError> {
    let ban = row.text_or_none("reason")?.map(|_| to_ban(row)).transpose()?;
    Ok(KeptUser { row: to_user_row(row)?, role: word_or_none(row, "role")?, ban })
}

pub fn to_audit_row(row: &impl Columns) -> Result<AuditRow, StoreError> {
    let line = NewAudit {
        at: unsigned(row, "at")?,
        actor: unsigned_or_none(row, "actor")?.map(UserId),
        actor_name: row.text("actor_name")?.to_owned(),
        action: word(row, "action")?,
        subject: row.text("subject")?.to_owned(),
        subject_name: row.text("subject_name")?.to_owned(),
        note: row.text("note")?.to_owned(),
    };
    Ok(AuditRow { id: unsigned(row, "id")?, line })
}

pub fn to_closing(row: &impl Columns) -> Result<Closing, StoreError> {
    Ok(Closing { code: table_code(row.text("code")?)?, reason: row.text("reason")?.to_owned() })
}

/// The first text after all those that begin with `prefix`, byte by byte.
pub fn after(prefix: &str) -> String {
    format!("{prefix}\u{10ffff}")
}
