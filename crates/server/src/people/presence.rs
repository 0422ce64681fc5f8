//! Who is connected, and through which session: one that ends takes its connections with it at once.

use crate::{
    clock::HouseClock,
    doors::door::End,
    house::House,
    people::auth::AuthError,
    problem::{HouseError, HttpError, Refused},
    settings::Limits,
    tables::{Backlog, Outlet, Queue},
};
use axum::http::StatusCode;
use parlor_store::{Ending, NodeId, Session, SessionId, User};
use parlor_table::ConnectionId;
use parlor_wire::{Frame, ServerFrame, UserId, http::folded};
use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet, hash_map::Entry},
    net::IpAddr,
    ops::Bound,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError, Weak,
        atomic::{AtomicU64, Ordering},
    },
};
use strum::{IntoStaticStr, VariantNames};
use thiserror::Error;
use tokio_util::sync::CancellationToken;

/// How many people's sessions are looked up at a time, with every beat of the house: of ten thousand, all within two seconds.
const CHECKED_AT_ONCE: usize = 2_500;

/// Everyone who is connected.
#[derive(Debug, Default)]
pub struct Presence {
    everyone: Mutex<Everyone>,
    /// How often a person has become another while connected.
    changes: AtomicU64,
}

#[derive(Debug, Default)]
struct Everyone {
    people: BTreeMap<UserId, Present>,
    /// Who is known by which name, folded: there may be several guests of one name.
    names: HashMap<String, BTreeSet<UserId>>,
    connections: usize,
    addresses: Addresses,
    /// What Socket.IO connections run over. Kept apart: one is there before anybody says who they are, and may stay
    /// when they have gone.
    transports: Addresses,
    /// Who is connected to other nodes.
    elsewhere: BTreeMap<NodeId, BTreeMap<UserId, User>>,
    /// What waits to be sent to each address.
    backlogs: HashMap<IpAddr, Weak<Backlog>>,
    /// How often sessions were ended.
    endings: u64,
}

/// How many there are from each address.
#[derive(Debug, Default)]
pub struct Addresses(HashMap<IpAddr, usize>);

impl Addresses {
    /// How many from this one.
    pub fn of(&self, address: IpAddr) -> usize {
        self.0.get(&address).copied().unwrap_or(0)
    }

    /// One more.
    pub fn add(&mut self, address: IpAddr) {
        *self.0.entry(address).or_default() += 1;
    }

    /// One less.
    pub fn remove(&mut self, address: IpAddr) {
        if let Entry::Occupied(mut count) = self.0.entry(address) {
            *count.get_mut() -= 1;
            if *count.get() == 0 {
                count.remove();
            }
        }
    }
}

/// A connected person.
#[derive(Debug, Default)]
struct Present {
    connections: usize,
    /// Where they connected from last.
    from: Option<IpAddr>,
    /// What they are called, folded.
    name: String,
    /// Who they were when they connected.
    user: Option<User>,
    /// Who they have become since they connected: another name, or an account.
    became: Option<User>,
    /// Where to tell them what concerns them whatever they look at.
    outlets: HashMap<ConnectionId, Outlet>,
    sessions: HashMap<SessionId, InUse>,
}

/// A session with connections.
#[derive(Debug)]
struct InUse {
    connections: usize,
    /// Cancelled when the session ends, or the house closes.
    revoked: CancellationToken,
}

impl Everyone {
    /// Enters the name that a person is found by.
    fn call(&mut self, user: UserId, name: &str) {
        self.uncall(user);
        let name = folded(name);
        self.names.entry(name.clone()).or_default().insert(user);
        self.people.entry(user).or_default().name = name;
    }

    /// Removes that name.
    fn uncall(&mut self, user: UserId) {
        let Some(present) = self.people.get(&user) else { return };
        if let Some(named) = self.names.get_mut(&present.name) {
            named.remove(&user);
            if named.is_empty() {
                self.names.remove(&present.name);
            }
        }
    }
}

impl Presence {
    fn everyone(&self) -> MutexGuard<'_, Everyone> {
        // Every change below is complete before anything can panic.
        self.everyone.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many connections there are.
    pub fn connections(&self) -> usize {
        self.everyone().connections
    }

    /// One more connection, unless there are too many. Says when its session ends, or the house closes.
    fn enter(
        &self,
        session: &Session,
        from: IpAddr,
        limits: &Limits,
        closing: &CancellationToken,
    ) -> Result<CancellationToken, ConnectError> {
        let mut everyone = self.everyone();
        let mine = everyone.people.get(&session.user.id).map_or(0, |present| present.connections);
        if mine >= limits.connections_per_person || everyone.connections >= limits.connections {
            return Err(ConnectError::TooMany);
        }
        if everyone.addresses.of(from) >= limits.connections_per_address {
            return Err(ConnectError::TooManyFromAddress);
        }
        everyone.connections += 1;
        everyone.addresses.add(from);
        metrics::gauge!("parlor_connections").set(everyone.connections as f64);
        if mine == 0 {
            everyone.call(session.user.id, &session.user.name);
        }
        let present = everyone.people.entry(session.user.id).or_default();
        present.connections += 1;
        present.from = Some(from);
        present.user.get_or_insert_with(|| session.user.clone());
        let new = || InUse { connections: 0, revoked: closing.child_token() };
        let in_use = present.sessions.entry(session.id).or_insert_with(new);
        in_use.connections += 1;
        Ok(in_use.revoked.clone())
    }

    /// The address that a connected person came from last.
    pub fn address_of(&self, user: UserId) -> Option<IpAddr> {
        self.everyone().people.get(&user)?.from
    }

    /// One connection less.
    fn leave(&self, user: UserId, session: SessionId, from: IpAddr) {
        let mut everyone = self.everyone();
        everyone.connections -= 1;
        everyone.addresses.remove(from);
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
            everyone.uncall(user);
            everyone.people.remove(&user);
        }
    }

    /// Updates a person whose name or kind has changed.
    pub fn became(&self, user: &User) {
        let mut everyone = self.everyone();
        if everyone.people.contains_key(&user.id) {
            everyone.call(user.id, &user.name);
        }
        if let Some(present) = everyone.people.get_mut(&user.id) {
            present.became = Some(user.clone());
            self.changes.fetch_add(1, Ordering::Release);
        }
    }

    /// A connected person as they are now.
    pub fn known_as(&self, user: UserId) -> Option<User> {
        self.everyone().people.get(&user)?.became.clone()
    }

    /// The same, unless no person has become another since `seen`: this is asked with every command.
    pub fn became_since(&self, user: UserId, seen: &mut Option<u64>) -> Option<User> {
        let changes = self.changes.load(Ordering::Acquire);
        if seen.replace(changes) == Some(changes) { None } else { self.known_as(user) }
    }

    /// Some of those who are connected, in order of their names, and how many there are in all.
    pub fn here(&self, most: usize) -> (Vec<User>, usize) {
        let mut people = self.everyone_here();
        for theirs in self.everyone().elsewhere.values() {
            for (id, user) in theirs {
                people.entry(*id).or_insert_with(|| user.clone());
            }
        }
        let count = people.len();
        let mut people: Vec<_> = people.into_values().collect();
        people.sort_by_cached_key(|user| (folded(&user.name), user.id));
        people.truncate(most);
        (people, count)
    }

    /// Everyone who is connected to this node.
    pub fn everyone_here(&self) -> BTreeMap<UserId, User> {
        let everyone = self.everyone();
        let known = |(id, present): (&UserId, &Present)| {
            Some((*id, present.became.as_ref().or(present.user.as_ref()).cloned()?))
        };
        everyone.people.iter().filter_map(known).collect()
    }

    /// A user is connected to another node, under that name.
    pub fn enter_elsewhere(&self, node: NodeId, user: User) {
        self.everyone().elsewhere.entry(node).or_default().insert(user.id, user);
    }

    /// A user is not connected to another node any more.
    pub fn leave_elsewhere(&self, node: NodeId, user: UserId) {
        if let Some(theirs) = self.everyone().elsewhere.get_mut(&node) {
            theirs.remove(&user);
        }
    }

    /// Another node is gone, or says anew who is connected there.
    pub fn forget_node(&self, node: NodeId) {
        self.everyone().elsewhere.remove(&node);
    }

    /// Which of these users are connected to which other nodes.
    pub fn elsewhere(&self, users: &[UserId]) -> Vec<(NodeId, Vec<UserId>)> {
        let everyone = self.everyone();
        let found = everyone.elsewhere.iter().map(|(node, theirs)| {
            (*node, users.iter().filter(|user| theirs.contains_key(user)).copied().collect::<Vec<_>>())
        });
        found.filter(|(_, users)| !users.is_empty()).collect()
    }

    /// Tells a person, through one more connection, what concerns them whatever they look at.
    pub fn listen(&self, user: UserId, connection: ConnectionId, outlet: Outlet) {
        if let Some(present) = self.everyone().people.get_mut(&user) {
            present.outlets.insert(connection, outlet);
        }
    }

    /// Tells it no more.
    pub fn unlisten(&self, user: UserId, connection: ConnectionId) {
        if let Some(present) = self.everyone().people.get_mut(&user) {
            present.outlets.remove(&connection);
        }
    }

    /// Forgets the backlogs of addresses that have no connections any more.
    pub fn forget_old(&self) {
        self.everyone().backlogs.retain(|_, backlog| backlog.strong_count() > 0);
    }

    /// Whether a person would hear what they are told.
    pub fn is_listening(&self, user: UserId) -> bool {
        let everyone = self.everyone();
        let listens = |present: &Present| present.outlets.values().any(|outlet| !outlet.is_cut());
        everyone.people.get(&user).is_some_and(listens)
            || everyone.elsewhere.values().any(|theirs| theirs.contains_key(&user))
    }

    /// Tells people something through all their connections to this node.
    pub fn tell_frame(&self, users: impl IntoIterator<Item = UserId>, frame: &Arc<Frame>) {
        let everyone = self.everyone();
        let present = users.into_iter().filter_map(|user| everyone.people.get(&user));
        present.flat_map(|present| present.outlets.values()).for_each(|outlet| outlet.send_frame(Arc::clone(frame)));
    }

    /// Who is connected under that name, in whatever case.
    pub fn named(&self, name: &str) -> Vec<UserId> {
        let (name, everyone) = (folded(name), self.everyone());
        let mut named: BTreeSet<_> = everyone.names.get(&name).into_iter().flatten().copied().collect();
        for theirs in everyone.elsewhere.values() {
            named.extend(theirs.values().filter(|user| folded(&user.name) == name).map(|user| user.id));
        }
        named.into_iter().collect()
    }

    /// How often sessions were ended until now, for who looks one up and connects with it.
    pub fn endings(&self) -> u64 {
        self.everyone().endings
    }

    /// Cuts the connections of sessions that have ended.
    pub fn cut(&self, user: UserId, ending: Ending) {
        let mut everyone = self.everyone();
        everyone.endings += 1;
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

/// Why a connection is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error, IntoStaticStr, VariantNames)]
pub enum ConnectError {
    /// The person, or the house, has too many.
    #[error("There are too many connections. Close another window and try again.")]
    #[strum(serialize = "too_many_connections")]
    TooMany,
    /// The address has too many.
    #[error("There are too many connections from your network. Close another window and try again.")]
    #[strum(serialize = "too_many_connections")]
    TooManyFromAddress,
}

impl HttpError for ConnectError {
    fn status(&self) -> StatusCode {
        StatusCode::SERVICE_UNAVAILABLE
    }
}

/// A Socket.IO connection below what runs over it, counted until it is dropped.
pub struct Transport {
    house: Arc<House>,
    from: IpAddr,
}

impl Drop for Transport {
    fn drop(&mut self) {
        self.house.presence.everyone().transports.remove(self.from);
    }
}

/// A counted connection, until it is dropped.
pub struct Connected {
    house: Arc<House>,
    from: IpAddr,
    user: UserId,
    session: SessionId,
    /// Cancelled when the session ends, or the house closes,
    revoked: CancellationToken,
    /// and also when this connection does not keep up.
    over: CancellationToken,
}

impl Connected {
    /// The house's own time.
    pub fn clock(&self) -> &HouseClock {
        &self.house.clock
    }

    /// Cancelled when the connection must end.
    pub const fn over(&self) -> &CancellationToken {
        &self.over
    }

    /// Why it must.
    pub fn end(&self) -> End {
        if self.house.closing.is_cancelled() {
            End::Closing
        } else if self.revoked.is_cancelled() {
            End::SignedOut
        } else {
            End::Slow
        }
    }

    /// An outlet to the connection, and its queue.
    pub fn outlet(&self) -> (Outlet, Queue) {
        Outlet::new(self.house.backlog(self.from), self.over.clone())
    }
}

impl Drop for Connected {
    fn drop(&mut self) {
        // Whoever still keeps an outlet to it, as tables do, knows by this that it is of no use any more.
        self.over.cancel();
        self.house.presence.leave(self.user, self.session, self.from);
    }
}

impl House {
    /// Tells people something through all their connections, to whichever node.
    pub fn tell_people(&self, users: &[UserId], frame: ServerFrame) {
        if let Some(cluster) = &self.cluster {
            cluster.tell(&self.presence, users, &frame);
        }
        self.presence.tell_frame(users.iter().copied(), &Arc::new(frame.into()));
    }

    /// What waits to be sent to an address, for one more of its connections.
    pub fn backlog(&self, from: IpAddr) -> Arc<Backlog> {
        let mut everyone = self.presence.everyone();
        let backlog = everyone.backlogs.entry(from).or_default();
        backlog.upgrade().unwrap_or_else(|| {
            let new = Arc::new(Backlog::new(self.settings.limits.backlog_kib_per_address * 1024));
            *backlog = Arc::downgrade(&new);
            new
        })
    }

    async fn is_session_open(&self, session: &Session) -> Result<bool, HouseError> {
        let sessions = self.store.sessions(session.user.id).await.map_err(|error| {
            tracing::error!(%error, "sessions could not be read");
            HouseError::Storage
        })?;
        Ok(sessions.iter().any(|row| row.id == session.id))
    }

    /// Counts a new transport at the Socket.IO door.
    ///
    /// # Errors
    /// If there are too many from that address.
    pub fn knock(self: &Arc<Self>, from: IpAddr) -> Result<Transport, ConnectError> {
        let mut everyone = self.presence.everyone();
        if everyone.transports.of(from) >= self.settings.limits.connections_per_address {
            return Err(ConnectError::TooManyFromAddress);
        }
        everyone.transports.add(from);
        Ok(Transport { house: Arc::clone(self), from })
    }

    /// Counts a new connection, whatever door it comes by, and gives its account what it is due. `endings` is how often
    /// sessions had been ended when this one was looked up.
    ///
    /// # Errors
    /// If there are too many, or the session has ended meanwhile.
    pub async fn connect(
        self: &Arc<Self>,
        session: &Session,
        from: IpAddr,
        endings: u64,
    ) -> Result<Connected, Refused> {
        let revoked = self.presence.enter(session, from, &self.settings.limits, &self.closing)?;
        let (house, user, over) = (Arc::clone(self), session.user.id, revoked.child_token());
        let connected = Connected { house, from, user, session: session.id, revoked, over };
        // From here on ending the session reaches this connection, but it may have ended since it was looked up.
        if self.presence.endings() != endings && !self.is_session_open(session).await? {
            return Err(AuthError::SessionEnded.into());
        }
        if let Err(error) = self.give_grants(&session.user).await {
            tracing::warn!(%error, "a present has to wait");
        }
        Ok(connected)
    }

    /// Cuts connections whose sessions have ended behind the house's back, as `parlor account password` does from
    /// another process. So many people at a time: returns after whom to go on.
    pub async fn check_some_sessions(&self, after: Option<UserId>) -> Option<UserId> {
        let some = self.presence.some(after);
        let users: Vec<_> = some.iter().map(|(user, _)| *user).collect();
        // A database that does not answer says nothing about anybody's session.
        if let Ok(open) = self.store.sessions_of(&users).await {
            let open: HashSet<_> = open.into_iter().collect();
            for (user, in_use) in &some {
                for id in in_use.iter().filter(|id| !open.contains(id)) {
                    self.presence.cut(*user, Ending::One(*id));
                }
            }
        }
        some.last().filter(|_| some.len() == CHECKED_AT_ONCE).map(|(user, _)| *user)
    }
}
