//! Changes to the database, a file for each concern.

mod invitations;
mod keeping;
mod ledger;
mod matches;
mod moderation;
mod notices;
mod people;
mod results;
mod runs;
mod tables;
mod thread;
mod tidy;

pub use thread::Writer;

use super::{db::Db, live_log::LiveLog};
use crate::{
    StoreError, Write,
    rules::{self, MatchEnd},
};
use futures_util::FutureExt;
use std::future::Future;

/// The transaction of the writing thread, as the rules see it.
struct SqliteTx<'c>(&'c mut Db);

/// What comes of rules that need not wait: they are written for any database, and this one answers at once.
///
/// # Panics
/// Never, over a [`SqliteTx`].
fn now<T>(rules: impl Future<Output = T>) -> T {
    rules.now_or_never().expect("nothing is waited for")
}

fn all(db: &mut Db, live: &mut LiveLog, writes: &[Write]) -> Result<(), StoreError> {
    writes.iter().try_for_each(|write| one(db, live, write))
}

fn one(db: &mut Db, live: &mut LiveLog, write: &Write) -> Result<(), StoreError> {
    match write {
        Write::Clock(ms) => tables::clock(db, *ms),
        Write::AddUser { user, owner, at } => people::add(db, user, *owner, *at),
        Write::Rename { user, name } => people::rename(db, *user, name),
        Write::AddAccount { user, password, email } => people::add_account(db, *user, &password.0, email.as_deref()),
        Write::DeleteUser { user, at } => people::delete(db, live, *user, *at),
        Write::SetPassword { user, password } => people::set_password(db, *user, &password.0),
        Write::SetEmail { user, email, show } => people::set_email(db, *user, email.as_deref(), *show),
        Write::AddSession { user, session } => people::add_session(db, *user, session),
        Write::EndSessions { user, ending } => people::end_sessions(db, *user, *ending),
        // A file has no nodes that share it.
        Write::Owned { .. } | Write::TakeCode { .. } | Write::Release { .. } => Err(StoreError::Fenced),
        Write::SaveTable { code, state } => tables::save(db, *code, state),
        Write::SleepTable { code, state, sleep } => {
            tables::lay_down(db, *code, state, sleep)?;
            sleep.playing.map_or(Ok(()), |id| live.copy(db, id))
        }
        Write::DropTable { code } => tables::remove(db, *code),
        Write::Done { code, command } => tables::done(db, *code, command),
        Write::Chat { code, line } => tables::say(db, *code, line),
        Write::ForgetChat { code, user } => tables::forget(db, *code, *user),
        Write::Invite(row) => invitations::add(db, row),
        Write::EndInvitation { id, end, at } => invitations::end(db, *id, *end, *at),
        Write::Mute { user, muted, at } => moderation::mute(db, *user, *muted, *at),
        Write::Unmute { user, muted } => moderation::unmute(db, *user, *muted),
        Write::Report(report) => moderation::report(db, report),
        Write::CloseReport { id, at } => moderation::close_report(db, *id, *at),
        Write::SetRole { user, role } => keeping::set_role(db, *user, *role),
        Write::SetBan { user, ban } => keeping::set_ban(db, *user, ban.as_ref()),
        Write::Audit(line) => keeping::note(db, line),
        Write::OrderClosing { closing, at } => keeping::order_closing(db, closing, *at),
        Write::HasClosed { code } => keeping::has_closed(db, *code),
        Write::SetPush { user, push } => notices::set_push(db, *user, push),
        Write::DropPush { session, endpoint } => notices::drop_push(db, *session, endpoint.as_deref()),
        Write::SetWebhook { user, webhook } => notices::set_webhook(db, *user, webhook.as_ref()),
        Write::SetPushKey(secret) => notices::set_push_key(db, &secret.0),
        Write::Prune { since, at, most, old } => tidy::prune(db, *since, *at, *most, *old),
        Write::BeginMatch { row, players } => matches::begin(db, row, players),
        Write::Append { id, entry } => live.append(db, *id, entry),
        &Write::EndMatch { id, ref footer, at, turns, ref results, counts } => {
            now(rules::end_match(&mut SqliteTx(db), MatchEnd { id, footer, at, turns, results, counts }))?;
            live.copy(db, id)
        }
        Write::BeginRun { user, run } => runs::begin(db, *user, run),
        &Write::EndRun { user, id, worth, at, played } => runs::end(db, user, id, worth, at, played),
        Write::Transfer(transfer) => now(rules::transfer(&mut SqliteTx(db), transfer)),
        Write::Grant(grant) => now(rules::grant(&mut SqliteTx(db), grant)),
        Write::ReturnEscrow { bet, at } => now(rules::return_escrow(&mut SqliteTx(db), *bet, *at)),
        Write::Held { bet, holder, disputed, overturned } => ledger::held(db, *bet, *holder, *disputed, *overturned),
    }
}
