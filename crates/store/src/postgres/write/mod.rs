//! Changes to the database, a file for each concern.

mod invitations;
mod keeping;
mod ledger;
mod matches;
mod moderation;
mod notices;
mod owners;
mod people;
mod results;
mod runs;
mod tables;
mod task;
mod tidy;

pub use task::Writer;

use crate::{
    NewEntry, StoreError, Write,
    rules::{self, MatchEnd},
};
use ledger::Books;
use parlor_wire::MatchId;
use sqlx::PgConnection;

/// A savepoint of the writing task, as the rules see it.
struct PostgresTx<'c>(&'c mut PgConnection);

async fn all(db: &mut PgConnection, writes: &[Write]) -> Result<(), StoreError> {
    let mut rest = writes;
    while let Some(first) = rest.first() {
        // A log that comes as a whole is one statement.
        let lines: Vec<_> = rest.iter().map_while(line).collect();
        match lines.len() {
            0 => one(db, first).await?,
            _ => matches::append(db, &lines, &[]).await?,
        }
        rest = &rest[lines.len().max(1)..];
    }
    Ok(())
}

const fn line(write: &Write) -> Option<(MatchId, &NewEntry)> {
    if let Write::Append { id, entry } = write { Some((*id, entry)) } else { None }
}

async fn one(db: &mut PgConnection, write: &Write) -> Result<(), StoreError> {
    match write {
        Write::Clock(ms) => tables::clock(db, *ms).await,
        Write::AddUser { user, owner, at } => people::add(db, user, *owner, *at).await,
        Write::Rename { user, name } => people::rename(db, *user, name).await,
        Write::AddAccount { user, password, email } => {
            people::add_account(db, *user, &password.0, email.as_deref()).await
        }
        Write::DeleteUser { user, at } => people::delete(db, *user, *at).await,
        Write::SetPassword { user, password } => people::set_password(db, *user, &password.0).await,
        Write::SetEmail { user, email, show } => people::set_email(db, *user, email.as_deref(), *show).await,
        Write::AddSession { user, session } => people::add_session(db, *user, session).await,
        Write::EndSessions { user, ending } => people::end_sessions(db, *user, *ending).await,
        Write::Owned { code, title } => owners::check(db, *code, *title).await,
        Write::TakeCode { code, node } => owners::take_code(db, *code, *node).await,
        Write::Release { code, clock_ms } => owners::release(db, *code, *clock_ms).await,
        Write::SaveTable { code, state } => tables::save(db, *code, state).await,
        Write::SleepTable { code, state, sleep } => tables::lay_down(db, *code, state, sleep).await,
        Write::DropTable { code } => tables::remove(db, *code).await,
        Write::Done { code, command } => tables::done(db, *code, command).await,
        Write::Chat { code, line } => tables::say(db, *code, line).await,
        Write::ForgetChat { code, user } => tables::forget(db, *code, *user).await,
        Write::Invite(row) => invitations::add(db, row).await,
        Write::EndInvitation { id, end, at } => invitations::end(db, *id, *end, *at).await,
        Write::Mute { user, muted, at } => moderation::mute(db, *user, *muted, *at).await,
        Write::Unmute { user, muted } => moderation::unmute(db, *user, *muted).await,
        Write::Report(report) => moderation::report(db, report).await,
        Write::CloseReport { id, at } => moderation::close_report(db, *id, *at).await,
        Write::SetRole { user, role } => keeping::set_role(db, *user, *role).await,
        Write::SetBan { user, ban } => keeping::set_ban(db, *user, ban.as_ref()).await,
        Write::Audit(line) => keeping::note(db, line).await,
        Write::OrderClosing { closing, at } => keeping::order_closing(db, closing, *at).await,
        Write::HasClosed { code } => keeping::has_closed(db, *code).await,
        Write::SetPush { user, push } => notices::set_push(db, *user, push).await,
        Write::DropPush { session, endpoint } => notices::drop_push(db, *session, endpoint.as_deref()).await,
        Write::SetWebhook { user, webhook } => notices::set_webhook(db, *user, webhook.as_ref()).await,
        Write::SetPushKey(secret) => notices::set_push_key(db, &secret.0).await,
        Write::Prune { since, at, most, old } => tidy::prune(db, *since, *at, *most, *old).await,
        Write::BeginMatch { row, players } => matches::begin(db, row, players).await,
        Write::Append { id, entry } => matches::append(db, &[(*id, entry)], &[]).await,
        &Write::EndMatch { id, ref footer, at, turns, ref results, counts } => {
            rules::end_match(&mut PostgresTx(db), MatchEnd { id, footer, at, turns, results, counts }).await
        }
        Write::BeginRun { user, run } => runs::begin(db, *user, run).await,
        &Write::EndRun { user, id, worth, at, played } => runs::end(db, user, id, worth, at, played).await,
        Write::Transfer(transfer) => rules::transfer(&mut Books::open(db).await?, transfer).await,
        Write::Grant(grant) => rules::grant(&mut Books::open(db).await?, grant).await,
        Write::ReturnEscrow { bet, at } => rules::return_escrow(&mut Books::open(db).await?, *bet, *at).await,
        Write::Held { bet, holder, disputed, overturned } => {
            ledger::held(db, *bet, *holder, *disputed, *overturned).await
        }
    }
}
