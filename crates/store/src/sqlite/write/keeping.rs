//! Changes by those who look after the house.

use crate::{Ban, Closing, NewAudit, Role, StoreError, sqlite::db::Db, words::Word};
use parlor_wire::{TableCode, UserId};
use rusqlite::params;

pub fn set_role(db: &mut Db, user: UserId, role: Option<Role>) -> Result<(), StoreError> {
    let user = user.0.cast_signed();
    match role {
        Some(role) => db.run(
            "INSERT INTO roles (user, role) VALUES (?1, ?2) ON CONFLICT (user) DO UPDATE SET role = excluded.role",
            params![user, role.word()],
        ),
        None => db.run("DELETE FROM roles WHERE user = ?1", params![user]),
    }
    .map(drop)
}

pub fn set_ban(db: &mut Db, user: UserId, ban: Option<&Ban>) -> Result<(), StoreError> {
    let user = user.0.cast_signed();
    match ban {
        Some(Ban { reason, at, until }) => db.run(
            "INSERT INTO bans (user, reason, at, until) VALUES (?1, ?2, ?3, ?4)
            ON CONFLICT (user) DO UPDATE SET reason = excluded.reason, at = excluded.at, until = excluded.until",
            params![user, reason, at.cast_signed(), until.map(u64::cast_signed)],
        ),
        None => db.run("DELETE FROM bans WHERE user = ?1", params![user]),
    }
    .map(drop)
}

pub fn note(db: &mut Db, line: &NewAudit) -> Result<(), StoreError> {
    db.run(
        "INSERT INTO audit (at, actor, actor_name, action, subject, subject_name, note)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        params![
            line.at.cast_signed(),
            line.actor.map(|actor| actor.0.cast_signed()),
            line.actor_name,
            line.action.word(),
            line.subject,
            line.subject_name,
            line.note
        ],
    )
    .map(drop)
}

pub fn order_closing(db: &mut Db, Closing { code, reason }: &Closing, at: u64) -> Result<(), StoreError> {
    db.run(
        "INSERT INTO closings (code, reason, at) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING",
        params![code.as_str(), reason, at.cast_signed()],
    )
    .map(drop)
}

pub fn has_closed(db: &mut Db, code: TableCode) -> Result<(), StoreError> {
    db.run("DELETE FROM closings WHERE code = ?1", params![code.as_str()]).map(drop)
}
