//! Where users are told what they should know while they are away.

use crate::{Secret, SessionId, StoreError};
use async_trait::async_trait;
use parlor_wire::UserId;

/// A browser that takes messages by a push service. A session has one at most.
#[derive(Clone, PartialEq, Eq)]
pub struct PushRow {
    /// The session of the browser. The subscription ends with it.
    pub session: SessionId,
    /// The address of the browser at its push service. Who knows it can send messages there.
    pub endpoint: String,
    /// The browser's public key, an uncompressed point.
    pub p256dh: Vec<u8>,
    /// The secret that the browser shares with the house.
    pub auth: [u8; 16],
    /// Since when, on the wall clock in milliseconds.
    pub created_at: u64,
}

impl std::fmt::Debug for PushRow {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PushRow").field("session", &self.session).finish_non_exhaustive()
    }
}

/// An address of a user's own that is told.
#[derive(Clone, PartialEq, Eq)]
pub struct WebhookRow {
    /// Where.
    pub url: String,
    /// What messages are signed with.
    pub secret: String,
}

impl std::fmt::Debug for WebhookRow {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("WebhookRow(..)")
    }
}

/// Reading where users are told.
#[async_trait]
#[cfg_attr(feature = "layers", ambassador::delegatable_trait)]
pub trait Notices: Send + Sync {
    /// A user's browsers that take messages, the latest first.
    async fn pushes(&self, user: UserId) -> Result<Vec<PushRow>, StoreError>;

    /// A user's own address.
    async fn webhook(&self, user: UserId) -> Result<Option<WebhookRow>, StoreError>;

    /// The key that push services know this house by, once there is one.
    async fn push_key(&self) -> Result<Option<Secret>, StoreError>;
}
