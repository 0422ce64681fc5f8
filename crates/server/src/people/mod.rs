//! People: who comes in, by which session they are known, what they are called, and how they go.

pub mod accounts;
pub mod agent;
pub mod auth;
pub mod gold;
pub mod moderation;
pub mod names;
pub mod passwords;
pub mod presence;

use crate::{
    chance,
    house::House,
    people::{accounts::Claim, auth::AuthError},
    problem::{HouseError, Refused},
};
use futures_util::{StreamExt, stream};
use parlor_store::{Ending, NewSession, Scopes, Session, SessionRow, StoreError, User, Write};
use parlor_wire::{Kind, UserId};
use std::{net::IpAddr, sync::Arc};

/// How many sessions and guests that have expired are deleted at a time.
const PRUNED_AT_ONCE: u32 = 200;

/// How many suggested names are tried before giving up: accounts rarely have one.
const SUGGESTIONS: usize = 10;

/// How many tables are asked at once to forget a person.
const ASKED_AT_ONCE: usize = 32;

impl House {
    /// Lets a guest in, under the name they typed or a suggested one: their session, and its token. `agent` is what the session
    /// is called.
    ///
    /// # Errors
    /// If too many come from there, if the name is invalid or an account's, or it cannot be stored.
    pub async fn welcome(
        &self,
        from: IpAddr,
        typed: Option<&str>,
        agent: String,
    ) -> Result<(Session, String), Refused> {
        self.rates.guest(from).map_err(HouseError::TooFast)?;
        let per_minute = self.settings.limits.guests_per_minute;
        self.per_minute_together("guests", from, per_minute).await.map_err(HouseError::TooFast)?;
        if let Some(typed) = typed {
            let name = self.fit_name(Kind::Guest, typed)?;
            return Ok(self.let_in(name, agent).await?);
        }
        let mut rng = chance::rng();
        for _ in 1..SUGGESTIONS {
            match self.let_in(crate::people::names::suggest(&mut rng), agent.clone()).await {
                Err(StoreError::NameTaken) => {}
                result => return Ok(result?),
            }
        }
        Ok(self.let_in(crate::people::names::suggest(&mut rng), agent).await?)
    }

    async fn let_in(&self, name: String, agent: String) -> Result<(Session, String), StoreError> {
        let at = self.wall.now_ms();
        let user = User { id: chance::user_id(at), name, kind: Kind::Guest };
        let (token, new) = self.new_session("", agent, Scopes::OWNER);
        let session = Session { id: new.row.id, user: user.clone(), scopes: Scopes::OWNER };
        let id = user.id;
        let add = Write::AddUser { user, owner: None, at };
        self.store.write(vec![add, Write::AddSession { user: id, session: new }]).await?;
        Ok((session, token))
    }

    /// Whose token it is.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn recognise(&self, token: &str) -> Result<Option<Session>, StoreError> {
        let since = self.wall.now_ms().saturating_sub(self.settings.retention.session_ms());
        self.store.session(chance::token_hash(token), since).await
    }

    /// Deletes some of what has expired.
    pub async fn prune(&self) {
        let now = self.wall.now_ms();
        let retention = &self.settings.retention;
        let since = now.saturating_sub(retention.session_ms());
        let prune = Write::Prune { since, at: now, most: PRUNED_AT_ONCE, old: retention.old(now) };
        if let Err(error) = self.store.write(vec![prune]).await {
            tracing::warn!(%error, "what has expired could not be deleted");
        }
    }

    /// Renames a person, at every table that names them too.
    ///
    /// # Errors
    /// If the name is invalid or another account's, or it cannot be stored.
    pub async fn rename(self: &Arc<Self>, user: UserId, typed: String) -> Result<User, Refused> {
        let house = Arc::clone(self);
        self.to_the_end(async move {
            let user = house.renamed(user, &typed).await?;
            house.tell(user.clone()).await;
            Ok(user)
        })
        .await
    }

    async fn renamed(&self, user: UserId, typed: &str) -> Result<User, Refused> {
        let _people = self.people.lock().await;
        // What kind they are may have changed since they asked, and with it which names are valid.
        let row = self.store.user(user).await?.ok_or(AuthError::NotSignedIn)?;
        let name = self.fit_name(row.user.kind, typed)?;
        self.store.write(vec![Write::Rename { user, name: name.clone() }]).await?;
        Ok(User { name, ..row.user })
    }

    /// Tells a person's connections and tables who they are now.
    pub(crate) async fn tell(self: &Arc<Self>, user: User) {
        let _telling = self.telling.lock().await;
        // They may have changed again since.
        let user = self.store.user(user.id).await.ok().flatten().map_or(user, |row| row.user);
        self.presence.became(&user);
        if let Some(cluster) = &self.cluster {
            cluster.became(&user);
        }
        self.invitations.became(&user);
        let mut tables = self.directory.naming(user.id);
        match self.store.asleep_with(user.id).await {
            Ok(asleep) => tables.extend(asleep.into_iter().map(|(code, _)| code)),
            Err(error) => tracing::error!(%error, "tables that sleep have not heard of a new name"),
        }
        for code in tables {
            self.table(code).renamed(user.clone()).await;
        }
    }

    /// Ends sessions, and the connections that were opened with them at once.
    ///
    /// # Errors
    /// If that cannot be stored.
    pub async fn end_sessions(self: &Arc<Self>, user: UserId, ending: Ending) -> Result<(), Refused> {
        let house = Arc::clone(self);
        self.to_the_end(async move {
            house.store.write(vec![Write::EndSessions { user, ending }]).await?;
            house.presence.cut(user, ending);
            Ok(())
        })
        .await
    }

    /// Deletes a person and their bots. They stand up everywhere first: a running match is given up, so that no
    /// opponent waits for them.
    ///
    /// # Errors
    /// If the caller may no longer do so, or it cannot be stored. Then the person still exists with all that is theirs,
    /// if perhaps no longer at a table.
    pub async fn delete(self: &Arc<Self>, claim: Claim, user: User) -> Result<(), Refused> {
        let house = Arc::clone(self);
        self.to_the_end(async move { house.delete_now(&claim, user).await }).await
    }

    async fn delete_now(self: &Arc<Self>, claim: &Claim, user: User) -> Result<(), Refused> {
        for person in self.with_bots(&user).await? {
            for code in self.seats_of(person.id).await? {
                self.table(code).stand_up(person.clone()).await?;
            }
        }
        let gone: Arc<[User]> = {
            let _people = self.still(claim).await?;
            if self.closing.is_cancelled() {
                // Tables that have stopped do not let a player stand up.
                return Err(HouseError::Storage.into());
            }
            let gone = self.with_bots(&user).await?;
            self.store.write(vec![Write::DeleteUser { user: user.id, at: self.wall.now_ms() }]).await?;
            gone.into()
        };
        for person in gone.iter() {
            self.presence.cut(person.id, Ending::All);
        }
        self.invitations.forget(Arc::clone(&gone)).await;
        if let Some(cluster) = &self.cluster {
            cluster.forget(&gone);
        }
        self.tables_forget(gone).await;
        if let Err(error) = self.store.scrub().await {
            tracing::warn!(%error, "what was deleted is not wiped from the disk yet");
        }
        Ok(())
    }

    /// What deleted users said is still in the memory of tables that are awake, and a command that was under way may have seated
    /// them again or said something more.
    pub(crate) async fn tables_forget(&self, gone: Arc<[User]>) {
        let forgetting = stream::iter(self.directory.all()).for_each_concurrent(ASKED_AT_ONCE, |table| {
            let gone = Arc::clone(&gone);
            async move {
                if let Err(refusal) = table.forget(gone).await {
                    tracing::warn!(?refusal, code = %table.code(), "a table has not forgotten a deleted person");
                }
            }
        });
        forgetting.await;
    }

    async fn with_bots(&self, user: &User) -> Result<Vec<User>, StoreError> {
        let mut all = self.store.bots_of(user.id).await?;
        all.push(user.clone());
        Ok(all)
    }
}

impl House {
    /// A new session and the token that proves it.
    pub(crate) fn new_session(&self, prefix: &str, label: String, scopes: Scopes) -> (String, NewSession) {
        let (token, hash) = chance::token(prefix);
        let row = SessionRow { id: chance::session_id(), label, scopes, created_at: self.wall.now_ms() };
        (token, NewSession { row, token: hash })
    }
}
