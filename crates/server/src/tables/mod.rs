//! Tables: one small task runs each, and does what it is asked in order. What happens at a table is `parlor-table`'s.

mod asleep;
mod entry;
mod facts;
mod outlet;
mod recover;
mod task;

pub use asleep::{Known, wake_when_due};
pub use entry::{Absence, Entry};
pub use outlet::{Backlog, Delivery, Outlet, Parcel, Queue, Weight, count_refusal};
pub use recover::{NotRecovered, give_up, reach, read_back, recover};
pub use task::Task;

use crate::{
    chance, cluster,
    house::House,
    lobby::directory::Place,
    problem::{HttpError, Refused},
};
use axum::http::StatusCode;
use parlor_store::{StoreError, Title, User, Write};
use parlor_table::{Awaited, ConnectionId, Evidence, Moment, Saved, Table};
use parlor_wire::{CommandId, TableCode, TableCommand, TableInfo, UserId, frame::Seen, http::Reported};
use std::{sync::Arc, time::Instant};
use strum::{IntoStaticStr, VariantNames};
use thiserror::Error;
use tokio::sync::{mpsc, oneshot};

/// A user, through one of their connections, and where that listens.
#[derive(Clone, Debug)]
pub struct Asker {
    /// The user.
    pub user: Arc<User>,
    /// The connection.
    pub connection: ConnectionId,
    /// Where answers go.
    pub outlet: Outlet,
}

/// What a table can be asked.
pub enum Ask {
    /// To tell a connection what happens, from `seen` on.
    Watch {
        /// Who asks.
        asker: Asker,
        /// Their name for the request.
        id: CommandId,
        /// How far they have followed it.
        seen: Option<Seen>,
    },
    /// To stop telling.
    Unwatch(ConnectionId),
    /// To carry out a command.
    Command {
        /// Who asks.
        asker: Asker,
        /// Their name for it.
        id: CommandId,
        /// What they want.
        command: TableCommand,
        /// When it came in.
        since: Instant,
    },
    /// What everyone may know.
    Info(oneshot::Sender<(TableInfo, Vec<Awaited>)>),
    /// A user has another name now.
    Renamed(User),
    /// To make a user stand up, if they sit there.
    StandUp(User, oneshot::Sender<Result<(), Refused>>),
    /// What a user may show of what they report.
    Evidence(UserId, Reported, oneshot::Sender<Result<Evidence, Refused>>),
    /// To close, for a reason.
    Close(String, oneshot::Sender<Result<(), Refused>>),
    /// Users have been deleted.
    Forget(Arc<[User]>, oneshot::Sender<Result<(), Refused>>),
}

/// The way to a table. As long as there is one outside the directory, the table does not fall asleep.
#[derive(Clone, Debug)]
pub struct TableHandle {
    code: TableCode,
    /// In boxes: a queue keeps room for dozens of them, and most tables are asked one at a time.
    asks: mpsc::Sender<Box<Ask>>,
}

impl TableHandle {
    /// Its code.
    pub const fn code(&self) -> TableCode {
        self.code
    }

    /// Whether the table has closed.
    pub fn is_gone(&self) -> bool {
        self.asks.is_closed()
    }

    /// Asks without waiting.
    ///
    /// # Errors
    /// If the table is gone or has too much to do.
    pub fn ask(&self, ask: Ask) -> Result<(), TableError> {
        self.asks.try_send(ask.into()).map_err(|error| match error {
            mpsc::error::TrySendError::Full(_) => TableError::Busy,
            mpsc::error::TrySendError::Closed(_) => TableError::UnknownTable,
        })
    }

    /// What everyone may know about it, and which seats it waits for; `None` if it is gone.
    pub async fn info(&self) -> Option<(TableInfo, Vec<Awaited>)> {
        let (answer, info) = oneshot::channel();
        self.asks.send(Ask::Info(answer).into()).await.ok()?;
        info.await.ok()
    }

    /// Tells it that a user whom it names has another name.
    pub async fn renamed(&self, user: User) {
        // A table that has just closed does not mind.
        let _ = self.asks.send(Ask::Renamed(user).into()).await;
    }

    /// Makes a user stand up, because they are being deleted.
    ///
    /// # Errors
    /// If it cannot be saved that they stood up.
    pub async fn stand_up(&self, user: User) -> Result<(), Refused> {
        let (answer, done) = oneshot::channel();
        // Nobody sits at a table that has just closed.
        let _ = self.asks.send(Ask::StandUp(user, answer).into()).await;
        done.await.unwrap_or(Ok(()))
    }

    /// Closes it, for a reason that those who are there are told. A table that does not answer is gone, and with it closed,
    /// unless it has stopped with the house or moved to another node: whether it is stored still tells which.
    ///
    /// # Errors
    /// If that cannot be saved.
    pub async fn close(&self, reason: String) -> Result<(), Refused> {
        let (answer, done) = oneshot::channel();
        let _ = self.asks.send(Ask::Close(reason, answer).into()).await;
        done.await.unwrap_or(Ok(()))
    }

    /// Takes back what users said who have been deleted, and makes them stand up if they sit there again.
    ///
    /// # Errors
    /// If that cannot be saved.
    pub async fn forget(&self, gone: Arc<[User]>) -> Result<(), Refused> {
        let (answer, done) = oneshot::channel();
        // A table that has just closed has forgotten everybody.
        let _ = self.asks.send(Ask::Forget(gone, answer).into()).await;
        done.await.unwrap_or(Ok(()))
    }

    /// What a user may show of what they report.
    ///
    /// # Errors
    /// If the table is gone, or they cannot see what they report.
    pub async fn evidence(&self, reporter: UserId, about: Reported) -> Result<Evidence, Refused> {
        let (answer, evidence) = oneshot::channel();
        let _ = self.asks.send(Ask::Evidence(reporter, about, answer).into()).await;
        evidence.await.unwrap_or_else(|_| Err(TableError::UnknownTable.into()))
    }

    /// Tells it that a connection is gone. Waits for room: a table must never miss this.
    pub async fn unwatch(&self, connection: ConnectionId) {
        let _ = self.asks.send(Ask::Unwatch(connection).into()).await;
    }
}

/// Why a table does not answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum TableError {
    /// It does not exist, or no longer.
    #[error("There is no such table. Check the code, or open a new table.")]
    UnknownTable,
    /// Too many requests wait for it.
    #[error("The table has too much to do. Please try again.")]
    Busy,
}

impl HttpError for TableError {
    fn status(&self) -> StatusCode {
        StatusCode::UNPROCESSABLE_ENTITY
    }
}

impl House {
    /// What both clocks show.
    pub fn moment(&self) -> Moment {
        Moment { house_ms: self.clock.now_ms(), wall_ms: self.wall.now_ms() }
    }
}

/// Opens a new table, together with all else that must happen with it or not at all.
///
/// # Errors
/// If it cannot be saved.
pub async fn open(
    house: &Arc<House>,
    mut entry: Entry,
    saved: Saved,
    place: Option<Place>,
    mut with: Vec<Write>,
) -> Result<(), StoreError> {
    let opened = Table::open(Arc::clone(&house.rules), entry.code(), saved, chance::seed(), house.moment());
    // A table is made by the same registry that opens it.
    let (table, writes) = opened.map_err(|refusal| StoreError::Corrupt(refusal.message))?;
    if let Some(cluster) = &house.cluster {
        let node = cluster.node();
        with.push(Write::TakeCode { code: entry.code(), node });
        entry.own(Title::first(node), 0);
    }
    with.extend(writes);
    house.store.write(with).await?;
    entry.takes(place);
    start(house, table, entry);
    Ok(())
}

fn start(house: &Arc<House>, table: Table, entry: Entry) {
    let running = Box::new(Task::new(Arc::clone(house), table, entry)).run();
    if house.cluster.is_none() {
        // By itself: what is around it would take as much room again.
        house.tasks.spawn(running);
        return;
    }
    let house = Arc::clone(house);
    house.tasks.clone().spawn(async move {
        if let Some(entry) = running.await {
            Box::pin(cluster::attend(house, entry)).await;
        }
    });
}
