//! Which tables there are and how to reach them.

use crate::{house::House, people::presence::Addresses, tables::TableHandle};
use parlor_store::NodeId;
use parlor_wire::{Pace, Status, TableCode, TableInfo, UserId, bet::BetHolder};
use std::{
    collections::{BTreeMap, BTreeSet, HashMap, hash_map::Entry},
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// How many tables the public list shows.
pub const LISTED: usize = 100;

/// A place in the public list: tables that can still be joined come first, then it goes by code.
pub type ListKey = (bool, TableCode);

/// Every open table that is awake, on whichever node; those that sleep are in the store alone. People and the public list have their own indices, which tables keep up to date as they change, so
/// that nothing that happens often looks at all tables.
#[derive(Debug, Default)]
pub struct Directory(Mutex<Inner>);

#[derive(Debug, Default)]
struct Inner {
    tables: HashMap<TableCode, TableHandle>,
    /// The tables of other nodes, as they list them.
    elsewhere: HashMap<TableCode, (NodeId, Box<TableInfo>)>,
    /// Where people sit, and whether they are in a live match against another person.
    seated: HashMap<UserId, BTreeMap<TableCode, bool>>,
    /// Where people are named: in a seat, or in a bet that they hold or have put in.
    named: HashMap<UserId, BTreeSet<TableCode>>,
    /// Public tables, without their rules, by whether they are still open to join (those first), then by code.
    listed: BTreeMap<ListKey, Arc<TableInfo>>,
    /// At how many tables a match is being played.
    playing: usize,
    /// Where tables were opened from.
    opened: Addresses,
}

/// One of the tables that may be open from an address. It is free again when this is dropped.
pub struct Place {
    house: Arc<House>,
    from: IpAddr,
}

impl Place {
    /// Takes one more, unless there are too many.
    pub fn take(house: &Arc<House>, from: IpAddr) -> Option<Self> {
        let mut inner = house.directory.inner();
        if inner.opened.of(from) >= house.settings.limits.tables_per_address {
            return None;
        }
        inner.opened.add(from);
        Some(Self { house: Arc::clone(house), from })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.house.directory.inner().opened.remove(self.from);
    }
}

impl Directory {
    fn inner(&self) -> MutexGuard<'_, Inner> {
        // Every change below is complete before anything can panic.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many tables are awake.
    pub fn len(&self) -> usize {
        self.inner().tables.len()
    }

    /// At how many tables a match is being played.
    pub fn playing(&self) -> usize {
        self.inner().playing
    }

    /// How many seats of tables that are awake are taken by users.
    pub fn seats(&self) -> usize {
        self.inner().seated.values().map(|tables| tables.len()).sum()
    }

    /// Adds a table.
    ///
    /// # Errors
    /// The way to the table that has its code already.
    pub fn claim(&self, handle: TableHandle) -> Result<(), TableHandle> {
        match self.inner().tables.entry(handle.code()) {
            Entry::Occupied(known) => Err(known.get().clone()),
            Entry::Vacant(free) => {
                free.insert(handle);
                Ok(())
            }
        }
    }

    /// How to reach a table that is awake.
    pub fn find(&self, code: TableCode) -> Option<TableHandle> {
        self.inner().tables.get(&code).cloned()
    }

    /// Every table that is awake. For what is rare: when a user is deleted, every table forgets them.
    pub fn all(&self) -> Vec<TableHandle> {
        self.inner().tables.values().cloned().collect()
    }

    /// The tables that a user sits at.
    pub fn seated(&self, user: UserId) -> BTreeSet<TableCode> {
        self.inner().seated.get(&user).into_iter().flatten().map(|(code, _)| *code).collect()
    }

    /// The tables that name a user, who need not sit there.
    pub fn naming(&self, user: UserId) -> BTreeSet<TableCode> {
        self.inner().named.get(&user).cloned().unwrap_or_default()
    }

    /// Whether a user is in a live match against another person.
    pub fn is_engaged(&self, user: UserId) -> bool {
        self.inner().seated.get(&user).is_some_and(|tables| tables.values().any(|engaged| *engaged))
    }

    /// Whether two people play a live match with each other.
    pub fn are_engaged(&self, one: UserId, other: UserId) -> bool {
        let inner = self.inner();
        let (Some(ones), Some(others)) = (inner.seated.get(&one), inner.seated.get(&other)) else { return false };
        ones.iter().any(|(code, engaged)| *engaged && others.contains_key(code))
    }

    /// A public table where a user sits; one where a match is on rather than one that waits.
    pub fn public_of(&self, user: UserId) -> Option<Arc<TableInfo>> {
        let inner = self.inner();
        let codes = inner.seated.get(&user)?.keys();
        let listed = codes.flat_map(|code| [(false, *code), (true, *code)]).filter_map(|key| inner.listed.get(&key));
        listed.max_by_key(|info| info.status == Status::Playing).map(Arc::clone)
    }

    /// The public list, as far as it is shown.
    pub fn public(&self) -> BTreeMap<ListKey, Arc<TableInfo>> {
        self.inner().listed.iter().take(LISTED).map(|(key, info)| (*key, Arc::clone(info))).collect()
    }

    /// A table has changed from `before` to `after`, both without their rules.
    pub fn update(&self, before: Option<&TableInfo>, after: &TableInfo) {
        let mut inner = self.inner();
        inner.unlist_elsewhere(after.code);
        if let Some(before) = before {
            inner.unlist(before);
        }
        inner.list(after);
    }

    /// A table that was listed like that is another node's now.
    pub fn unlist(&self, listed: &TableInfo) {
        self.inner().unlist(listed);
    }

    /// Another node lists a table like that.
    pub fn list_elsewhere(&self, node: NodeId, info: TableInfo) {
        let mut inner = self.inner();
        inner.unlist_elsewhere(info.code);
        inner.list(&info);
        inner.elsewhere.insert(info.code, (node, info.into()));
    }

    /// Another node does not list a table any more. It may be a third one's by now.
    pub fn unlist_elsewhere(&self, node: NodeId, code: TableCode) {
        let mut inner = self.inner();
        if inner.elsewhere.get(&code).is_some_and(|(owner, _)| *owner == node) {
            inner.unlist_elsewhere(code);
        }
    }

    /// Another node is gone, or lists its tables anew.
    pub fn forget_node(&self, node: NodeId) {
        let mut inner = self.inner();
        let theirs = inner.elsewhere.iter().filter(|(_, (owner, _))| *owner == node).map(|(code, _)| *code);
        for code in theirs.collect::<Vec<_>>() {
            inner.unlist_elsewhere(code);
        }
    }

    /// Whether another node lists a table.
    pub fn is_elsewhere(&self, code: TableCode) -> bool {
        self.inner().elsewhere.contains_key(&code)
    }

    /// How another node lists a table, and which.
    pub fn listed_elsewhere(&self, code: TableCode) -> Option<(NodeId, TableInfo)> {
        self.inner().elsewhere.get(&code).map(|(node, info)| (*node, TableInfo::clone(info)))
    }

    /// A table that was listed like that is not awake any more, if `is_so` says so while the directory is locked; says
    /// whether it did.
    pub fn remove(&self, code: TableCode, listed: Option<&TableInfo>, is_so: impl FnOnce() -> bool) -> bool {
        let mut inner = self.inner();
        let is_so = is_so();
        if is_so {
            inner.tables.remove(&code);
            if let Some(listed) = listed {
                inner.unlist(listed);
            }
        }
        is_so
    }
}

impl Inner {
    fn unlist_elsewhere(&mut self, code: TableCode) {
        if let Some((_, info)) = self.elsewhere.remove(&code) {
            self.unlist(&info);
        }
    }

    /// What is listed is taken back. Of a table that has just moved between nodes both listings may be there for a moment: the
    /// next change puts right what is taken back too much.
    fn unlist(&mut self, info: &TableInfo) {
        self.playing -= usize::from(info.status == Status::Playing);
        self.listed.remove(&list_key(info));
        for user in people(info) {
            if let Some(codes) = self.seated.get_mut(&user) {
                codes.remove(&info.code);
                if codes.is_empty() {
                    self.seated.remove(&user);
                }
            }
        }
        for user in named(info) {
            if let Some(codes) = self.named.get_mut(&user) {
                codes.remove(&info.code);
                if codes.is_empty() {
                    self.named.remove(&user);
                }
            }
        }
    }

    fn list(&mut self, info: &TableInfo) {
        self.playing += usize::from(info.status == Status::Playing);
        if info.public {
            self.listed.insert(list_key(info), Arc::new(info.clone()));
        }
        let engaged = info.status == Status::Playing && info.pace == Pace::Live && people(info).count() > 1;
        for user in people(info) {
            self.seated.entry(user).or_default().insert(info.code, engaged);
        }
        for user in named(info) {
            self.named.entry(user).or_default().insert(info.code);
        }
    }
}

fn people(info: &TableInfo) -> impl Iterator<Item = UserId> {
    info.seats.iter().filter_map(|seat| seat.occupant.person())
}

/// Everyone whom a table names.
fn named(info: &TableInfo) -> impl Iterator<Item = UserId> {
    let payers = info.bet.iter().flat_map(|bet| bet.players.iter().flatten());
    let holder = info.bet.iter().filter_map(|bet| match &bet.holder {
        Some(BetHolder::Person { person, .. }) => Some(person),
        Some(BetHolder::House) | None => None,
    });
    people(info).chain(payers.chain(holder).map(|person| person.id))
}

/// The place of a table in the public list.
pub fn list_key(info: &TableInfo) -> ListKey {
    let joinable =
        info.status != Status::Playing && info.seats.iter().any(|seat| seat.occupant == parlor_wire::Occupant::Nobody);
    (!joinable, info.code)
}
