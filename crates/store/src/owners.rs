//! Several nodes over one database: which of them live, and which table is whose.
//!
//! The database decides both, by its own clock. A node lives as long as it [says so](Owners::beat) at least every
//! [`LEASE`]. A table has one owner, and everything that the owner writes carries its [`Title`]
//! ([`Write::Owned`](crate::Write::Owned)): a node that has lost a table without noticing is refused.

use crate::StoreError;
use async_trait::async_trait;
use parlor_wire::TableCode;
use std::time::Duration;

/// How long a node lives after it has last said so.
pub const LEASE: Duration = Duration::from_secs(3);

/// One run of a process that serves the house together with others.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(pub u64);

impl std::fmt::Display for NodeId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// What a node owns a table by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Title {
    /// The node.
    pub node: NodeId,
    /// Since which change of owners.
    pub epoch: u64,
}

impl Title {
    /// The title of the node that opened the table.
    pub const fn first(node: NodeId) -> Self {
        Self { node, epoch: 1 }
    }
}

/// What came of the wish to own a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Taken {
    /// It is this node's from now on.
    Mine {
        /// What it owns the table by.
        title: Title,
        /// The table's clock less the house's, as this node's clock shows it.
        ahead_ms: i64,
    },
    /// Another node owns it.
    Elsewhere(NodeId),
    /// There is no such table.
    Gone,
}

/// What a node is told when it says that it lives.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Beat {
    /// Whether it has lived all the time since it last said so. If not, others may have taken what it owned.
    pub held: bool,
    /// The other nodes that live.
    pub others: Vec<NodeId>,
    /// The node that has lived longest, itself perhaps: it does what one node does for all.
    pub eldest: NodeId,
}

/// How nodes share tables.
#[async_trait]
pub trait Owners: Send + Sync {
    /// What the house's clock has come to, on whichever node it has come furthest.
    async fn latest_clock(&self) -> Result<u64, StoreError>;

    /// A node lives, and its clock shows `house_ms`.
    async fn beat(&self, node: NodeId, house_ms: u64) -> Result<Beat, StoreError>;

    /// A node wants to own a table: one that no node owns, or that is its own already. With `inherit` also one whose owner no
    /// longer lives. The table's clock goes on where it stood.
    async fn take(&self, code: TableCode, node: NodeId, house_ms: u64, inherit: bool) -> Result<Taken, StoreError>;

    /// Up to `limit` tables that are awake and have no owner that lives, in any order.
    async fn orphans(&self, limit: u32) -> Result<Vec<TableCode>, StoreError>;

    /// The tables that a node owns, and since which epoch.
    async fn owned(&self, node: NodeId) -> Result<Vec<(TableCode, u64)>, StoreError>;

    /// A node ends, and has given up what it owned.
    async fn part(&self, node: NodeId) -> Result<(), StoreError>;
}
