//! People: who comes in, by which session they are known, what they are called, and how they go.

use crate::{chance, clock, house::House, problem::Refused};
use parlor_store::{Ending, NewSession, Scopes, Session, SessionRow, StoreError, User, Write};
use parlor_wire::{Kind, UserId};

/// How long a person's session lasts: a year.
const SESSION_MS: u64 = 365 * 24 * 3_600_000;

/// How many suggested names are tried before it is given up: each is rarely somebody's own.
const SUGGESTIONS: usize = 10;

impl House {
    /// Lets a guest in. `agent` is what their session is called.
    ///
    /// # Errors
    /// If somebody has the name to themselves, or it cannot be written down.
    pub async fn welcome(&self, name: Option<String>, agent: String) -> Result<(User, String), StoreError> {
        if let Some(name) = name {
            return self.let_in(name, agent).await;
        }
        let mut rng = chance::rng();
        for _ in 1..SUGGESTIONS {
            match self.let_in(crate::names::suggest(&mut rng), agent.clone()).await {
                Err(StoreError::NameTaken) => {}
                result => return result,
            }
        }
        self.let_in(crate::names::suggest(&mut rng), agent).await
    }

    async fn let_in(&self, name: String, agent: String) -> Result<(User, String), StoreError> {
        let user = User { id: chance::user_id(), name, kind: Kind::Guest };
        let (token, session) = new_session("", agent, Scopes::OWNER);
        let add = Write::AddUser { user: user.clone(), owner: None, at: clock::wall_ms() };
        self.store.write(vec![add, Write::AddSession { user: user.id, session }]).await?;
        Ok((user, token))
    }

    /// Whose token it is.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn recognise(&self, token: &str) -> Result<Option<Session>, StoreError> {
        let since = clock::wall_ms().saturating_sub(SESSION_MS);
        self.store.session(chance::token_hash(token), since).await
    }

    /// Gives somebody another name, at every table they sit at too.
    ///
    /// # Errors
    /// If somebody else has it to themselves, or it cannot be written down.
    pub async fn rename(&self, user: User, name: String) -> Result<User, StoreError> {
        let _people = self.people.lock().await;
        self.store.write(vec![Write::Rename { user: user.id, name: name.clone() }]).await?;
        // What kind they are may have changed since they asked.
        let kind = self.store.user(user.id).await?.map_or(user.kind, |row| row.user.kind);
        let user = User { name, kind, ..user };
        self.tell(&user).await;
        Ok(user)
    }

    /// Tells their connections and tables who somebody is now.
    pub(crate) async fn tell(&self, user: &User) {
        self.presence.became(user);
        for table in self.directory.seated(user.id) {
            table.renamed(user.clone()).await;
        }
    }

    /// Ends sessions, and the connections that were opened with them at once.
    ///
    /// # Errors
    /// If that cannot be written down.
    pub async fn end_sessions(&self, user: UserId, ending: Ending) -> Result<(), StoreError> {
        self.store.write(vec![Write::EndSessions { user, ending }]).await?;
        self.presence.cut(user, ending);
        Ok(())
    }

    /// Deletes somebody and their bots. They stand up everywhere first: a running match is given up, so that nobody
    /// waits for them.
    ///
    /// # Errors
    /// If it cannot be written down. Then they are still there, if perhaps no longer at a table.
    pub async fn delete(&self, user: User) -> Result<(), Refused> {
        let _people = self.people.lock().await;
        let mut gone = self.store.bots_of(user.id).await?;
        let id = user.id;
        gone.push(user);
        for person in &gone {
            for table in self.directory.seated(person.id) {
                table.forget(person.clone()).await?;
            }
            self.end_sessions(person.id, Ending::All).await?;
        }
        self.store.write(vec![Write::DeleteUser { user: id }]).await?;
        // What they said is still in the memory of tables where they only watched; and a command that was under way
        // may have seated them again.
        for person in gone {
            for table in self.directory.all() {
                if let Err(refusal) = table.forget(person.clone()).await {
                    tracing::warn!(?refusal, code = %table.code(), "a deleted person still sits at a table");
                }
            }
        }
        Ok(())
    }
}

/// A new session and the token that proves it.
pub fn new_session(prefix: &str, label: String, scopes: Scopes) -> (String, NewSession) {
    let (token, hash) = chance::token(prefix);
    let row = SessionRow { id: chance::session_id(), label, scopes, created_at: clock::wall_ms() };
    (token, NewSession { row, token: hash })
}
