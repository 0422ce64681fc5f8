//! Looking after the house: bans, roles, gifts, new passwords, closed tables and reports.
//!
//! Done in the browser or at the command line, with the house open or closed, it is the same [`Deed`], checked
//! here and written together with its line in the audit log, or not at all. A house that is open notices what another
//! process has written: sessions that have ended, and tables that are to be closed.

mod error;

pub use error::{AdminError, BanError, DeedError};

use crate::{chance, house::House, people::passwords, problem::Refused};
use parlor_store::{
    Action, Ban, Closing, Ending, Leg, NewAudit, Reports, Role, Store, StoreError, Till, Transfer, User, UserRow, Why,
    Write, words::Word,
};
use parlor_table::Saved;
use parlor_wire::{Kind, Occupant, Status, TableCode, UserId, chat::chat_text};
use std::sync::Arc;

/// How long a reason may be, in characters.
const REASON: usize = 200;
/// The most that is given at once.
const MOST_GOLD: u64 = 1_000_000;
/// The longest ban that has an end: ten years.
const MOST_HOURS: u32 = 10 * 366 * 24;

/// Who does something.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Actor {
    /// The keeper of the house, at the command line: may do everything.
    Keeper,
    /// A person with a role.
    Person(User, Role),
}

/// Something that is done to people and tables by those who may.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Deed {
    /// A person may not come in, for so many hours or without end.
    Ban {
        /// Who.
        user: UserId,
        /// For how long.
        hours: Option<u32>,
        /// Why, for the person to read.
        reason: String,
    },
    /// A person may come in again.
    Unban(UserId),
    /// An account is given gold.
    Grant {
        /// Who.
        user: UserId,
        /// How much.
        gold: u64,
        /// Why.
        reason: String,
    },
    /// An account gets a new password.
    Password(UserId),
    /// An account has this role from now on.
    Role(UserId, Option<Role>),
    /// A table is closed.
    CloseTable {
        /// Which.
        code: TableCode,
        /// Why, for those who sit there.
        reason: String,
    },
    /// Reports have been read: all of them are closed, or none.
    CloseReports(Vec<u64>),
}

impl Deed {
    /// Which role it takes.
    const fn needs(&self) -> Role {
        match self {
            Self::Ban { .. } | Self::Unban(_) | Self::CloseTable { .. } | Self::CloseReports(_) => Role::Moderator,
            Self::Grant { .. } | Self::Password(_) | Self::Role(..) => Role::Admin,
        }
    }
}

/// What came of a deed.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Done {
    /// Whose sessions have ended.
    pub signed_out: Vec<UserId>,
    /// The new password, to be shown once.
    pub password: Option<String>,
}

/// Does a deed, at a time on the wall clock in milliseconds, and writes it down in the audit log.
///
/// # Errors
/// If the actor may not do it, it makes no sense, or it cannot be stored. Nothing has changed then.
pub async fn carry_out(store: &dyn Store, actor: &Actor, deed: Deed, at: u64) -> Result<Done, DeedError> {
    if let Actor::Person(_, role) = actor
        && *role < deed.needs()
    {
        return Err(AdminError::NotAllowed.into());
    }
    let mut work = Work { store, actor, at, writes: Vec::new(), done: Done::default() };
    match deed {
        Deed::Ban { user, hours, reason } => work.ban(user, hours, &reason).await?,
        Deed::Unban(user) => work.unban(user).await?,
        Deed::Grant { user, gold, reason } => work.grant(user, gold, &reason).await?,
        Deed::Password(user) => work.password(user).await?,
        Deed::Role(user, role) => work.role(user, role).await?,
        Deed::CloseTable { code, reason } => work.close_table(code, &reason).await?,
        Deed::CloseReports(ids) => work.close_reports(&ids).await?,
    }
    store.write(work.writes).await?;
    Ok(work.done)
}

/// A deed in progress: what is to be written.
struct Work<'a> {
    store: &'a dyn Store,
    actor: &'a Actor,
    at: u64,
    writes: Vec<Write>,
    done: Done,
}

impl Work<'_> {
    async fn ban(&mut self, user: UserId, hours: Option<u32>, reason: &str) -> Result<(), DeedError> {
        let row = self.other(user).await?;
        let reason = fit(reason)?;
        if hours.is_some_and(|hours| hours == 0 || hours > MOST_HOURS) {
            return Err(AdminError::BadHours.into());
        }
        let until = hours.map(|hours| self.at + u64::from(hours) * 3_600_000);
        let note = hours.map_or_else(|| reason.clone(), |hours| format!("{hours} h: {reason}"));
        self.writes.push(Write::SetBan { user, ban: Some(Ban { reason, at: self.at, until }) });
        self.sign_out(user).await?;
        for bot in self.store.bots_of(user).await? {
            self.sign_out(bot.id).await?;
        }
        self.note(Action::Ban, &row.user, note);
        Ok(())
    }

    async fn unban(&mut self, user: UserId) -> Result<(), DeedError> {
        let row = self.other(user).await?;
        self.store.ban(user).await?.ok_or(AdminError::NotBanned)?;
        self.writes.push(Write::SetBan { user, ban: None });
        self.note(Action::Unban, &row.user, String::new());
        Ok(())
    }

    async fn grant(&mut self, user: UserId, gold: u64, reason: &str) -> Result<(), DeedError> {
        let row = self.account(user).await?;
        let reason = fit(reason)?;
        if gold == 0 || gold > MOST_GOLD {
            return Err(AdminError::BadAmount.into());
        }
        let amount = gold.cast_signed();
        let legs = vec![Leg { till: Till::Bank, amount: -amount }, Leg { till: Till::Purse(user), amount }];
        let key = format!("gift:{:016x}", chance::word());
        self.writes.push(Write::Transfer(Transfer { key, why: Why::Gift, at: self.at, legs }));
        self.note(Action::Grant, &row.user, format!("{gold} gold: {reason}"));
        Ok(())
    }

    async fn password(&mut self, user: UserId) -> Result<(), DeedError> {
        let row = self.account(user).await?;
        self.outranks(user).await?;
        let (password, hash) = passwords::random().await?;
        self.writes.push(Write::SetPassword { user, password: hash });
        self.sign_out(user).await?;
        self.done.password = Some(password);
        self.note(Action::Password, &row.user, String::new());
        Ok(())
    }

    async fn role(&mut self, user: UserId, role: Option<Role>) -> Result<(), DeedError> {
        let row = self.account(user).await?;
        if self.is_actor(user) {
            return Err(AdminError::Yourself.into());
        }
        self.writes.push(Write::SetRole { user, role });
        let (action, note) = match role {
            Some(role) => (Action::Promote, role.word().into_owned()),
            None => (Action::Demote, String::new()),
        };
        self.note(action, &row.user, note);
        Ok(())
    }

    async fn close_table(&mut self, code: TableCode, reason: &str) -> Result<(), DeedError> {
        let reason = fit(reason)?;
        self.store.table(code).await?.ok_or(AdminError::UnknownTable)?;
        self.writes.push(Write::OrderClosing { closing: Closing { code, reason: reason.clone() }, at: self.at });
        self.audit(Action::CloseTable, code.to_string(), String::new(), reason);
        Ok(())
    }

    async fn close_reports(&mut self, ids: &[u64]) -> Result<(), DeedError> {
        let open = self.store.reports(Reports::Open).await?;
        for &id in ids {
            let report = open.iter().find(|report| report.id == id).ok_or(AdminError::UnknownReport(id))?;
            self.writes.push(Write::CloseReport { id, at: self.at });
            self.audit(
                Action::CloseReport,
                id.to_string(),
                report.about_name.clone(),
                report.reason.word().into_owned(),
            );
        }
        Ok(())
    }

    async fn someone(&self, user: UserId) -> Result<UserRow, DeedError> {
        Ok(self.store.user(user).await?.ok_or(AdminError::UnknownPerson)?)
    }

    /// Someone else, whom the actor may do something to.
    async fn other(&self, user: UserId) -> Result<UserRow, DeedError> {
        let row = self.someone(user).await?;
        if self.is_actor(user) {
            return Err(AdminError::Yourself.into());
        }
        self.outranks(user).await?;
        Ok(row)
    }

    async fn account(&self, user: UserId) -> Result<UserRow, DeedError> {
        let row = self.someone(user).await?;
        if row.user.kind != Kind::Account {
            return Err(AdminError::NoAccount.into());
        }
        Ok(row)
    }

    fn is_actor(&self, user: UserId) -> bool {
        matches!(self.actor, Actor::Person(actor, _) if actor.id == user)
    }

    /// Those who have a role answer to admins alone.
    async fn outranks(&self, user: UserId) -> Result<(), DeedError> {
        let may = match self.actor {
            Actor::Keeper | Actor::Person(_, Role::Admin) => true,
            Actor::Person(_, Role::Moderator) => self.store.role(user).await?.is_none(),
        };
        if may { Ok(()) } else { Err(AdminError::Colleague.into()) }
    }

    async fn sign_out(&mut self, user: UserId) -> Result<(), StoreError> {
        self.writes.push(Write::EndSessions { user, ending: Ending::All });
        self.done.signed_out.push(user);
        Ok(())
    }

    fn note(&mut self, action: Action, user: &User, note: String) {
        self.audit(action, user.id.to_string(), user.name.clone(), note);
    }

    fn audit(&mut self, action: Action, subject: String, subject_name: String, note: String) {
        let (actor, actor_name) = match self.actor {
            Actor::Keeper => (None, "the keeper".into()),
            Actor::Person(user, _) => (Some(user.id), user.name.clone()),
        };
        let line = NewAudit { at: self.at, actor, actor_name, action, subject, subject_name, note };
        self.writes.push(Write::Audit(Box::new(line)));
    }
}

/// Every open table, awake or asleep, with a few words about each.
///
/// # Errors
/// If the store cannot be read.
pub async fn open_tables(store: &dyn Store) -> Result<Vec<(TableCode, String)>, StoreError> {
    let tables = store.tables().await?;
    Ok(tables.into_iter().map(|(code, state)| (code, told(&state))).collect())
}

fn told(state: &str) -> String {
    let Ok(saved) = Saved::read(state) else { return "cannot be read".into() };
    let status = match saved.status() {
        Status::Waiting => "waits",
        Status::Playing => "plays",
        Status::Ended => "has played",
    };
    let seats = saved.occupants().map(|occupant| match occupant {
        Occupant::Person { name, .. } => name.clone(),
        Occupant::Bot { level } => format!("bot ({level})"),
        Occupant::Nobody => "empty".into(),
    });
    format!("{}, {status}: {}", saved.game(), seats.collect::<Vec<_>>().join(", "))
}

/// A reason as one clean line.
fn fit(reason: &str) -> Result<String, AdminError> {
    let text = chat_text(reason.trim()).map_err(|_| AdminError::BadReason)?;
    if text.chars().count() > REASON { Err(AdminError::BadReason) } else { Ok(text) }
}

impl House {
    /// Does a deed in this house: what follows from it follows at once.
    ///
    /// # Errors
    /// As [`carry_out`]; or if a table is ordered to be closed, and could not be yet.
    pub async fn keep(self: &Arc<Self>, actor: Actor, deed: Deed) -> Result<Done, Refused> {
        let house = Arc::clone(self);
        let table = if let Deed::CloseTable { code, .. } = deed { Some(code) } else { None };
        self.to_the_end(async move {
            // A ban that is written while its person signs in must not miss that session.
            let people = house.people.lock().await;
            let done = carry_out(&*house.store, &actor, deed, house.wall.now_ms()).await?;
            drop(people);
            for user in &done.signed_out {
                house.presence.cut(*user, Ending::All);
            }
            house.close_ordered().await;
            match table {
                // The order stands: it is carried out as soon as it can be, if need be when the house opens again.
                Some(code) if house.store.table(code).await?.is_some() => Err(AdminError::StillOpen.into()),
                _ => Ok(done),
            }
        })
        .await
    }

    /// Closes tables that are to be closed, also if another process said so.
    pub async fn close_ordered(self: &Arc<Self>) {
        let closings = match self.store.closings().await {
            Ok(closings) => closings,
            Err(error) => return tracing::warn!(%error, "it is not known which tables are to be closed"),
        };
        for Closing { code, reason } in closings {
            match self.close_by_order(code, reason).await {
                Ok(true) => {}
                Ok(false) => continue,
                Err(refused) => {
                    tracing::error!(?refused, %code, "a table could not be closed");
                    continue;
                }
            }
            tracing::info!(%code, "a table was closed by order");
            if let Err(error) = self.store.write(vec![Write::HasClosed { code }]).await {
                tracing::warn!(%error, %code, "a table that was closed is still to be closed");
            }
        }
    }

    /// Whether the table is closed now. One that stops with the house, or moves to another node, does not answer either: what
    /// is stored tells.
    async fn close_by_order(self: &Arc<Self>, code: TableCode, reason: String) -> Result<bool, Refused> {
        self.table(code).close(reason).await?;
        Ok(self.store.table(code).await?.is_none())
    }

    /// Refuses a person who may not come in.
    ///
    /// # Errors
    /// Why not, or if the store cannot be read.
    pub async fn may_come_in(&self, user: UserId) -> Result<(), Refused> {
        match self.store.ban(user).await? {
            Some(ban) if ban.holds(self.wall.now_ms()) => Err(BanError::Banned(ban).into()),
            _ => Ok(()),
        }
    }
}
