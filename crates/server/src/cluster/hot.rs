//! Hot state: what everyone may know of a table, kept in the hub for the nodes that do not own it to show.
//!
//! The owner writes it when it has changed, a few times a second at most, and no turn waits for that. Whatever goes wrong with it,
//! the owner is asked instead: nothing is decided by hot state, and nothing hidden is in it.

use super::Cluster;
use crate::house::House;
use parlor_hub::{HubError, Kept, Version};
use parlor_kernel::SeatSet;
use parlor_store::NodeId;
use parlor_wire::{TableCode, TableInfo};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet, HashMap},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};
use tokio::{sync::Notify, time::sleep};

/// How long a table's hot state is kept after it was last written.
const LASTING: Duration = Duration::from_secs(3600);
/// How long changes are gathered before the next are written.
const PAUSE: Duration = Duration::from_millis(250);
/// How long it is believed that all changes of a node are written, and how often the node says so.
const COMPLETE: Duration = Duration::from_secs(3);
const SAY_COMPLETE: Duration = Duration::from_secs(1);
/// How many tables are written at a time.
const BATCH: usize = 128;
/// How long the hot state of a table may be. One with more rules than that has none.
const LARGEST: usize = 16 * 1024;

/// A table as its owner shows it.
#[derive(Clone, Debug)]
pub struct Shown {
    /// As it is listed.
    pub table: Arc<TableInfo>,
    /// Its rule set.
    pub rules: Arc<Value>,
    /// The seats that it waits for, if everyone may know them.
    pub turns: Option<SeatSet>,
}

impl Shown {
    /// Whether it is the same as before. Values that are equal and were made apart may count as another.
    pub fn is_still(&self, table: &Arc<TableInfo>, rules: &Arc<Value>, turns: Option<SeatSet>) -> bool {
        self.turns == turns && Arc::ptr_eq(&self.table, table) && Arc::ptr_eq(&self.rules, rules)
    }
}

/// The text of it.
#[derive(Serialize, Deserialize)]
struct HotState<'a> {
    /// Who owns the table.
    node: u64,
    table: Cow<'a, TableInfo>,
    rules: Cow<'a, Value>,
    turns: Option<SeatSet>,
}

/// What this node has to write: of each table the newest.
#[derive(Default)]
pub struct Unwritten {
    changes: Mutex<HashMap<TableCode, Change>>,
    some: Notify,
}

struct Change {
    epoch: u64,
    /// None if the table is not this node's any more.
    shown: Option<Shown>,
}

impl Unwritten {
    fn changes(&self) -> MutexGuard<'_, HashMap<TableCode, Change>> {
        // Every change is complete before anything can panic.
        self.changes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self, code: TableCode, change: Change) {
        self.changes().insert(code, change);
        self.some.notify_one();
    }

    /// What could not be written is written later, unless something newer is. What was to be taken away is left to expire.
    fn add_again(&self, changes: impl IntoIterator<Item = (TableCode, Change)>) {
        let mut waiting = self.changes();
        for (code, change) in changes.into_iter().filter(|(_, change)| change.shown.is_some()) {
            waiting.entry(code).or_insert(change);
        }
    }
}

fn name(code: TableCode) -> String {
    format!("table:{code}")
}

/// What says that the hot state of a node's tables is complete.
fn name_of(node: NodeId) -> String {
    format!("node:{:016x}", node.0)
}

impl Cluster {
    /// A table of this node is to be shown like that.
    pub fn show(&self, epoch: u64, shown: Shown) {
        self.unwritten.add(shown.table.code, Change { epoch, shown: Some(shown) });
    }

    /// A table is not this node's any more. What the next owner has written stays.
    pub(super) fn take_away(&self, code: TableCode, epoch: u64) {
        self.unwritten.add(code, Change { epoch, shown: None });
    }

    fn to_keep(&self, code: TableCode, change: &Change, number: u64, room: &mut [u8]) -> Kept {
        let text = change.shown.as_ref().and_then(|Shown { table, rules, turns }| {
            let (table, rules) = (Cow::Borrowed(&**table), Cow::Borrowed(&**rules));
            let mut rest = &mut room[..];
            // It fails when there is no room left.
            serde_json::to_writer(&mut rest, &HotState { node: self.node.0, table, rules, turns: *turns }).ok()?;
            let left = rest.len();
            Some(room[..room.len() - left].to_vec())
        });
        Kept { name: name(code), version: Version { epoch: change.epoch, number }, value: text, lasting: LASTING }
    }

    /// Writes all that waits.
    async fn write(&self, number: &mut u64) -> Result<(), HubError> {
        let mut waiting = std::mem::take(&mut *self.unwritten.changes()).into_iter();
        let mut room = vec![0; LARGEST];
        loop {
            let batch: Vec<_> = waiting.by_ref().take(BATCH).collect();
            if batch.is_empty() {
                return Ok(());
            }
            *number += 1;
            let kept: Vec<_> =
                batch.iter().map(|(code, change)| self.to_keep(*code, change, *number, &mut room)).collect();
            if let Err(error) = self.hub.keep(&kept).await {
                self.unwritten.add_again(batch.into_iter().chain(waiting));
                return Err(error);
            }
        }
    }

    /// Says that what is kept of this node's tables is complete.
    async fn say_complete(&self, number: u64) -> Result<(), HubError> {
        let version = Version { epoch: 0, number };
        let complete = Kept { name: name_of(self.node), version, value: Some(Vec::new()), lasting: COMPLETE };
        self.hub.keep(&[complete]).await
    }

    /// Tables of other nodes as these show them. Left out is what is asked of the owner instead: what is not there, is not as
    /// its owner lists it, counts down, or may be old because its owner could not write.
    async fn read(
        &self,
        listed: BTreeMap<TableCode, (NodeId, TableInfo)>,
    ) -> BTreeMap<TableCode, (TableInfo, Option<SeatSet>)> {
        let nodes: BTreeSet<NodeId> = listed.values().map(|(node, _)| *node).collect();
        let names: Vec<_> =
            nodes.iter().map(|node| name_of(*node)).chain(listed.keys().map(|code| name(*code))).collect();
        let found = self.hub.find(&names).await;
        // Its owner is asked, and if that fails, too, it is said there.
        let Ok(mut found) = found.inspect_err(|error| tracing::debug!(%error, "hot state cannot be read")) else {
            return BTreeMap::new();
        };
        let states = found.split_off(nodes.len().min(found.len()));
        let complete: BTreeSet<_> =
            nodes.into_iter().zip(found).filter(|(_, said)| said.is_some()).map(|(node, _)| node).collect();
        let shown = listed.into_iter().zip(states).filter_map(|((code, (owner, listing)), text)| {
            let HotState { node, table, rules, turns } = serde_json::from_slice(&text?).ok()?;
            let holds = NodeId(node) == owner && complete.contains(&owner) && *table == listing;
            holds.then(|| (code, (TableInfo { config: Some(rules.into_owned().into()), ..listing }, turns)))
        });
        shown.collect()
    }
}

impl House {
    /// What everyone may know of tables that other nodes own, as far as that can be said without asking them: the table, and
    /// the seats that it waits for, if everyone may know those. It may be a moment old, so it is for show, not for decisions.
    pub async fn hot_states(
        &self,
        codes: impl IntoIterator<Item = TableCode>,
    ) -> BTreeMap<TableCode, (TableInfo, Option<SeatSet>)> {
        let Some(cluster) = &self.cluster else { return BTreeMap::new() };
        let elsewhere = codes.into_iter().filter(|code| !cluster.owns(*code)).filter_map(|code| {
            let (owner, listing) = self.directory.listed_elsewhere(code)?;
            (cluster.can_reach(owner) && !listing.counts_down()).then_some((code, (owner, listing)))
        });
        let elsewhere: BTreeMap<_, _> = elsewhere.collect();
        if elsewhere.is_empty() { BTreeMap::new() } else { cluster.read(elsewhere).await }
    }
}

/// Writes what other nodes may show of this node's tables, until the house closes.
pub async fn keep_hot(house: Arc<House>) {
    let Some(cluster) = &house.cluster else { return };
    let (mut number, mut said, mut is_failing) = (0, None::<Instant>, false);
    loop {
        let work = async {
            tokio::select! {
                () = cluster.unwritten.some.notified() => {}
                () = sleep(SAY_COMPLETE) => {}
            }
            cluster.write(&mut number).await?;
            if said.is_none_or(|said| said.elapsed() >= SAY_COMPLETE) {
                cluster.say_complete(number).await?;
                said = Some(Instant::now());
            }
            Ok::<_, HubError>(())
        };
        let Some(written) = house.closing.run_until_cancelled(work).await else { return };
        match written {
            Ok(()) => is_failing = false,
            Err(error) if !is_failing => {
                tracing::warn!(%error, "hot state cannot be written; other nodes ask this one instead");
                is_failing = true;
            }
            Err(_) => {}
        }
        // What changes meanwhile is written together.
        if house.closing.run_until_cancelled(sleep(PAUSE)).await.is_none() {
            return;
        }
    }
}
