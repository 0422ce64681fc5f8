//! A table's entry on a node of several: whoever owns the table, it is asked here.

use super::{
    Cluster, Local, Message,
    message::{Answer, Asked, Connected, Request},
};
use crate::{
    house::House,
    problem::{HouseError, Refused},
    tables::{Absence, Ask, Asker, Entry, Known, Outlet, Task, read_back},
};
use parlor_store::{NodeId, StoreError, Taken, User};
use parlor_table::{ConnectionId, Evidence};
use parlor_wire::{Person, TableCode};
use std::{
    collections::{BTreeSet, HashMap},
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;

/// How often an owner is looked for that does not live, or cannot be heard,
const LOOK: Duration = Duration::from_millis(100);
/// and for how long. A node that no longer lives is followed by another in less.
const PATIENCE: Duration = Duration::from_secs(15);
/// How often it is looked whether anyone here still follows a table of another node.
const IDLE: Duration = Duration::from_secs(10);
/// How long the answer to a request may take.
const ANSWERED: Duration = Duration::from_secs(5);

/// A request that another node has not answered.
pub struct Pending {
    pub(super) node: NodeId,
    since: Instant,
    reply: Reply,
}

enum Reply {
    Info(oneshot::Sender<Known>),
    Evidence(oneshot::Sender<Result<Evidence, Refused>>),
    Done(oneshot::Sender<Result<(), Refused>>),
}

impl Pending {
    /// Whether it has waited for too long.
    pub(super) fn is_late(&self) -> bool {
        self.since.elapsed() > ANSWERED
    }

    /// It will not be answered. Those who asked may have gone meanwhile, here and below.
    pub(super) fn fail(self) {
        match self.reply {
            // What is known of the table is read elsewhere then.
            Reply::Info(_) => {}
            Reply::Evidence(reply) => drop(reply.send(Err(HouseError::Storage.into()))),
            Reply::Done(reply) => drop(reply.send(Err(HouseError::Storage.into()))),
        }
    }

    pub(super) fn answered(self, answer: Answer) {
        match (self.reply, answer) {
            (Reply::Info(reply), Answer::Info(Some(known))) => drop(reply.send(*known)),
            (Reply::Evidence(reply), Answer::Evidence((about, name, line, lines))) => {
                let _ = reply.send(Ok(Evidence { about, name, line, lines }));
            }
            (Reply::Evidence(reply), Answer::Refused(why)) => drop(reply.send(Err(why.into()))),
            (Reply::Done(reply), Answer::Done(true)) => drop(reply.send(Ok(()))),
            (Reply::Done(reply), Answer::Refused(why)) => drop(reply.send(Err(why.into()))),
            (reply, _) => Self { reply, ..self }.fail(),
        }
    }
}

/// Where a table is asked.
enum Whose {
    Mine,
    Theirs(NodeId),
    Nobodys(Absence),
}

/// How a proxy ends.
enum End {
    /// The table may have another owner.
    Moved,
    /// Nobody here follows the table, or the house closes.
    Over,
}

/// Runs a table if it is this node's, and passes on what it is asked if it is another's, until nobody here asks any more.
pub async fn attend(house: Arc<House>, mut entry: Entry) {
    let Some(cluster) = &house.cluster else { return };
    loop {
        match find_owner(&house, cluster, &mut entry).await {
            Whose::Mine => match read_back(&house, &entry).await {
                Ok(Some(table)) => match Box::new(Task::new(Arc::clone(&house), table, entry)).run().await {
                    Some(lost) => entry = lost,
                    None => return,
                },
                Ok(None) => return entry.turn_away(Absence::Gone),
                // Another node has taken it meanwhile.
                Err(StoreError::Fenced) => entry.disown(),
                Err(error) => {
                    tracing::error!(%error, code = %entry.code(), "a table could not be read back");
                    return entry.turn_away(Absence::NotRead);
                }
            },
            Whose::Theirs(owner) => match pass_on(&house, cluster, &mut entry, owner).await {
                End::Moved => {}
                End::Over => return,
            },
            Whose::Nobodys(why) => return entry.turn_away(why),
        }
    }
}

async fn find_owner(house: &House, cluster: &Cluster, entry: &mut Entry) -> Whose {
    let code = entry.code();
    let started = Instant::now();
    while !house.closing.is_cancelled() && started.elapsed() < PATIENCE {
        let taken = cluster.owners.take(code, cluster.node, house.clock.now_ms(), cluster.may_inherit()).await;
        match taken {
            Ok(Taken::Mine { title, ahead_ms }) => {
                entry.own(title, ahead_ms);
                return Whose::Mine;
            }
            Ok(Taken::Elsewhere(owner)) if cluster.can_reach(owner) => return Whose::Theirs(owner),
            Ok(Taken::Elsewhere(_)) => {}
            Ok(Taken::Gone) => return Whose::Nobodys(Absence::Gone),
            Err(error) => tracing::warn!(%error, %code, "the owner of a table could not be found out"),
        }
        tokio::time::sleep(LOOK).await;
    }
    Whose::Nobodys(Absence::NotRead)
}

/// Passes on what a table is asked to its owner.
async fn pass_on(house: &Arc<House>, cluster: &Cluster, entry: &mut Entry, owner: NodeId) -> End {
    let code = entry.code();
    let moved = CancellationToken::new();
    cluster.state().proxies.insert(code, (owner, moved.clone()));
    let mut askers: HashMap<ConnectionId, Outlet> = HashMap::new();
    let end = loop {
        tokio::select! {
            biased;
            () = house.closing.cancelled() => break End::Over,
            () = moved.cancelled() => break End::Moved,
            ask = entry.next() => match ask {
                Some(ask) => cluster.pass(house, code, owner, ask, &mut askers),
                None => break End::Over,
            },
            // Not before: what was asked last may have to be asked anew, if the table moves before it is answered.
            () = tokio::time::sleep(IDLE) => if entry.is_alone() && entry.leave() {
                break End::Over;
            },
        }
    };
    cluster.state().proxies.remove(&code);
    if matches!(end, End::Moved) {
        // They come back, and are told what they have missed by the new owner. Those who only asked something, and do not
        // follow the table, have nothing to miss when it is over.
        askers.values().for_each(Outlet::cut);
    }
    end
}

impl Cluster {
    pub(super) fn can_reach(&self, node: NodeId) -> bool {
        let state = self.state();
        state.others.contains(&node) && state.heard.contains(&node)
    }

    fn pass(
        &self,
        house: &House,
        code: TableCode,
        owner: NodeId,
        ask: Ask,
        askers: &mut HashMap<ConnectionId, Outlet>,
    ) {
        let mut gone = None;
        let mut here = |asker: Asker| {
            if !askers.contains_key(&asker.connection) {
                askers.retain(|_, outlet| !outlet.is_cut());
                askers.insert(asker.connection, asker.outlet.clone());
            }
            if !self.depend(&asker, owner) {
                gone = Some(asker.connection);
            }
            let address = house.address_tag(asker.user.id).map(|tag| tag.0);
            Connected { user: User::clone(&asker.user).into(), connection: asker.connection.0, address }
        };
        let people = |users: &[User]| users.iter().cloned().map(Person::from).collect();
        let asked = match ask {
            Ask::Watch { asker, id, seen } => Asked::Watch(here(asker), id, seen),
            Ask::Command { asker, id, command, .. } => Asked::Command(here(asker), id, command),
            Ask::Unwatch(connection) => {
                askers.remove(&connection);
                Asked::Unwatch(connection.0)
            }
            Ask::Renamed(user) => Asked::Renamed(user.into()),
            Ask::Info(reply) => self.request(owner, Request::Info, Reply::Info(reply)),
            Ask::Evidence(reporter, about, reply) => {
                self.request(owner, Request::Evidence(reporter, about), Reply::Evidence(reply))
            }
            Ask::StandUp(user, reply) => self.request(owner, Request::StandUp(user.into()), Reply::Done(reply)),
            Ask::Forget(gone, reply) => self.request(owner, Request::Forget(people(&gone)), Reply::Done(reply)),
            Ask::Close(reason, reply) => self.request(owner, Request::Close(reason), Reply::Done(reply)),
        };
        self.send(owner, &Message::Ask(code, asked));
        // What it asked last is done, but the owner does not keep it.
        if let Some(connection) = gone {
            self.send(owner, &Message::Gone(connection.0));
        }
    }

    /// A connection of this node depends on another from now on, unless it has ended: nothing would say so any more.
    pub(super) fn depend(&self, asker: &Asker, owner: NodeId) -> bool {
        let mut state = self.state();
        if asker.outlet.is_cut() {
            return false;
        }
        let new = || Local { outlet: asker.outlet.clone(), on: BTreeSet::new() };
        state.locals.entry(asker.connection).or_insert_with(new).on.insert(owner);
        true
    }

    fn request(&self, node: NodeId, request: Request, reply: Reply) -> Asked {
        let number = self.next_request();
        self.state().pending.insert(number, Pending { node, since: Instant::now(), reply });
        Asked::Request(number, request)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_kernel::Refusal;
    use parlor_table::TalkError;

    /// What comes of a report, if another node has refused it so.
    fn reported(refused: Refused) -> (&'static str, u16) {
        let (reply, told) = oneshot::channel();
        let pending = Pending { node: NodeId(1), since: Instant::now(), reply: Reply::Evidence(reply) };
        let sent = serde_json::to_string(&Answer::Refused(refused.into())).unwrap();
        pending.answered(serde_json::from_str(&sent).unwrap());
        let refused = told.blocking_recv().unwrap().unwrap_err();
        (refused.refusal().code, refused.status().as_u16())
    }

    #[test]
    fn what_another_node_refuses_is_refused_here_as_it_was_there() {
        assert_eq!(reported(Refusal::from(TalkError::NoSuchLine).into()), ("no_such_line", 422));
        assert_eq!(reported(HouseError::NotFound("person").into()), ("not_found", 404));
        let unknown = Refusal { code: "of_a_later_version", message: "What is that?".into() };
        assert_eq!(reported(unknown.into()), ("storage", 503));
    }
}
