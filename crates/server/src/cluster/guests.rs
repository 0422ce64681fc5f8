//! Connections of other nodes that follow tables here.

use super::{Cluster, Message, message::Connected, message::user};
use crate::{
    house::House,
    tables::{Asker, Backlog, Outlet, Queue},
};
use parlor_store::{AddressTag, NodeId};
use parlor_table::ConnectionId;
use parlor_wire::TableCode;
use serde_json::value::RawValue;
use std::{collections::BTreeSet, sync::Arc};
use tokio_util::sync::CancellationToken;

/// A connection of another node.
pub struct Guest {
    pub(super) node: NodeId,
    outlet: Outlet,
    cut: CancellationToken,
    address: Option<AddressTag>,
    tables: BTreeSet<TableCode>,
}

impl House {
    /// A user through a connection of another node, as a table here knows them.
    pub(super) fn guest(
        self: &Arc<Self>,
        cluster: &Cluster,
        node: NodeId,
        of: Connected,
        at: Option<TableCode>,
    ) -> Asker {
        let connection = ConnectionId(of.connection);
        let mut state = cluster.state();
        let guest = state.guests.entry(connection).or_insert_with(|| {
            let cut = CancellationToken::new();
            // What waits for one client is bounded by its queue; its address is counted where it is connected.
            let (outlet, queue) = Outlet::new(Arc::new(Backlog::new(usize::MAX)), cut.clone());
            self.tasks.spawn(pump(Arc::clone(self), node, connection, queue, cut.clone()));
            Guest { node, outlet, cut, address: of.address.map(AddressTag), tables: BTreeSet::new() }
        });
        guest.tables.extend(at);
        Asker { user: user(of.user).into(), connection, outlet: guest.outlet.clone() }
    }

    /// A connection of another node is gone: every table here hears of it.
    pub(super) fn send_away(self: &Arc<Self>, connection: ConnectionId, guest: Guest) {
        guest.cut.cancel();
        self.matchmaker.forget(connection);
        let tables: Vec<_> = guest.tables.iter().filter_map(|code| self.directory.find(*code)).collect();
        self.tasks.spawn(async move {
            for table in tables {
                table.unwatch(connection).await;
            }
        });
    }
}

impl Cluster {
    /// Where a user comes from whose connection is another node's.
    pub fn address_of(&self, connection: ConnectionId) -> Option<AddressTag> {
        self.state().guests.get(&connection)?.address
    }

    pub(super) fn take_guest(&self, connection: ConnectionId) -> Option<Guest> {
        self.state().guests.remove(&connection)
    }
}

/// Passes on what a connection of another node is told, until it is gone or cannot keep up.
async fn pump(house: Arc<House>, node: NodeId, connection: ConnectionId, mut queue: Queue, cut: CancellationToken) {
    let Some(cluster) = &house.cluster else { return };
    loop {
        let delivery = tokio::select! {
            biased;
            delivery = queue.next() => delivery,
            () = cut.cancelled() => None,
            () = house.closing.cancelled() => None,
        };
        let Some(delivery) = delivery else { break };
        let texts = delivery.parcels().map(|parcel| parcel.text().to_owned());
        let frames = texts.filter_map(|text| RawValue::from_string(text).ok());
        cluster.send(node, &Message::Told(connection.0, frames.collect()));
    }
    cluster.send(node, &Message::Cut(connection.0));
    if let Some(guest) = cluster.take_guest(connection) {
        house.send_away(connection, guest);
    }
}
