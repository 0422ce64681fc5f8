//! A table's entry in the directory.

use super::{Ask, TableError, TableHandle};
use crate::{
    house::House,
    lobby::directory::Place,
    problem::{HouseError, Refused},
};
use parlor_wire::{TableCode, TableInfo};
use std::sync::Arc;
use tokio::sync::mpsc;

/// How many requests may wait for a table before senders are told that it is busy.
const REQUESTS: usize = 128;

/// Why there is no table to ask.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Absence {
    /// There is none of that code, or it has closed.
    Gone,
    /// It could not be read.
    NotRead,
}

impl Absence {
    fn refused(self) -> Refused {
        match self {
            Self::Gone => TableError::UnknownTable.into(),
            Self::NotRead => HouseError::Storage.into(),
        }
    }
}

/// A table's entry in the directory: its code, what it is asked, and how it is listed. There is one for each code, from
/// before the table is read or first written until it closes or falls asleep, so no table ever runs twice.
pub struct Entry {
    house: Arc<House>,
    code: TableCode,
    asks: mpsc::Receiver<Box<Ask>>,
    /// How the directory knows the table.
    listed: Option<Box<TableInfo>>,
    /// What it takes of what its address may have, as long as it is open.
    place: Option<Place>,
    /// Whether it is in the directory.
    is_in: bool,
}

impl Entry {
    /// Makes an entry, and the way to its table.
    ///
    /// # Errors
    /// The way to the table that has the code already.
    pub fn claim(house: &Arc<House>, code: TableCode) -> Result<(TableHandle, Self), TableHandle> {
        let (asks, queue) = mpsc::channel(REQUESTS);
        let handle = TableHandle { code, asks };
        house.directory.claim(handle.clone())?;
        count(house);
        let house = Arc::clone(house);
        Ok((handle, Self { house, code, asks: queue, listed: None, place: None, is_in: true }))
    }

    /// The code.
    pub const fn code(&self) -> TableCode {
        self.code
    }

    /// The table takes a place of an address for as long as it is open.
    pub fn takes(&mut self, place: Option<Place>) {
        self.place = place;
    }

    /// What is asked next.
    pub async fn next(&mut self) -> Option<Ask> {
        self.asks.recv().await.map(|ask| *ask)
    }

    /// The table is listed like that from now on.
    pub fn list(&mut self, listed: Box<TableInfo>) {
        self.house.directory.update(self.listed.as_deref(), &listed);
        self.listed = Some(listed);
    }

    /// How the table is listed, once it is.
    pub fn listed(&self) -> Option<&TableInfo> {
        self.listed.as_deref()
    }

    /// Whether no request waits, and the directory alone holds the way to the table.
    pub fn is_alone(&self) -> bool {
        self.asks.is_empty() && self.asks.sender_strong_count() == 1
    }

    /// Takes the entry out of the directory if the table is alone: the next request wakes it anew.
    pub fn leave(&mut self) -> bool {
        let house = Arc::clone(&self.house);
        self.is_in = !house.directory.remove(self.code, self.listed.as_deref(), || self.is_alone());
        count(&house);
        !self.is_in
    }

    /// Answers what is asked of a table that is not there.
    pub fn turn_away(&mut self, why: Absence) {
        self.asks.close();
        while let Ok(ask) = self.asks.try_recv() {
            match *ask {
                Ask::Watch { asker, id, .. } | Ask::Command { asker, id, .. } => {
                    asker.outlet.refuse(Some(id), why.refused().into());
                }
                // The caller may have gone meanwhile. A table that is gone has no seats to leave.
                Ask::StandUp(_, done) | Ask::Forget(_, done) | Ask::Close(_, done) if why == Absence::NotRead => {
                    let _ = done.send(Err(why.refused()));
                }
                Ask::Evidence(_, _, answer) => drop(answer.send(Err(why.refused()))),
                Ask::StandUp(..)
                | Ask::Forget(..)
                | Ask::Close(..)
                | Ask::Info(_)
                | Ask::Unwatch(_)
                | Ask::Renamed(_) => {}
            }
        }
    }
}

/// However a table ends, by closing or by a defect, it is not listed, counted or waited for any more.
impl Drop for Entry {
    fn drop(&mut self) {
        if self.is_in {
            self.house.directory.remove(self.code, self.listed.as_deref(), || true);
            count(&self.house);
        }
    }
}

fn count(house: &House) {
    metrics::gauge!("parlor_tables").set(house.directory.len() as f64);
}
