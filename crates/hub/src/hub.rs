//! What a hub does.

use async_trait::async_trait;
use std::time::Duration;
use thiserror::Error;
use tokio::sync::mpsc;

/// What arrives for one node, in the order in which each of the others sent it.
pub type Inbox = mpsc::Receiver<Vec<u8>>;

/// Why a hub did not do something.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum HubError {
    /// It cannot be reached, or does not answer in time.
    #[error("the hub cannot be reached: {0}")]
    Unreachable(String),
    /// Its address makes no sense.
    #[error("a hub is redis://user:password@host:port/database")]
    Address,
}

/// How new something is that a hub keeps. The epoch grows whenever another node writes it, the number with each write of one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Version {
    /// Whose it is: that of a later owner is newer.
    pub epoch: u64,
    /// Which of that owner's it is.
    pub number: u64,
}

/// Something that a hub keeps for all nodes to read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kept {
    /// What it is found by.
    pub name: String,
    /// How new it is: nothing newer is replaced or taken away.
    pub version: Version,
    /// What it says; none to take it away.
    pub value: Option<Vec<u8>>,
    /// How long it is kept, unless it is written again.
    pub lasting: Duration,
}

/// Carries messages between nodes, counts together what they count, and keeps for a while what all of them may read. Nothing
/// here is promised.
#[async_trait]
pub trait Hub: Send + Sync {
    /// Opens the inbox of a node. It stays open, whatever happens to the hub, until it is dropped.
    ///
    /// # Errors
    /// If the hub cannot be reached now.
    async fn open_inbox(&self, node: u64) -> Result<Inbox, HubError>;

    /// Sends messages to inboxes, in order, and says for each whether an inbox was there to get it.
    ///
    /// # Errors
    /// If it is not known what became of them.
    async fn send(&self, messages: &[(u64, Vec<u8>)]) -> Result<Vec<bool>, HubError>;

    /// Adds to a count that all nodes share, and gives back what it comes to. A count is forgotten `lasting` after it was begun.
    ///
    /// # Errors
    /// If the hub cannot be reached.
    async fn count(&self, key: &str, add: u64, lasting: Duration) -> Result<u64, HubError>;

    /// Forgets counts.
    ///
    /// # Errors
    /// If the hub cannot be reached.
    async fn forget(&self, keys: &[String]) -> Result<(), HubError>;

    /// Keeps what all nodes may read, or takes it away, unless something newer is there.
    ///
    /// # Errors
    /// If it is not known what became of it.
    async fn keep(&self, kept: &[Kept]) -> Result<(), HubError>;

    /// What is kept under these names, as far as it is there and makes sense.
    ///
    /// # Errors
    /// If the hub cannot be reached.
    async fn find(&self, names: &[String]) -> Result<Vec<Option<Vec<u8>>>, HubError>;
}
