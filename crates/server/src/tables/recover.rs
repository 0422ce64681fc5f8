//! Tables that were open when the house closed or fell.

use super::{TableHandle, start};
use crate::{chance, house::House};
use parlor_store::StoreError;
use parlor_table::{CHAT_KEPT, Log, RecoverError, Remains, Saved, Stored, Table};
use parlor_wire::{EscrowId, MatchId, TableCode};
use std::{collections::HashMap, sync::Arc};
use thiserror::Error;

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

/// Brings a table back that was open when the house closed or fell. `escrows` are those with gold in them: the table takes
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
) -> Result<TableHandle, NotRecovered> {
    let stored = house.stored(code, state).await?;
    let escrow = stored.saved.escrow();
    let in_escrow = escrow.and_then(|(bet, _)| escrows.get(&bet).copied()).unwrap_or_default();
    let rules = Arc::clone(&house.rules);
    let (table, remarks) = Table::restore(rules, code, stored, in_escrow, chance::seed(), house.moment())?;
    for remark in remarks {
        tracing::warn!(%code, "{remark}");
    }
    if let Some((bet, _)) = escrow.filter(|(_, pot)| *pot == in_escrow) {
        escrows.remove(&bet);
    }
    Ok(start(house, table, None))
}

/// Closes a table that cannot be brought back: its match counts for nobody, what lies in its escrow goes back to those who
/// put it in, and it is not tried again.
///
/// # Errors
/// If that cannot be written.
pub async fn give_up(
    house: &House,
    code: TableCode,
    state: &str,
    escrows: &mut HashMap<EscrowId, u64>,
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
    house.store.write(remains.write_off(code, log, house.moment())).await
}
