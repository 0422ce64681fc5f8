//! Changes to users, their accounts and sessions.

use super::{SqliteTx, matches, now};
use crate::{
    Ending, NewSession, Scopes, StoreError, User, look, rules,
    sql::{matches::commands_of, people::SESSIONS_KEPT},
    sqlite::{db::Db, lines, live_log::LiveLog},
    words::Word,
};
use parlor_wire::{Kind, MatchId, UserId, folded};
use rusqlite::params;

pub fn add(db: &mut Db, user: &User, owner: Option<UserId>, at: u64) -> Result<(), StoreError> {
    name_is_free(db, user.id, &user.name)?;
    // Guests share names.
    let keeps_name = user.kind != Kind::Guest;
    db.run(
        "INSERT INTO users (id, name, created_at, kind, folded, look, owner) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        params![
            user.id.0.cast_signed(),
            &user.name,
            at.cast_signed(),
            &*user.kind.word(),
            keeps_name.then(|| folded(&user.name)),
            keeps_name.then(|| look(&user.name)),
            owner.map(|owner| owner.0.cast_signed())
        ],
    )?;
    Ok(())
}

/// A name that an account or a program has is for no other user, guests included, and neither is one that looks like it.
fn name_is_free(db: &mut Db, user: UserId, name: &str) -> Result<(), StoreError> {
    let taken = db.exists(
        "SELECT 1 FROM users WHERE (folded = ?1 OR look = ?2) AND id <> ?3",
        params![folded(name), look(name), user.0.cast_signed()],
    )?;
    if taken { Err(StoreError::NameTaken) } else { Ok(()) }
}

fn email_is_free(db: &mut Db, user: UserId, email: Option<&str>) -> Result<(), StoreError> {
    let taken = db.exists(
        "SELECT 1 FROM accounts WHERE email_folded = ?1 AND user <> ?2",
        params![email.map(folded), user.0.cast_signed()],
    )?;
    if taken { Err(StoreError::EmailTaken) } else { Ok(()) }
}

pub fn rename(db: &mut Db, user: UserId, name: &str) -> Result<(), StoreError> {
    name_is_free(db, user, name)?;
    db.run(
        "UPDATE users SET name = ?2, folded = CASE WHEN kind = 'guest' THEN NULL ELSE ?3 END,
            look = CASE WHEN kind = 'guest' THEN NULL ELSE ?4 END WHERE id = ?1",
        params![user.0.cast_signed(), name, folded(name), look(name)],
    )?;
    Ok(())
}

pub fn add_account(db: &mut Db, user: UserId, password: &str, email: Option<&str>) -> Result<(), StoreError> {
    let name: String =
        db.one("SELECT name FROM users WHERE id = ?1", params![user.0.cast_signed()], |row| Ok(row.get(0)?))?;
    name_is_free(db, user, &name)?;
    email_is_free(db, user, email)?;
    db.run(
        "UPDATE users SET kind = 'account', folded = ?2, look = ?3 WHERE id = ?1",
        params![user.0.cast_signed(), folded(&name), look(&name)],
    )?;
    // Accounts are on leaderboards, with what they did as guests.
    for board in [
        "UPDATE standings SET board = 'account' WHERE user = ?1 AND versus = 'people'",
        "UPDATE ratings SET board = 'account' WHERE user = ?1",
        "UPDATE best_runs SET listed = 1 WHERE user = ?1",
    ] {
        db.run(board, params![user.0.cast_signed()])?;
    }
    db.run(
        "INSERT INTO accounts (user, password, email, email_folded) VALUES (?1, ?2, ?3, ?4)",
        params![user.0.cast_signed(), password, email, email.map(folded)],
    )?;
    Ok(())
}

pub fn set_password(db: &mut Db, user: UserId, password: &str) -> Result<(), StoreError> {
    db.run("UPDATE accounts SET password = ?2 WHERE user = ?1", params![user.0.cast_signed(), password])?;
    Ok(())
}

pub fn set_email(db: &mut Db, user: UserId, email: Option<&str>, show: bool) -> Result<(), StoreError> {
    email_is_free(db, user, email)?;
    db.run(
        "UPDATE accounts SET email = ?2, email_folded = ?3, show_email = ?4 WHERE user = ?1",
        params![user.0.cast_signed(), email, email.map(folded), show],
    )?;
    Ok(())
}

pub fn add_session(db: &mut Db, user: UserId, session: &NewSession) -> Result<(), StoreError> {
    let row = &session.row;
    db.run(
        "INSERT INTO sessions (token_hash, user, created_at, id, label, scopes) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        params![
            &session.token[..],
            user.0.cast_signed(),
            row.created_at.cast_signed(),
            row.id.0.cast_signed(),
            &row.label,
            row.scopes.to_bits()
        ],
    )?;
    // Signing in again and again leaves nothing behind. The plus hides from SQLite that an index is for some scopes only:
    // otherwise it would plan this anew each time, for the scopes that are asked for.
    let old = "DELETE FROM sessions WHERE user = ?1 AND +scopes = ?2 AND id NOT IN
        (SELECT id FROM sessions WHERE user = ?1 AND +scopes = ?2 ORDER BY created_at DESC, id = ?3 DESC LIMIT ?4)";
    db.run(old, params![user.0.cast_signed(), Scopes::OWNER.to_bits(), row.id.0.cast_signed(), SESSIONS_KEPT])?;
    Ok(())
}

pub fn end_sessions(db: &mut Db, user: UserId, ending: Ending) -> Result<(), StoreError> {
    let (which, id) = match ending {
        Ending::One(id) => ("DELETE FROM sessions WHERE user = ?1 AND id = ?2", id.0),
        Ending::AllBut(id) => ("DELETE FROM sessions WHERE user = ?1 AND id <> ?2", id.0),
        Ending::All => ("DELETE FROM sessions WHERE user = ?1 AND ?2 = 0", 0),
    };
    db.run(which, params![user.0.cast_signed(), id.cast_signed()])?;
    Ok(())
}

/// Matches belong to all who played them: they stay, and so does what they count for the others.
pub fn delete(db: &mut Db, live: &mut LiveLog, user: UserId, at: u64) -> Result<(), StoreError> {
    let mut gone = vec![user];
    gone.extend(db.all("SELECT id FROM users WHERE owner = ?1", params![user.0.cast_signed()], |row| {
        Ok(UserId(row.get::<_, i64>(0)?.cast_unsigned()))
    })?);
    for user in gone {
        now(rules::close_purse(&mut SqliteTx(db), user, at))?;
        forget_in_logs(db, user)?;
        live.forget(user);
        db.run("DELETE FROM done WHERE substr(command, 1, 17) = ?1", params![commands_of(user)])?;
        db.run("DELETE FROM lines WHERE sender = ?1", params![user.0.cast_signed()])?;
    }
    // Sessions, the account, standings and bots go with it.
    db.run("DELETE FROM users WHERE id = ?1", params![user.0.cast_signed()])?;
    Ok(())
}

/// Of what the user did the logs keep everything but who it was. A match that is being played keeps the name until it is
/// over: its log is bound to its header, and could not be gone on with after a restart.
fn forget_in_logs(db: &mut Db, user: UserId) -> Result<(), StoreError> {
    let played = "SELECT m.id, p.seat, m.footer IS NOT NULL AS over FROM players p JOIN matches m ON m.id = p.match
        WHERE p.user = ?1";
    let played = db.all(played, params![user.0.cast_signed()], |row| {
        Ok((MatchId(row.get::<_, i64>("id")?.cast_unsigned()), row.get::<_, u8>("seat")?, row.get::<_, bool>("over")?))
    })?;
    for (id, seat, is_over) in played {
        if is_over {
            matches::forget_name(db, id, seat)?;
        } else {
            matches::forget_name_later(db, id, seat)?;
        }
    }
    for (all, change) in [
        (
            "SELECT l.place, 0, l.line FROM live_log l JOIN players p ON p.match = l.match WHERE p.user = ?1",
            "UPDATE live_log SET line = ?3 WHERE place = ?1 AND ?2 = 0",
        ),
        (
            "SELECT l.match, l.upto, l.lines FROM log_parts l JOIN players p ON p.match = l.match WHERE p.user = ?1",
            "UPDATE log_parts SET lines = ?3 WHERE match = ?1 AND upto = ?2",
        ),
    ] {
        let found = db.all(all, params![user.0.cast_signed()], |row| {
            let (one, other, text): (i64, i64, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
            Ok(lines::without_commands_of(user, &text).map(|text| (one, other, text)))
        })?;
        for (one, other, text) in found.into_iter().flatten() {
            db.run(change, params![one, other, text])?;
        }
    }
    Ok(())
}
