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

/// Carries messages between nodes, and counts together what they count. Nothing here is promised.
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
}
