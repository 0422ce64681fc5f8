//! Tables: one task owns each and does what it is asked in order.

mod actor;
mod bet;
mod chat;
mod escrow;
mod hold;
mod inputs;
mod live;
mod outlet;
mod play;
mod realtime;
mod saved;
mod streams;

pub use actor::name_of;
pub use chat::Evidence;
pub use outlet::{Backlog, Outlet, Queue, Weight, count_refusal};
pub use saved::{Saved, may_play_rated, refusal, unknown_game};
pub use streams::{ConnectionId, text};

use crate::{clock, directory::Place, house::House};
use actor::Actor;
use parlor_kernel::{Refusal, Seat, Tick};
use parlor_store::{MatchRow, StoreError, StoredEntry, User, Write};
use parlor_wire::{
    CommandId, EscrowId, EscrowStep, MatchId, TableCode, TableInfo, UserId, chat::Room, frame::Seen, http::Reported,
};
use serde::Deserialize;
use serde_json::{Value, value::RawValue};
use std::{collections::HashMap, sync::Arc};
use thiserror::Error;
use tokio::sync::{mpsc, oneshot};

/// How many requests may wait for a table before senders are told that it is busy.
const REQUESTS: usize = 128;

/// Who asks: a person through one of their connections.
#[derive(Clone, Debug)]
pub struct Asker {
    /// The person.
    pub user: User,
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
    },
    /// What everyone may know.
    Info(oneshot::Sender<(TableInfo, Vec<Seat>)>),
    /// Somebody has another name now.
    Renamed(User),
    /// To make somebody stand up, if they sit there.
    StandUp(User, oneshot::Sender<Result<(), Refusal>>),
    /// What somebody may show of what they report.
    Evidence(UserId, Reported, oneshot::Sender<Result<Evidence, Refusal>>),
    /// People have been deleted.
    Forget(Arc<[User]>, oneshot::Sender<Result<(), Refusal>>),
}

/// What people may want of a table: those of the [commands](parlor_wire::Command) that it carries out.
pub enum TableCommand {
    /// To act in the game, at the tick that they saw.
    Act(Box<RawValue>, Option<Tick>),
    /// To take a seat; any that is free, if none is named.
    Sit(Option<Seat>),
    /// To stand up.
    Stand,
    /// To say whether they are ready.
    Ready(bool),
    /// To seat a bot of a level, or to empty its seat.
    SeatBot(Seat, Option<String>),
    /// To send whoever sits there away.
    Kick(Seat),
    /// Not to wait for bots to think.
    Hurry,
    /// Something about the bet.
    Escrow(EscrowStep),
    /// To say something, where they stand if they name no room.
    Chat(String, Option<Room>),
}

/// The way to a table.
#[derive(Clone, Debug)]
pub struct TableHandle {
    code: TableCode,
    asks: mpsc::Sender<Ask>,
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
    pub fn ask(&self, ask: Ask) -> Result<(), Refusal> {
        self.asks.try_send(ask).map_err(|error| match error {
            mpsc::error::TrySendError::Full(_) => {
                Refusal { code: "busy", message: "The table has too much to do. Please try again.".into() }
            }
            mpsc::error::TrySendError::Closed(_) => gone(),
        })
    }

    /// What everyone may know about it, and which seats it waits for; `None` if it is gone.
    pub async fn info(&self) -> Option<(TableInfo, Vec<Seat>)> {
        let (answer, info) = oneshot::channel();
        self.asks.send(Ask::Info(answer)).await.ok()?;
        info.await.ok()
    }

    /// Tells it that somebody whom it names has another name.
    pub async fn renamed(&self, user: User) {
        // A table that has just closed does not mind.
        let _ = self.asks.send(Ask::Renamed(user)).await;
    }

    /// Makes somebody stand up, because they are being deleted.
    ///
    /// # Errors
    /// If it cannot be saved that they stood up.
    pub async fn stand_up(&self, user: User) -> Result<(), Refusal> {
        let (answer, done) = oneshot::channel();
        // Nobody sits at a table that has just closed.
        let _ = self.asks.send(Ask::StandUp(user, answer)).await;
        done.await.unwrap_or(Ok(()))
    }

    /// Takes back what people said who have been deleted, and makes them stand up if they sit there again.
    ///
    /// # Errors
    /// If that cannot be saved.
    pub async fn forget(&self, gone: Arc<[User]>) -> Result<(), Refusal> {
        let (answer, done) = oneshot::channel();
        // A table that has just closed has forgotten everybody.
        let _ = self.asks.send(Ask::Forget(gone, answer)).await;
        done.await.unwrap_or(Ok(()))
    }

    /// What somebody may show of what they report.
    ///
    /// # Errors
    /// If the table is gone, or they cannot see what they report.
    pub async fn evidence(&self, reporter: UserId, about: Reported) -> Result<Evidence, Refusal> {
        let (answer, evidence) = oneshot::channel();
        let _ = self.asks.send(Ask::Evidence(reporter, about, answer)).await;
        evidence.await.unwrap_or_else(|_| Err(gone()))
    }

    /// Tells it that a connection is gone. Waits for room: a table must never miss this.
    pub async fn unwatch(&self, connection: ConnectionId) {
        let _ = self.asks.send(Ask::Unwatch(connection)).await;
    }
}

/// What people are told about a table that does not exist.
pub fn gone() -> Refusal {
    Refusal { code: "unknown_table", message: "There is no such table. Check the code, or open a new table.".into() }
}

/// Why a table cannot go on after a restart.
#[derive(Debug, Error)]
pub enum RecoverError {
    /// The store failed: another time it may not.
    #[error(transparent)]
    Store(StoreError),
    /// What was stored cannot be read.
    #[error("something unreadable is stored: {0}")]
    Corrupt(String),
    /// What was saved makes no sense.
    #[error("what was saved makes no sense: {0}")]
    State(#[from] serde_json::Error),
    /// The house has no such game any more.
    #[error("there is no game called {0}")]
    NoGame(String),
    /// The match's log does not hold.
    #[error(transparent)]
    Log(#[from] parlor_kernel::Mismatch),
    /// The match cannot be opened.
    #[error("the match cannot be opened: {0}")]
    Rules(String),
    /// The match is missing.
    #[error("the match is missing")]
    NoMatch,
}

impl From<StoreError> for RecoverError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Corrupt(what) => Self::Corrupt(what),
            error => Self::Store(error),
        }
    }
}

/// Opens a new table, together with whatever else must happen with it or not at all.
///
/// # Errors
/// If it cannot be saved.
pub async fn open(
    house: &Arc<House>,
    code: TableCode,
    mut saved: Saved,
    place: Option<Place>,
    mut with: Vec<Write>,
) -> Result<TableHandle, StoreError> {
    if let Some(bet) = &mut saved.bet {
        bet.keep_time(&house.settings.times);
        // Everyone may sit there already.
        with.extend(bet.follow(code, house.clock.now_ms(), &saved.seats).unwrap_or_default());
    }
    with.push(Write::SaveTable { code, state: saved.to_text() });
    house.store.write(with).await?;
    Ok(start(house, code, |asks| Actor::new(Arc::clone(house), code, saved, place, asks)))
}

/// Brings a table back that was open when the house closed or fell. `boxes` are those with gold in them: the table takes
/// the one that it looks after.
///
/// # Errors
/// If it cannot be read or its log does not hold. Then its box is left, and unless the store failed the table must be
/// [given up](give_up).
pub async fn recover(
    house: &Arc<House>,
    code: TableCode,
    state: &str,
    boxes: &mut HashMap<EscrowId, u64>,
) -> Result<(), RecoverError> {
    let mut saved: Saved = serde_json::from_str(state)?;
    let live = match saved.match_id {
        Some(id) => live::LiveMatch::recover(house, id).await?,
        None => None,
    };
    let chat = house.store.chat(code, chat::CHAT_KEPT as u32).await?;
    if let Some(bet) = &mut saved.bet {
        if bet.pot() == boxes.get(&bet.id()).copied().unwrap_or_default() {
            boxes.remove(&bet.id());
        } else {
            // Somebody has looked after its gold in another way.
            tracing::error!(%code, bet = %bet.id(), "a box does not hold what its table says");
            bet.give_up(house.clock.now_ms());
        }
    }
    start(house, code, |asks| {
        let mut actor = Actor::new(Arc::clone(house), code, saved, None, asks);
        actor.resume(live, chat);
        actor
    });
    Ok(())
}

/// Closes a table that cannot be brought back, whatever is left of it: its match counts for nobody, what lies in its box
/// goes back to whoever put it in, and it is not tried again.
///
/// # Errors
/// If that cannot be written.
pub async fn give_up(
    house: &House,
    code: TableCode,
    state: &str,
    boxes: &mut HashMap<EscrowId, u64>,
) -> Result<(), StoreError> {
    let remains: Value = serde_json::from_str(state).unwrap_or_default();
    let mut writes = Vec::new();
    if let Ok(Some(id)) = Deserialize::deserialize(&remains["match_id"]) {
        match what_is_left(house, id).await {
            Ok(Some((row, entries))) => writes.extend(live::write_off(row, &entries)),
            Ok(None) | Err(StoreError::Corrupt(_)) => {}
            Err(error) => return Err(error),
        }
    }
    if let Ok(bet) = Deserialize::deserialize(&remains["bet"]["id"]) {
        boxes.remove(&bet);
        writes.push(Write::ReturnBox { bet, at: clock::wall_ms() });
    }
    writes.push(Write::DropTable { code });
    house.store.write(writes).await
}

async fn what_is_left(house: &House, id: MatchId) -> Result<Option<(MatchRow, Vec<StoredEntry>)>, StoreError> {
    let Some(row) = house.store.match_row(id).await? else { return Ok(None) };
    Ok(Some((row, house.store.entries(id).await?)))
}

fn start(house: &Arc<House>, code: TableCode, actor: impl FnOnce(mpsc::Receiver<Ask>) -> Actor) -> TableHandle {
    let (asks, queue) = mpsc::channel(REQUESTS);
    let handle = TableHandle { code, asks };
    house.directory.insert(code, handle.clone());
    house.tasks.spawn(actor(queue).run());
    metrics::gauge!("parlor_tables").set(house.directory.len() as f64);
    handle
}
