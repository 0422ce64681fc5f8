//! Tables from the store: those that were open when the house closed or fell, and those that slept.

use super::{Entry, TableHandle, entry::Absence, start, task::Task};
use crate::{chance, cluster, house::House};
use parlor_store::{StoreError, Write};
use parlor_table::{CHAT_KEPT, Log, Moment, RecoverError, Remains, Saved, Stored, Table};
use parlor_wire::{EscrowId, MatchId, TableCode};
use std::{collections::HashMap, sync::Arc};
use thiserror::Error;
use tracing::field::Empty;

/// Why a table is not there again.
#[derive(Debug, Error)]
pub enum NotRecovered {
    /// The store failed: another time it may not.
    #[error(transparent)]
    Store(StoreError),
    /// Something unreadable is stored.
    #[error("something unreadable is stored: {0}")]
    Corrupt(String),
    /// What is stored does not hold.
    #[error(transparent)]
    Broken(#[from] RecoverError),
}

impl From<StoreError> for NotRecovered {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Corrupt(what) => Self::Corrupt(what),
            error => Self::Store(error),
        }
    }
}

impl House {
    /// The log of a match, if there is one.
    pub(super) async fn log_of(&self, id: MatchId) -> Result<Option<Log>, StoreError> {
        let Some(row) = self.store.match_row(id).await? else { return Ok(None) };
        Ok(Some(Log { row, entries: self.store.entries(id).await? }))
    }

    /// All that is stored of a table.
    pub(super) async fn stored(&self, code: TableCode, state: &str) -> Result<Stored, NotRecovered> {
        let saved = Saved::read(state)?;
        let log = match saved.match_id() {
            Some(id) => self.log_of(id).await?,
            None => None,
        };
        let chat = self.store.chat(code, CHAT_KEPT as u32).await?.into_iter().map(Into::into).collect();
        let done = self.store.done(code).await?;
        Ok(Stored { saved, log, chat, done })
    }
}

/// The way to a table. If it is not awake, it is read back, once for all who ask for it at the same time; what they ask
/// waits until then.
pub fn reach(house: &Arc<House>, code: TableCode) -> TableHandle {
    match Entry::claim(house, code) {
        Ok((handle, entry)) => {
            house.tasks.spawn(wake(Arc::clone(house), entry));
            handle
        }
        Err(awake) => awake,
    }
}

/// Reads a table back and runs it.
async fn wake(house: Arc<House>, mut entry: Entry) {
    if house.cluster.is_some() {
        return Box::pin(cluster::attend(house, entry)).await;
    }
    match read_back(&house, &entry).await {
        Ok(Some(table)) => drop(Box::new(Task::new(house, table, entry)).run().await),
        Ok(None) => entry.turn_away(Absence::Gone),
        Err(error) => {
            tracing::error!(%error, code = %entry.code(), "a table could not be read back");
            entry.turn_away(Absence::NotRead);
        }
    }
}

/// A table as it is stored; none if there is none, or it had to be given up.
///
/// # Errors
/// If the store fails.
pub async fn read_back(house: &House, entry: &Entry) -> Result<Option<Table>, StoreError> {
    let code = entry.code();
    let Some(state) = house.store.table(code).await? else { return Ok(None) };
    let has_bet = Remains::of(&state).escrow().is_some();
    let mut escrows = if has_bet { house.escrows().await? } else { HashMap::new() };
    match restore(house, entry, &state, &mut escrows).await {
        Ok(table) => Ok(Some(table)),
        Err(NotRecovered::Store(error)) => Err(error),
        Err(error) => {
            tracing::error!(%code, %error, "a table could not be read back, and was closed");
            give_up(house, code, &state, &mut escrows, entry.title()).await?;
            Ok(None)
        }
    }
}

/// Runs a table again that was open when the house closed or fell. `escrows` are those with gold in them: the table takes
/// the one that it looks after.
///
/// # Errors
/// If it cannot be read or its log does not hold. Then its escrow is left, and unless the store failed the table must be
/// [given up](give_up).
pub async fn recover(
    house: &Arc<House>,
    code: TableCode,
    state: &str,
    escrows: &mut HashMap<EscrowId, u64>,
) -> Result<(), NotRecovered> {
    if house.cluster.is_some() {
        reach(house, code);
        return Ok(());
    }
    match Entry::claim(house, code) {
        Ok((_, entry)) => start(house, restore(house, &entry, state, escrows).await?, entry),
        // It was asked something already, and looks after its bet.
        Err(_) => _ = Remains::of(state).escrow().and_then(|bet| escrows.remove(&bet)),
    }
    Ok(())
}

/// Makes a table of what is stored. One that has an owner was taken, from a node that is gone or from sleep.
async fn restore(
    house: &House,
    entry: &Entry,
    state: &str,
    escrows: &mut HashMap<EscrowId, u64>,
) -> Result<Table, NotRecovered> {
    let span = tracing::debug_span!(
        "table.wake",
        otel.name = entry.title().map(|_| "table.takeover"),
        parlor.table = %entry.code(),
        otel.status_code = Empty,
    );
    let restored = replay(house, entry.code(), state, escrows, entry.now()).await;
    if restored.is_err() {
        span.record("otel.status_code", "ERROR");
    }
    restored
}

async fn replay(
    house: &House,
    code: TableCode,
    state: &str,
    escrows: &mut HashMap<EscrowId, u64>,
    now: Moment,
) -> Result<Table, NotRecovered> {
    let stored = house.stored(code, state).await?;
    let escrow = stored.saved.escrow();
    let in_escrow = escrow.and_then(|(bet, _)| escrows.get(&bet).copied()).unwrap_or_default();
    let rules = Arc::clone(&house.rules);
    let (table, remarks) = Table::restore(rules, code, stored, in_escrow, chance::seed(), now)?;
    for remark in remarks {
        tracing::warn!(%code, "{remark}");
    }
    if let Some((bet, _)) = escrow.filter(|(_, claimed)| *claimed == in_escrow) {
        escrows.remove(&bet);
    }
    Ok(table)
}

/// Closes a table that cannot be brought back: its match counts for nobody, what lies in its escrow goes back to those who
/// put it in, and it is not tried again. `title` says that it is this node's to close.
///
/// # Errors
/// If that cannot be written.
pub async fn give_up(
    house: &House,
    code: TableCode,
    state: &str,
    escrows: &mut HashMap<EscrowId, u64>,
    title: Option<Write>,
) -> Result<(), StoreError> {
    let remains = Remains::of(state);
    let log = match remains.match_id {
        Some(id) => match house.log_of(id).await {
            Err(StoreError::Corrupt(_)) => None,
            log => log?,
        },
        None => None,
    };
    remains.escrow().map(|bet| escrows.remove(&bet));
    let written_off = remains.write_off(code, log, house.moment());
    house.store.write(title.into_iter().chain(written_off).collect()).await
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Settings;
    use parlor_store::{SqliteStore, User};
    use parlor_wire::{BetWish, HolderWish, Kind, UserId, http::OpenTable};

    #[tokio::test]
    async fn a_table_that_runs_already_looks_after_its_gold() {
        let dir = tempfile::tempdir().unwrap();
        let store = Arc::new(SqliteStore::open(&dir.path().join("parlor.db")).await.unwrap());
        let house = House::open(parlor_catalog::registry(), store, Settings::default()).await.unwrap();
        let ada = User { id: UserId(1), name: "Ada".into(), kind: Kind::Account };
        let bet = Some(BetWish { amount: 5, holder: HolderWish::House });
        let wish = OpenTable { game: "death-roll".into(), bet, ..OpenTable::default() };
        let saved = Saved::open(&house.rules, &ada, wish).unwrap();
        let (state, bet) = (saved.to_text(), saved.escrow().unwrap().0);
        let handle = house.open_saved(saved, None).await.unwrap();
        let mut escrows = HashMap::from([(bet, 10), (EscrowId(404), 7)]);
        recover(&house, handle.code(), &state, &mut escrows).await.unwrap();
        assert_eq!(escrows, HashMap::from([(EscrowId(404), 7)]), "only what no table looks after is left");
        house.close().await;
    }
}
