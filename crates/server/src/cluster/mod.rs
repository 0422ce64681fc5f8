//! One house on several nodes.
//!
//! The store decides which nodes live and which table is whose ([`Owners`]); the hub carries what nodes say to each other and
//! promises nothing. A table runs on the node that owns it. A node that is asked something of another's table passes it on as
//! data and hands back what the table tells ([`proxy`]); the doors do not know the difference. Whenever something between two
//! nodes may have been lost, the connections that depended on it are cut: they come back and resume, as after any drop.

mod guests;
mod hot;
mod life;
mod lobby;
mod mail;
mod message;
mod proxy;
#[cfg(test)]
mod tests;

pub use hot::{Shown, keep_hot};
pub use life::{adopt, beat, live};
pub use mail::receive;
pub use proxy::attend;

use crate::{chance, house::House, people::presence::Presence, tables::Outlet};
use guests::Guest;
use hot::Unwritten;
use message::{Answer, Message};
use parlor_hub::{Hub, HubError, Letters, Post};
use parlor_store::{LEASE, NodeId, Owners, User};
use parlor_table::ConnectionId;
use parlor_wire::{Person, ServerFrame, TableCode, TableInfo, UserId};
use proxy::Pending;
use serde_json::value::to_raw_value;
use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};
use tokio_util::sync::CancellationToken;

/// How long after a connection has ended the other nodes forget it: what it asked last may still be on its way.
const AFTERWARDS: Duration = Duration::from_secs(5);

/// What a house is shared by.
pub struct Membership {
    /// Which nodes live, and which table is whose.
    pub owners: Arc<dyn Owners>,
    /// How nodes reach each other.
    pub hub: Arc<dyn Hub>,
}

/// This node among the others.
pub struct Cluster {
    node: NodeId,
    owners: Arc<dyn Owners>,
    hub: Arc<dyn Hub>,
    post: Post,
    state: Mutex<State>,
    /// What other nodes may show of this one's tables, and cannot know yet.
    unwritten: Unwritten,
    requests: AtomicU64,
}

#[derive(Default)]
struct State {
    /// Since when this node has lived without a gap; none while it is not known whether it does.
    alive_since: Option<Instant>,
    /// The other nodes that live.
    others: BTreeSet<NodeId>,
    /// Those of them that know what is here.
    greeted: BTreeSet<NodeId>,
    /// Those of them that can be heard: since something was last lost, they have said what is there.
    heard: BTreeSet<NodeId>,
    /// The node that keeps the lobby: invitations, and those who wait to be paired.
    lobby: Option<NodeId>,
    /// The tables that are this node's, since which epoch, and what says that one is not any more.
    mine: HashMap<TableCode, (u64, CancellationToken)>,
    /// How they are listed.
    listings: HashMap<TableCode, Arc<TableInfo>>,
    /// The tables of other nodes that were asked something here, and what says that one has moved.
    proxies: HashMap<TableCode, (NodeId, CancellationToken)>,
    /// Connections of this node that depend on others.
    locals: HashMap<ConnectionId, Local>,
    /// Connections of other nodes that depend on this one.
    guests: HashMap<ConnectionId, Guest>,
    /// Requests that have not been answered.
    pending: HashMap<u64, Pending>,
    /// Who the others think is connected here.
    told_here: BTreeMap<UserId, User>,
}

/// A connection of this node that depends on others.
struct Local {
    outlet: Outlet,
    on: BTreeSet<NodeId>,
}

fn written(message: &Message) -> Option<Vec<u8>> {
    let bytes = serde_json::to_vec(message);
    bytes.inspect_err(|error| tracing::error!(%error, "a message to another node could not be written")).ok()
}

impl Cluster {
    /// Joins the others.
    ///
    /// # Errors
    /// If the hub cannot be reached.
    pub async fn join(Membership { owners, hub }: Membership) -> Result<(Self, Letters), HubError> {
        let node = NodeId(chance::word());
        let (post, letters) = Post::open(Arc::clone(&hub), node.0).await?;
        let (state, unwritten, requests) = (Mutex::default(), Unwritten::default(), AtomicU64::new(0));
        Ok((Self { node, owners, hub, post, state, unwritten, requests }, letters))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Every change is complete before anything can panic.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// This node.
    pub const fn node(&self) -> NodeId {
        self.node
    }

    /// What nodes count together by.
    pub fn hub(&self) -> &dyn Hub {
        &*self.hub
    }

    fn send(&self, to: NodeId, message: &Message) {
        if let Some(bytes) = written(message) {
            self.post.send(to.0, bytes);
        }
    }

    fn send_all(&self, message: &Message) {
        self.send_to(self.state().greeted.iter().copied(), message);
    }

    fn send_to(&self, nodes: impl IntoIterator<Item = NodeId>, message: &Message) {
        if let Some(bytes) = written(message) {
            nodes.into_iter().for_each(|node| self.post.send(node.0, bytes.clone()));
        }
    }

    /// Whether this node may take what belonged to a node that no longer lives. One that has not lived for a while itself gives
    /// the others time to say that they do.
    fn may_inherit(&self) -> bool {
        self.state().alive_since.is_some_and(|since| since.elapsed() > LEASE)
    }

    /// A table is this node's from now on; says what tells that it is not any more.
    pub fn own(&self, code: TableCode, epoch: u64) -> CancellationToken {
        let lost = CancellationToken::new();
        self.state().mine.insert(code, (epoch, lost.clone()));
        lost
    }

    /// A table is not this node's any more.
    pub fn disown(&self, code: TableCode) {
        let mut state = self.state();
        let mine = state.mine.remove(&code);
        if state.listings.remove(&code).is_some() {
            // Before anyone can be greeted with what is listed now, or the table be listed again.
            self.send_to(state.greeted.iter().copied(), &Message::Unlisted(code));
        }
        drop(state);
        if let Some((epoch, _)) = mine {
            self.take_away(code, epoch);
        }
    }

    fn owns(&self, code: TableCode) -> bool {
        self.state().mine.contains_key(&code)
    }

    /// A table of this node is listed like that.
    pub fn list(&self, listed: &Arc<TableInfo>) {
        let message = Message::Listed(Box::new(TableInfo::clone(listed)));
        let mut state = self.state();
        state.listings.insert(listed.code, Arc::clone(listed));
        // As above: what is said last is what holds.
        self.send_to(state.greeted.iter().copied(), &message);
    }

    /// A connection of this node has ended.
    pub fn gone(&self, house: &Arc<House>, connection: ConnectionId) {
        let Some(Local { on, .. }) = self.state().locals.remove(&connection) else { return };
        if let Some(lobby) = self.lobby_elsewhere().filter(|lobby| on.contains(lobby)) {
            self.send(lobby, &Message::Unseek(connection.0));
        }
        let house = Arc::clone(house);
        tokio::spawn(async move {
            tokio::time::sleep(AFTERWARDS).await;
            if let Some(cluster) = &house.cluster {
                on.into_iter().for_each(|node| cluster.send(node, &Message::Gone(connection.0)));
            }
        });
    }

    /// Tells users who are connected to other nodes.
    pub fn tell(&self, presence: &Presence, users: &[UserId], frame: &ServerFrame) {
        let Ok(frame) = to_raw_value(frame) else { return };
        for (node, users) in presence.elsewhere(users) {
            self.send(node, &Message::Tell(users, frame.clone()));
        }
    }

    /// Tells the other nodes that a user has another name, or an account now.
    pub fn became(&self, user: &User) {
        self.send_all(&Message::Became(user.clone().into()));
    }

    /// Tells the other nodes that users have been deleted.
    pub fn forget(&self, gone: &[User]) {
        self.send_all(&Message::Forget(gone.iter().cloned().map(Person::from).collect()));
    }

    /// Leaves the others: what was this node's has been given up.
    pub async fn part(&self) {
        self.send_all(&Message::Bye);
        self.post.flush().await;
        if let Err(error) = self.owners.part(self.node).await {
            tracing::warn!(%error, "the other nodes have to wait until this one is missed");
        }
    }

    fn next_request(&self) -> u64 {
        self.requests.fetch_add(1, Ordering::Relaxed)
    }

    fn answer(&self, to: NodeId, request: u64, answer: Answer) {
        self.send(to, &Message::Answer(request, answer));
    }
}

impl House {
    /// Something between this node and another was lost, or the other is gone: all that depended on it begins anew.
    fn break_with(self: &Arc<Self>, cluster: &Cluster, other: NodeId) {
        let (cut, proxies, guests, pending) = {
            let mut state = cluster.state();
            state.greeted.remove(&other);
            state.heard.remove(&other);
            // They depend on others, too, until they are gone.
            let on_it = state.locals.values().filter(|local| local.on.contains(&other));
            let cut: Vec<_> = on_it.map(|local| local.outlet.clone()).collect();
            let proxies: Vec<_> =
                state.proxies.values().filter(|(node, _)| *node == other).map(|(_, moved)| moved.clone()).collect();
            let guests: Vec<_> = state.guests.extract_if(|_, guest| guest.node == other).collect();
            let pending: Vec<_> = state.pending.extract_if(|_, pending| pending.node == other).collect();
            (cut, proxies, guests, pending)
        };
        cut.iter().for_each(Outlet::cut);
        proxies.iter().for_each(CancellationToken::cancel);
        pending.into_iter().for_each(|(_, pending)| pending.fail());
        for (connection, guest) in guests {
            self.send_away(connection, guest);
        }
    }

    /// The other node does not live any more.
    fn bury(self: &Arc<Self>, cluster: &Cluster, other: NodeId) {
        cluster.state().others.remove(&other);
        self.break_with(cluster, other);
        self.directory.forget_node(other);
        self.presence.forget_node(other);
    }
}
