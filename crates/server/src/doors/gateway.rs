//! What every door of the house does for one connection: commands go to the tables it watches, within limits. It
//! translates; it decides nothing.

use crate::{
    chance,
    doors::reading::{self, Unreadable},
    house::House,
    people::auth,
    tables::{Ask, Asker, Outlet, TableHandle},
};
use parlor_kernel::Refusal;
use parlor_store::{Scopes, User};
use parlor_table::ConnectionId;
use parlor_wire::{ClientFrame, Command, CommandId, TableCode, TableCommand, frame::Seen};
use std::{
    collections::HashMap,
    sync::{
        Arc, LazyLock,
        atomic::{AtomicU64, Ordering},
    },
    time::Instant,
};
use strum::{IntoStaticStr, VariantNames};
use thiserror::Error;

/// Why a door refuses a frame without asking further.
#[derive(Clone, PartialEq, Eq, Debug, Error, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum Objection {
    /// The person has sent too many.
    #[error("That was too fast; wait a moment and try again.")]
    TooFast,
    /// It cannot be read.
    #[error("That is no frame: {0}.")]
    MalformedFrame(Unreadable),
    /// It is bytes.
    #[error("Frames are text here.")]
    TextOnly,
    /// The connection follows as many tables as it may.
    #[error("One window can follow {0} tables. Close one first.")]
    TooManyWatched(usize),
}

/// How many unreadable or excessive frames a connection may send before it is closed.
const PATIENCE: u32 = 50;

/// From where this process counts: connections of several nodes can follow one table, and must not be taken for each other.
static CONNECTIONS: LazyLock<AtomicU64> = LazyLock::new(|| AtomicU64::new(chance::word()));

/// One connection's side of the house.
pub struct Client {
    house: Arc<House>,
    asker: Asker,
    /// What its session may be used for.
    scopes: Scopes,
    watched: HashMap<TableCode, TableHandle>,
    patience: u32,
    /// Up to when it is known who its person has become.
    changes_seen: Option<u64>,
}

impl Client {
    /// A new connection of `user`; what it is told goes to `outlet`.
    pub fn new(house: Arc<House>, user: User, scopes: Scopes, outlet: Outlet) -> Self {
        let connection = ConnectionId(CONNECTIONS.fetch_add(1, Ordering::Relaxed));
        // What concerns a person whatever they look at: first they listen, then they hear what came before.
        house.presence.listen(user.id, connection, outlet.clone());
        let asker = Asker { user: user.into(), connection, outlet };
        house.greet(&asker);
        Self { asker, scopes, watched: HashMap::new(), patience: PATIENCE, changes_seen: None, house }
    }

    /// The house.
    pub const fn house(&self) -> &Arc<House> {
        &self.house
    }

    /// Who is connected, under the name they had then.
    pub fn user(&self) -> &User {
        &self.asker.user
    }

    /// Who is connected, under the name they have now.
    pub fn user_now(&mut self) -> &User {
        if let Some(user) = self.house.presence.became_since(self.asker.user.id, &mut self.changes_seen) {
            self.asker.user = user.into();
        }
        &self.asker.user
    }

    /// What the connection's session may be used for.
    pub const fn scopes(&self) -> Scopes {
        self.scopes
    }

    /// Whether the connection has sent too much that it should not have.
    pub const fn is_out_of_patience(&self) -> bool {
        self.patience == 0
    }

    /// Whether one more command is too much, through whichever connection of this person.
    pub fn is_too_fast(&self) -> bool {
        self.house.rates.command(self.asker.user.id).is_err()
    }

    /// Takes in one frame.
    pub fn frame(&mut self, text: &str) {
        let too_fast = self.is_too_fast();
        match reading::json(text.as_bytes()) {
            Ok(ClientFrame { id, .. }) if too_fast => {
                self.object(Some(id), Objection::TooFast);
            }
            Ok(frame) => self.give(frame),
            Err(unreadable) => self.object(None, Objection::MalformedFrame(unreadable)),
        }
    }

    /// Passes a command on; whatever comes of it comes out of the outlet.
    pub fn give(&mut self, ClientFrame { id, command }: ClientFrame) {
        if let Err(refusal) = self.command(id.clone(), command) {
            self.asker.outlet.refuse(Some(id), refusal);
        }
    }

    /// Passes a command on; its answer comes out of the outlet, unless it cannot be passed on.
    fn command(&mut self, id: CommandId, command: Command) -> Result<(), Refusal> {
        auth::may_command(self.scopes, &command)?;
        self.user_now();
        match command {
            Command::Ping => self.done(id),
            Command::Watch { table, seen } => self.watch(id, table, seen),
            Command::Unwatch { table } => {
                if let Some(handle) = self.watched.get(&table) {
                    // First asked, then forgotten: a table that is too busy to hear it would count us as present.
                    handle.ask(Ask::Unwatch(self.asker.connection))?;
                    self.watched.remove(&table);
                }
                self.done(id)
            }
            Command::At { table, what } => self.at(table, id, what),
            command => self.house.lobby_command(&self.asker, id, command),
        }
    }

    fn done(&self, id: CommandId) -> Result<(), Refusal> {
        self.asker.outlet.answer(id, Ok(()));
        Ok(())
    }

    fn watch(&mut self, id: CommandId, table: TableCode, seen: Option<Seen>) -> Result<(), Refusal> {
        self.watched.retain(|_, handle| !handle.is_gone());
        let most = self.house.settings.limits.watched_per_connection;
        if self.watched.len() >= most && !self.watched.contains_key(&table) {
            return Err(Objection::TooManyWatched(most).into());
        }
        let handle = self.house.table(table);
        handle.ask(Ask::Watch { asker: self.asker.clone(), id, seen })?;
        self.watched.insert(table, handle);
        Ok(())
    }

    /// Asks a table to carry out a command.
    fn at(&self, code: TableCode, id: CommandId, command: TableCommand) -> Result<(), Refusal> {
        let handle = self.watched.get(&code).cloned().unwrap_or_else(|| self.house.table(code));
        Ok(handle.ask(Ask::Command { asker: self.asker.clone(), id, command, since: Instant::now() })?)
    }

    /// Refuses a frame that should not have been sent.
    pub fn object(&mut self, id: Option<CommandId>, objection: Objection) {
        self.lose_patience();
        self.asker.outlet.refuse(id, objection.into());
    }

    /// Something was sent that should not have been; a connection that goes on like that is closed.
    pub fn lose_patience(&mut self) {
        self.patience = self.patience.saturating_sub(1);
    }

    /// The connection is gone: tells every table.
    pub async fn leave(&self) {
        // What it asked last may still be on its way to another node, which must not take it for connected.
        self.asker.outlet.cut();
        self.house.matchmaker.forget(self.asker.connection);
        self.house.presence.unlisten(self.asker.user.id, self.asker.connection);
        for table in self.watched.values() {
            table.unwatch(self.asker.connection).await;
        }
        if let Some(cluster) = &self.house.cluster {
            cluster.gone(&self.house, self.asker.connection);
        }
    }
}
