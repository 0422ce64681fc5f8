//! A hub inside one process.

use crate::{Hub, HubError, Inbox, Kept, Version};
use async_trait::async_trait;
use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::{sync::mpsc, time::Instant};

/// How many messages may wait for a node: more are lost.
const WAITING: usize = 16 * 1024;

/// Connects nodes inside one process.
#[derive(Debug, Default)]
pub struct MemoryHub(Mutex<Inner>);

#[derive(Debug, Default)]
struct Inner {
    inboxes: HashMap<u64, mpsc::Sender<Vec<u8>>>,
    counts: HashMap<String, (u64, Instant)>,
    kept: HashMap<String, (Version, Vec<u8>, Instant)>,
}

impl MemoryHub {
    fn inner(&self) -> MutexGuard<'_, Inner> {
        // Every change below is complete before anything can panic.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl Hub for MemoryHub {
    async fn open_inbox(&self, node: u64) -> Result<Inbox, HubError> {
        let (sender, inbox) = mpsc::channel(WAITING);
        self.inner().inboxes.insert(node, sender);
        Ok(inbox)
    }

    async fn send(&self, messages: &[(u64, Vec<u8>)]) -> Result<Vec<bool>, HubError> {
        let inner = self.inner();
        let sent = messages.iter().map(|(node, message)| {
            inner.inboxes.get(node).is_some_and(|inbox| inbox.try_send(message.clone()).is_ok())
        });
        Ok(sent.collect())
    }

    async fn count(&self, key: &str, add: u64, lasting: Duration) -> Result<u64, HubError> {
        let now = Instant::now();
        let mut inner = self.inner();
        inner.counts.retain(|_, (_, until)| *until > now);
        let (count, _) = inner.counts.entry(key.to_owned()).or_insert((0, now + lasting));
        *count += add;
        Ok(*count)
    }

    async fn forget(&self, keys: &[String]) -> Result<(), HubError> {
        let mut inner = self.inner();
        keys.iter().for_each(|key| {
            inner.counts.remove(key);
        });
        Ok(())
    }

    async fn keep(&self, kept: &[Kept]) -> Result<(), HubError> {
        let now = Instant::now();
        let mut inner = self.inner();
        inner.kept.retain(|_, (_, _, until)| *until > now);
        for Kept { name, version, value, lasting } in kept {
            if inner.kept.get(name).is_some_and(|(held, ..)| held > version) {
                continue;
            }
            match value {
                Some(value) => drop(inner.kept.insert(name.clone(), (*version, value.clone(), now + *lasting))),
                None => drop(inner.kept.remove(name)),
            }
        }
        Ok(())
    }

    async fn find(&self, names: &[String]) -> Result<Vec<Option<Vec<u8>>>, HubError> {
        let now = Instant::now();
        let inner = self.inner();
        let found = |name| inner.kept.get(name).filter(|(_, _, until)| *until > now).map(|(_, value, _)| value.clone());
        Ok(names.iter().map(found).collect())
    }
}
