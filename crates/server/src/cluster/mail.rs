//! What other nodes say.

use super::{
    Cluster, Message,
    message::{Answer, Asked, Request, user},
};
use crate::{
    house::House,
    problem::Refused,
    tables::{Ask, TableError, TableHandle},
};
use parlor_hub::{Letters, Mail};
use parlor_kernel::Refusal;
use parlor_store::{NodeId, User};
use parlor_table::{ConnectionId, Evidence};
use parlor_wire::{Frame, ServerFrame, TableCode};
use serde_json::value::RawValue;
use std::{sync::Arc, time::Instant};

/// Does what other nodes say, until the house closes.
pub async fn receive(house: Arc<House>, mut letters: Letters) {
    let Some(cluster) = &house.cluster else { return };
    while let Some(Some(mail)) = house.closing.run_until_cancelled(letters.next()).await {
        match mail {
            Mail::Broken { with } => {
                tracing::warn!(node = %NodeId(with), "what another node said was lost; connections come back");
                house.break_with(cluster, NodeId(with));
            }
            Mail::Message { from, message } => match serde_json::from_slice(&message) {
                Ok(message) => house.hear(cluster, NodeId(from), message),
                // A node of another version. What it says counts as lost.
                Err(error) => {
                    tracing::error!(%error, node = %NodeId(from), "another node says something that makes no sense");
                    house.break_with(cluster, NodeId(from));
                }
            },
        }
    }
}

fn frame(text: &RawValue) -> Option<Arc<Frame>> {
    let frame = serde_json::from_str::<ServerFrame>(text.get());
    frame
        .inspect_err(|error| tracing::error!(%error, "another node tells something that makes no sense"))
        .ok()
        .map(|frame| Arc::new(frame.into()))
}

impl House {
    fn hear(self: &Arc<Self>, cluster: &Cluster, from: NodeId, message: Message) {
        match message {
            Message::Ask(table, asked) => self.hear_asked(cluster, from, table, asked),
            Message::Moved(table) => {
                if let Some((owner, moved)) = cluster.state().proxies.get(&table)
                    && *owner == from
                {
                    moved.cancel();
                }
            }
            Message::Told(connection, frames) => {
                let outlet = cluster.state().locals.get(&ConnectionId(connection)).map(|local| local.outlet.clone());
                if let Some(outlet) = outlet {
                    frames.iter().filter_map(|text| frame(text)).for_each(|frame| outlet.send_frame(frame));
                }
            }
            Message::Cut(connection) => {
                if let Some(local) = cluster.state().locals.get(&ConnectionId(connection)) {
                    local.outlet.cut();
                }
            }
            Message::Gone(connection) => {
                let connection = ConnectionId(connection);
                if let Some(guest) = cluster.take_guest(connection) {
                    self.send_away(connection, guest);
                }
            }
            Message::Answer(request, answer) => {
                let pending = cluster.state().pending.remove(&request);
                if let Some(pending) = pending {
                    pending.answered(answer);
                }
            }
            Message::Anew(tables, people) => {
                cluster.state().heard.insert(from);
                self.directory.forget_node(from);
                self.presence.forget_node(from);
                tables.into_iter().for_each(|table| self.directory.list_elsewhere(from, table));
                people.into_iter().for_each(|person| self.presence.enter_elsewhere(from, user(person)));
            }
            // It is told anew at the next beat.
            Message::Unheard => _ = cluster.state().greeted.remove(&from),
            Message::Listed(table) => self.directory.list_elsewhere(from, *table),
            Message::Unlisted(table) => self.directory.unlist_elsewhere(from, table),
            Message::Here(person) => self.presence.enter_elsewhere(from, user(person)),
            Message::Left(user) => self.presence.leave_elsewhere(from, user),
            Message::Became(person) => {
                let user = user(person);
                self.presence.became(&user);
                self.invitations.became(&user);
            }
            Message::Tell(users, text) => {
                if let Some(frame) = frame(&text) {
                    self.presence.tell_frame(users, &frame);
                }
            }
            Message::Forget(people) => {
                let gone: Arc<[User]> = people.into_iter().map(user).collect();
                let house = Arc::clone(self);
                self.tasks.spawn(async move {
                    house.invitations.forget(Arc::clone(&gone)).await;
                    house.tables_forget(gone).await;
                });
            }
            Message::Lobby(of, id, command) => {
                let asker = self.guest(cluster, from, of, None);
                let outlet = asker.outlet.clone();
                if let Err(refusal) = self.lobby_command(&asker, id.clone(), command) {
                    outlet.refuse(Some(id), refusal);
                }
            }
            Message::Unseek(connection) => self.matchmaker.forget(ConnectionId(connection)),
            Message::Greet(user) => {
                for invitation in self.invitations.waiting_for(user) {
                    cluster.tell_at(from, user, &ServerFrame::Invited(invitation.into()));
                }
            }
            Message::Bye => self.bury(cluster, from),
        }
    }

    /// A table of this node is asked something by another.
    fn hear_asked(self: &Arc<Self>, cluster: &Cluster, from: NodeId, table: TableCode, asked: Asked) {
        let handle = if cluster.owns(table) { self.directory.find(table) } else { None };
        let Some(handle) = handle else {
            // The other node looks again whose it is. What it asked is asked again, or has failed.
            if let Asked::Request(number, _) = asked {
                cluster.answer(from, number, Answer::Done(false));
            }
            return cluster.send(from, &Message::Moved(table));
        };
        let (outlet, id, ask) = match asked {
            Asked::Watch(of, id, seen) => {
                let asker = self.guest(cluster, from, of, Some(table));
                (asker.outlet.clone(), id.clone(), Ask::Watch { asker, id, seen })
            }
            Asked::Command(of, id, command) => {
                let asker = self.guest(cluster, from, of, Some(table));
                (asker.outlet.clone(), id.clone(), Ask::Command { asker, id, command, since: Instant::now() })
            }
            // Both are asked at once, like what comes after them: a connection may watch again, and a user have yet another name.
            Asked::Unwatch(connection) => {
                let connection = ConnectionId(connection);
                if handle.ask(Ask::Unwatch(connection)) == Err(TableError::Busy) {
                    self.tasks.spawn(async move { handle.unwatch(connection).await });
                }
                return;
            }
            Asked::Renamed(person) => {
                let user = user(person);
                if handle.ask(Ask::Renamed(user.clone())) == Err(TableError::Busy) {
                    self.tasks.spawn(async move { handle.renamed(user).await });
                }
                return;
            }
            Asked::Request(number, request) => {
                let house = Arc::clone(self);
                self.tasks.spawn(async move {
                    let answer = answer(&handle, request).await;
                    if let Some(cluster) = &house.cluster {
                        cluster.answer(from, number, answer);
                    }
                });
                return;
            }
        };
        if let Err(error) = handle.ask(ask) {
            outlet.refuse(Some(id), Refusal::from(error));
        }
    }
}

async fn answer(table: &TableHandle, request: Request) -> Answer {
    match request {
        Request::Info => Answer::Info(table.info().await.map(Box::new)),
        Request::Evidence(reporter, about) => match table.evidence(reporter, about).await {
            Ok(Evidence { about, name, line, lines }) => Answer::Evidence((about, name, line, lines)),
            Err(refused) => Answer::Refused(refused.into()),
        },
        Request::StandUp(person) => done(table.stand_up(user(person)).await),
        Request::Forget(people) => done(table.forget(people.into_iter().map(user).collect()).await),
        Request::Close(reason) => done(table.close(reason).await),
    }
}

fn done(result: Result<(), Refused>) -> Answer {
    result.map_or_else(|refused| Answer::Refused(refused.into()), |()| Answer::Done(true))
}
