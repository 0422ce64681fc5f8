//! Tables that sleep: they are rows of the store until a user comes or they are due.

use super::{TableHandle, recover};
use crate::{
    house::House,
    lobby::directory::{LISTED, list_key},
};
use parlor_kernel::Seat;
use parlor_store::{Due, StoreError};
use parlor_table::{Awaited, Saved};
use parlor_wire::{TableCode, TableInfo, UserId};
use std::{collections::BTreeSet, sync::Arc, time::Duration};
use tokio::time::{MissedTickBehavior, interval};

/// How often the house looks for tables that are due.
const LOOK: Duration = Duration::from_secs(1);
/// How many are woken each time: after a long time in which the house was closed, all may be due at once.
const WOKEN_AT_ONCE: u32 = 64;

/// What everyone may know about a table, and which seats it waits for.
pub type Known = (TableInfo, Vec<Awaited>);

impl House {
    /// The way to a table, which is woken if it sleeps. If there is none, that is what it answers.
    pub fn table(self: &Arc<Self>, code: TableCode) -> TableHandle {
        recover::reach(self, code)
    }

    /// Whether a table is open, awake or not.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn is_open(&self, code: TableCode) -> Result<bool, StoreError> {
        Ok(self.directory.find(code).is_some() || self.store.table(code).await?.is_some())
    }

    /// What everyone may know about a table, to show it. It may be a moment old if another node owns it.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn show(self: &Arc<Self>, code: TableCode) -> Result<Option<TableInfo>, StoreError> {
        match self.hot_states([code]).await.remove(&code) {
            Some((table, _)) => {
                count_hot(1);
                Ok(Some(table))
            }
            None => Ok(self.look_at(code).await?.map(|(table, _)| table)),
        }
    }

    /// What everyone may know about the tables that a user sits at, to show them. It may be a moment old if other nodes own
    /// them.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn show_tables_of(self: &Arc<Self>, user: UserId) -> Result<Vec<Known>, StoreError> {
        let codes = self.seats_of(user).await?;
        let mut hot = self.hot_states(codes.iter().copied()).await;
        // Where moves are sealed, the owner alone knows who has moved.
        hot.retain(|_, (_, turns)| turns.is_some());
        count_hot(hot.len());
        let mut tables = Vec::new();
        for code in codes {
            match hot.remove(&code) {
                Some((table, turns)) => {
                    let forfeits_at = |seat: Seat| table.seats.get(seat.index()).and_then(|seat| seat.forfeits_at);
                    let awaited = turns.iter().flat_map(|turns| turns.iter());
                    let awaited = awaited.map(|seat| Awaited { seat, forfeits_at: forfeits_at(seat) }).collect();
                    tables.push((table, awaited));
                }
                None => tables.extend(self.look_at(code).await?),
            }
        }
        Ok(tables)
    }

    /// What everyone may know about a table, from its owner. One that sleeps goes on sleeping.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn look_at(self: &Arc<Self>, code: TableCode) -> Result<Option<Known>, StoreError> {
        let elsewhere = || self.directory.is_elsewhere(code).then(|| self.table(code));
        if let Some(handle) = self.directory.find(code).or_else(elsewhere)
            && let Some(known) = handle.info().await
        {
            return Ok(Some(known));
        }
        let state = self.store.table(code).await?;
        Ok(state.and_then(|state| self.while_asleep(code, &state)))
    }

    /// The tables that a user sits at, awake or not.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn seats_of(&self, user: UserId) -> Result<BTreeSet<TableCode>, StoreError> {
        // In this order: a table that falls asleep meanwhile is found twice, and never not at all.
        let mut codes = self.directory.seated(user);
        codes.extend(self.store.asleep_with(user).await?.into_iter().map(|(code, _)| code));
        Ok(codes)
    }

    /// What everyone may know about the tables that a user sits at.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn tables_of(self: &Arc<Self>, user: UserId) -> Result<Vec<Known>, StoreError> {
        let mut tables = Vec::new();
        for code in self.seats_of(user).await? {
            tables.extend(self.look_at(code).await?);
        }
        Ok(tables)
    }

    /// The public list, as far as it is shown: tables with a free seat first.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn public_tables(&self) -> Result<Vec<TableInfo>, StoreError> {
        let mut tables = self.directory.public();
        for (code, state) in self.store.asleep_in_public(LISTED as u32).await? {
            if self.directory.find(code).is_none()
                && let Some((table, _)) = self.while_asleep(code, &state)
            {
                tables.insert(list_key(&table), Arc::new(TableInfo { config: None, ..table }));
            }
        }
        Ok(tables.into_values().take(LISTED).map(Arc::unwrap_or_clone).collect())
    }

    /// How many public tables have a free seat, as far as the list shows.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn joinable(&self) -> Result<usize, StoreError> {
        Ok(self.public_tables().await?.iter().map(list_key).filter(|(taken, _)| !taken).count())
    }

    fn while_asleep(&self, code: TableCode, state: &str) -> Option<Known> {
        let known = Saved::read(state).and_then(|saved| saved.while_asleep(&self.rules, code));
        known.inspect_err(|error| tracing::error!(%error, %code, "a table that sleeps cannot be shown")).ok()
    }
}

fn count_hot(shown: usize) {
    metrics::counter!("parlor_shown_hot_total").increment(shown as u64);
}

/// Wakes tables when they are due, until the house closes.
pub async fn wake_when_due(house: Arc<House>) {
    let mut looks = interval(LOOK);
    looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut after: Option<Due> = None;
    loop {
        tokio::select! {
            _ = looks.tick() => {}
            () = house.closing.cancelled() => return,
        }
        match house.store.due(house.wall.now_ms(), after, WOKEN_AT_ONCE).await {
            Ok(due) => {
                for (_, code) in &due {
                    recover::reach(&house, *code);
                }
                // The next look goes on there: tables that are awake already do not keep others from their turn.
                after = due.last().copied().filter(|_| due.len() == WOKEN_AT_ONCE as usize);
            }
            Err(error) => tracing::warn!(%error, "tables that are due could not be found"),
        }
    }
}
