//! The store as a whole.

use crate::{
    Invitations, Keeping, Ledger, Logs, Matches, Moderation, Notices, People, Results, Runs, Sessions, StoreError,
    Tables, Write,
};
use async_trait::async_trait;

/// Where the house keeps what it must not forget.
///
/// Each concern is a trait of its own. A store in front of another (one that a test can hold up, say) implements those it
/// changes and delegates the others, with the feature `layers`.
pub trait Store:
    Writes
    + People
    + Sessions
    + Tables
    + Logs
    + Matches
    + Results
    + Runs
    + Ledger
    + Invitations
    + Keeping
    + Moderation
    + Notices
    + 'static
{
}

impl<S> Store for S where
    S: Writes
        + People
        + Sessions
        + Tables
        + Logs
        + Matches
        + Results
        + Runs
        + Ledger
        + Invitations
        + Keeping
        + Moderation
        + Notices
        + 'static
{
}

/// Changing what is kept.
#[async_trait]
#[cfg_attr(feature = "layers", ambassador::delegatable_trait)]
pub trait Writes: Send + Sync {
    /// Does all of `writes` or none of them, durably.
    async fn write(&self, writes: Vec<Write>) -> Result<(), StoreError>;

    /// Writes something that means nothing, durably: whether the store takes what it is given.
    async fn ping(&self) -> Result<(), StoreError>;

    /// How many jobs wait to be written.
    fn waiting(&self) -> usize;

    /// Wipes what has been deleted from the disk. Until then it may be read back from what is overwritten later.
    async fn scrub(&self) -> Result<(), StoreError>;

    /// Finishes what is under way and lets go of the database.
    async fn close(&self);
}
