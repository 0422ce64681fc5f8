//! A table's entry in the directory.

use super::{Ask, TableError, TableHandle};
use crate::{
    cluster::Shown,
    house::House,
    lobby::directory::Place,
    problem::{HouseError, Refused},
};
use parlor_kernel::SeatSet;
use parlor_store::{Title, Write};
use parlor_table::Moment;
use parlor_wire::{TableCode, TableInfo};
use serde_json::Value;
use std::sync::Arc;
use tokio::{sync::mpsc, time::Instant};
use tokio_util::sync::CancellationToken;

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
    listed: Option<Arc<TableInfo>>,
    /// What it takes of what its address may have, as long as it is open.
    place: Option<Place>,
    /// Whether it is in the directory.
    is_in: bool,
    /// What the table is this node's by, if the house has several and it is.
    tenure: Option<Tenure>,
}

/// What a table is a node's by.
struct Tenure {
    title: Title,
    /// The table's clock less the house's: it goes on where it stood with another owner.
    ahead_ms: i64,
    /// Says that the table is not this node's any more.
    lost: CancellationToken,
    /// What other nodes were last told to show.
    shown: Option<Shown>,
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
        Ok((handle, Self { house, code, asks: queue, listed: None, place: None, is_in: true, tenure: None }))
    }

    /// The code.
    pub const fn code(&self) -> TableCode {
        self.code
    }

    /// The table is this node's from now on, and its clock is so far ahead of the house's.
    pub fn own(&mut self, title: Title, ahead_ms: i64) {
        let lost = self.house.cluster.as_ref().map(|cluster| cluster.own(self.code, title.epoch));
        self.tenure = lost.map(|lost| Tenure { title, ahead_ms, lost, shown: None });
    }

    /// The table is not this node's any more.
    pub fn disown(&mut self) {
        if self.tenure.take().is_some() {
            if let Some(listed) = self.listed.take() {
                self.house.directory.unlist(&listed);
            }
            if let Some(cluster) = &self.house.cluster {
                cluster.disown(self.code);
            }
        }
    }

    /// Resolves when the table is not this node's any more. In a house that has one node it never is another's.
    pub fn lost(&self) -> impl Future<Output = ()> + Send + 'static {
        let lost = self.tenure.as_ref().map(|tenure| tenure.lost.clone());
        async move {
            match lost {
                Some(lost) => lost.cancelled_owned().await,
                None => std::future::pending().await,
            }
        }
    }

    /// What is written before anything that the table writes: that it is still this node's.
    pub fn title(&self) -> Option<Write> {
        self.tenure.as_ref().map(|tenure| Write::Owned { code: self.code, title: tenure.title })
    }

    /// What is written when the table is given up, for another node or for itself to take later.
    pub fn release(&self) -> Option<Write> {
        let clock_ms = self.now().house_ms;
        self.tenure.as_ref().map(|_| Write::Release { code: self.code, clock_ms })
    }

    fn ahead_ms(&self) -> i64 {
        self.tenure.as_ref().map_or(0, |tenure| tenure.ahead_ms)
    }

    /// What the table's clocks show.
    pub fn now(&self) -> Moment {
        let now = self.house.moment();
        Moment { house_ms: now.house_ms.saturating_add_signed(self.ahead_ms()), ..now }
    }

    /// The moment at which the table's clock will show `ms`.
    pub fn instant(&self, ms: u64) -> Instant {
        self.house.clock.instant(ms.saturating_sub_signed(self.ahead_ms()))
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
        let listed = Arc::from(listed);
        self.house.directory.update(self.listed.as_deref(), &listed);
        if let Some(cluster) = &self.house.cluster {
            cluster.list(&listed);
        }
        self.listed = Some(listed);
    }

    /// The table plays by these rules now, and waits for these seats, if everyone may know them: other nodes can show it as it
    /// is, if the house has any.
    pub fn show(&mut self, rules: &Arc<Value>, turns: Option<SeatSet>) {
        let Some(tenure) = &mut self.tenure else { return };
        let (Some(table), Some(cluster)) = (&self.listed, &self.house.cluster) else { return };
        if tenure.shown.as_ref().is_some_and(|shown| shown.is_still(table, rules, turns)) {
            return;
        }
        let shown = Shown { table: Arc::clone(table), rules: Arc::clone(rules), turns };
        cluster.show(tenure.title.epoch, shown.clone());
        tenure.shown = Some(shown);
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
        if let (Some(_), Some(cluster)) = (&self.tenure, &self.house.cluster) {
            cluster.disown(self.code);
        }
        if self.is_in {
            self.house.directory.remove(self.code, self.listed.as_deref(), || true);
            count(&self.house);
        }
    }
}

fn count(house: &House) {
    metrics::gauge!("parlor_tables").set(house.directory.len() as f64);
}
