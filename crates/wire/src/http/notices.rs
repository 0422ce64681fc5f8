//! Being told while one is away.

use crate::News;
use serde::{Deserialize, Serialize};

/// How you are told that it is your turn in a game over days, that one has ended, and of invitations.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NoticeSettings {
    /// The key to subscribe with at a push service (`applicationServerKey`), in URL-safe Base64; missing if this house sends
    /// none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub push_key: Option<String>,
    /// Whether this session's browser is told.
    pub here: bool,
    /// How many browsers are told, this one included.
    pub browsers: u32,
    /// Whether this house tells addresses of people's own.
    pub webhooks: bool,
    /// Your own address that is told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub webhook: Option<Webhook>,
}

/// A subscription at a push service, as browsers write it.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PushSubscription {
    /// The address at the push service.
    #[cfg_attr(feature = "openapi", schema(max_length = 1024))]
    pub endpoint: String,
    /// What messages are encrypted with.
    pub keys: PushKeys,
}

impl std::fmt::Debug for PushSubscription {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("PushSubscription(..)")
    }
}

/// What messages to a browser are encrypted with, in URL-safe Base64.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PushKeys {
    /// The browser's public key: 65 bytes.
    pub p256dh: String,
    /// A secret that it shares with the house: 16 bytes.
    pub auth: String,
}

/// Asks for an address to be told.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct SetWebhook {
    /// Where to: an `https` address that everyone can reach.
    #[cfg_attr(feature = "openapi", schema(max_length = 1024))]
    pub url: String,
}

impl std::fmt::Debug for SetWebhook {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SetWebhook(..)")
    }
}

/// An address of your own that is told.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Webhook {
    /// Where.
    pub url: String,
    /// The secret that messages are signed with.
    pub secret: String,
}

impl std::fmt::Debug for Webhook {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Webhook(..)")
    }
}

/// Where a person is told while they are away.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NoticesKept {
    /// The addresses of their browsers at push services.
    pub browsers: Vec<String>,
    /// Their own address.
    pub webhook: Option<Webhook>,
}

/// What is sent to an address of one's own, and to a browser.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NoticeMessage {
    /// A sentence for people.
    pub text: String,
    /// Where to go: a path of the house.
    pub path: String,
    /// What of. A later message with the same tag takes the place of this one.
    pub tag: String,
    /// When, on the wall clock in milliseconds.
    pub at: u64,
    /// The same for programs.
    pub news: News,
}
