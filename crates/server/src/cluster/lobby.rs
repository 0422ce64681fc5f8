//! The lobby of a house on several nodes: the node that joined first keeps it for all.

use super::{Cluster, Message, message::Connected};
use crate::{house::House, lobby::invitations::Invitations, tables::Asker};
use parlor_store::{NodeId, User};
use parlor_wire::{Command, CommandId, ServerFrame, UserId};
use serde_json::value::to_raw_value;
use std::sync::Arc;

impl Cluster {
    /// The node that keeps the lobby, if that is another.
    pub fn lobby_elsewhere(&self) -> Option<NodeId> {
        self.state().lobby.filter(|lobby| *lobby != self.node)
    }

    /// Passes on what a connection of this node wants of the lobby.
    pub fn pass_to_lobby(&self, house: &House, lobby: NodeId, asker: &Asker, id: CommandId, command: Command) {
        let depends = self.depend(asker, lobby);
        let address = house.address_tag(asker.user.id).map(|tag| tag.0);
        let of = Connected { user: User::clone(&asker.user).into(), connection: asker.connection.0, address };
        self.send(lobby, &Message::Lobby(of, id, command));
        if !depends {
            self.send(lobby, &Message::Gone(asker.connection.0));
        }
    }

    /// A user has connected to this node, and is told by the lobby which invitations wait.
    pub fn greet_in_lobby(&self, lobby: NodeId, user: UserId) {
        self.send(lobby, &Message::Greet(user));
    }

    /// Tells a user who is connected to another node.
    pub(super) fn tell_at(&self, node: NodeId, user: UserId, frame: &ServerFrame) {
        if let Ok(frame) = to_raw_value(frame) {
            self.send(node, &Message::Tell(vec![user], frame));
        }
    }
}

impl House {
    /// Another node may keep the lobby now. This one begins with what is stored when it is the one.
    pub(super) async fn keep_lobby(self: &Arc<Self>, cluster: &Cluster, eldest: NodeId) {
        let before = cluster.state().lobby;
        if before == Some(eldest) {
            return;
        }
        let result = if eldest == cluster.node {
            Invitations::load(self).await
        } else {
            self.invitations.unload();
            Ok(())
        };
        match result {
            Ok(()) => {
                cluster.state().lobby = Some(eldest);
                let is_gone = |node: &NodeId| *node != cluster.node && !cluster.state().others.contains(node);
                if let Some(before) = before.filter(is_gone) {
                    // Who asked it after it was found to be gone, and before this, would wait for ever.
                    self.break_with(cluster, before);
                }
            }
            // It is tried again at the next beat.
            Err(error) => tracing::warn!(%error, "the invitations that wait could not be read"),
        }
    }
}
