//! How the nodes of a house reach each other.
//!
//! A [`Hub`] carries messages between the inboxes of nodes, counts what all of them count together, and keeps for a while what
//! all of them may read. It makes no promises: a message can be lost, and whatever the hub remembers can be gone. Above it, [`Post`] numbers what one node sends another,
//! so that a loss is noticed on both sides: what arrives is complete and in order, or the nodes are told to begin anew. What
//! must not be lost is not here but in the store.
//!
//! [`MemoryHub`] connects nodes inside one process, [`RedisHub`] those of several.

mod hub;
mod link;
mod memory;
mod post;
#[cfg(feature = "redis")]
mod redis;

#[cfg(feature = "redis")]
pub use crate::redis::RedisHub;
pub use hub::{Hub, HubError, Inbox, Kept, Version};
pub use memory::MemoryHub;
pub use post::{Letters, Mail, Post};
