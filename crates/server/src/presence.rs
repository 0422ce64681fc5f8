//! Who is connected, and through which session: one that ends takes its connections with it at once.

use crate::{house::House, problem::storage_failed, settings::Limits};
use parlor_kernel::Refusal;
use parlor_store::{Ending, Session, SessionId, User};
use parlor_wire::UserId;
use std::{
    collections::{BTreeMap, HashMap},
    ops::Bound,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tokio_util::sync::CancellationToken;

/// How many people's sessions are looked up at a time.
const CHECKED_AT_ONCE: usize = 32;

/// Everyone who is connected.
#[derive(Debug, Default)]
pub struct Presence(Mutex<Everyone>);

#[derive(Debug, Default)]
struct Everyone {
    people: BTreeMap<UserId, Present>,
    connections: usize,
}

/// Somebody who is connected.
#[derive(Debug, Default)]
struct Present {
    connections: usize,
    /// Who they have become since they connected: another name, or an account.
    became: Option<User>,
    sessions: HashMap<SessionId, InUse>,
}

/// A session that somebody is connected through.
#[derive(Debug, Default)]
struct InUse {
    connections: usize,
    revoked: CancellationToken,
}

impl Presence {
    fn everyone(&self) -> MutexGuard<'_, Everyone> {
        // Every change below is complete before anything can panic.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One more connection, unless there are too many. Says when its session ends.
    fn enter(&self, session: &Session, limits: &Limits) -> Result<CancellationToken, Refusal> {
        let mut everyone = self.everyone();
        let mine = everyone.people.get(&session.user.id).map_or(0, |present| present.connections);
        if mine >= limits.connections_per_person || everyone.connections >= limits.connections {
            let message = "There are too many connections. Close another window and try again.".into();
            return Err(Refusal { code: "too_many_connections", message });
        }
        everyone.connections += 1;
        metrics::gauge!("parlor_connections").set(everyone.connections as f64);
        let present = everyone.people.entry(session.user.id).or_default();
        present.connections += 1;
        let in_use = present.sessions.entry(session.id).or_default();
        in_use.connections += 1;
        Ok(in_use.revoked.child_token())
    }

    /// One connection less.
    fn leave(&self, user: UserId, session: SessionId) {
        let mut everyone = self.everyone();
        everyone.connections -= 1;
        metrics::gauge!("parlor_connections").set(everyone.connections as f64);
        let Some(present) = everyone.people.get_mut(&user) else { return };
        present.connections -= 1;
        if let Some(in_use) = present.sessions.get_mut(&session) {
            in_use.connections -= 1;
            if in_use.connections == 0 {
                present.sessions.remove(&session);
            }
        }
        if present.connections == 0 {
            everyone.people.remove(&user);
        }
    }

    /// Somebody has another name, or an account now.
    pub fn became(&self, user: &User) {
        if let Some(present) = self.everyone().people.get_mut(&user.id) {
            present.became = Some(user.clone());
        }
    }

    /// Who somebody has become since they connected.
    pub fn known_as(&self, user: UserId) -> Option<User> {
        self.everyone().people.get(&user)?.became.clone()
    }

    /// Cuts the connections of sessions that have ended.
    pub fn cut(&self, user: UserId, ending: Ending) {
        let everyone = self.everyone();
        let sessions = everyone.people.get(&user).into_iter().flat_map(|present| &present.sessions);
        for (id, in_use) in sessions {
            let ends = match ending {
                Ending::One(one) => *id == one,
                Ending::AllBut(one) => *id != one,
                Ending::All => true,
            };
            if ends {
                in_use.revoked.cancel();
            }
        }
    }

    /// Some of those who are connected and through which sessions, from `after` on.
    fn some(&self, after: Option<UserId>) -> Vec<(UserId, Vec<SessionId>)> {
        let from = after.map_or(Bound::Unbounded, Bound::Excluded);
        let everyone = self.everyone();
        let some = everyone.people.range((from, Bound::Unbounded)).take(CHECKED_AT_ONCE);
        some.map(|(user, present)| (*user, present.sessions.keys().copied().collect())).collect()
    }
}

/// A counted connection, until it is dropped.
pub struct Connected {
    house: Arc<House>,
    user: UserId,
    session: SessionId,
    revoked: CancellationToken,
}

impl Connected {
    /// Cancelled when the session ends: the connection must end with it.
    pub const fn revoked(&self) -> &CancellationToken {
        &self.revoked
    }
}

impl Drop for Connected {
    fn drop(&mut self) {
        self.house.presence.leave(self.user, self.session);
    }
}

impl House {
    /// Counts a new connection.
    ///
    /// # Errors
    /// If there are too many, or the session has ended meanwhile.
    pub async fn connect(self: &Arc<Self>, session: &Session) -> Result<Connected, Refusal> {
        let revoked = self.presence.enter(session, &self.settings.limits)?;
        let connected = Connected { house: Arc::clone(self), user: session.user.id, session: session.id, revoked };
        // Asked again now that ending the session would reach this connection: it may have ended just before.
        let sessions = self.store.sessions(session.user.id).await.map_err(|error| {
            tracing::error!(%error, "sessions could not be read");
            storage_failed()
        })?;
        if sessions.iter().any(|row| row.id == session.id) {
            return Ok(connected);
        }
        Err(Refusal { code: "not_signed_in", message: "This session has ended. Please sign in again.".into() })
    }

    /// Cuts connections whose sessions have ended behind the house's back, as `parlor account password` does from
    /// another process. A few people at a time: returns after whom to go on.
    pub async fn check_some_sessions(&self, after: Option<UserId>) -> Option<UserId> {
        let some = self.presence.some(after);
        for (user, in_use) in &some {
            // A database that does not answer says nothing about anybody's session.
            let Ok(sessions) = self.store.sessions(*user).await else { continue };
            for id in in_use.iter().filter(|id| !sessions.iter().any(|row| row.id == **id)) {
                self.presence.cut(*user, Ending::One(*id));
            }
        }
        some.last().filter(|_| some.len() == CHECKED_AT_ONCE).map(|(user, _)| *user)
    }
}
