//! A hub over a Redis server.

use crate::{Hub, HubError, Inbox, Kept, Version};
use async_trait::async_trait;
use futures_util::StreamExt;
use redis::{
    Client, RedisError, Script,
    aio::{ConnectionManager, ConnectionManagerConfig, PubSub},
};
use std::time::Duration;
use tokio::{
    sync::mpsc,
    time::{sleep, timeout},
};

/// How many messages may wait for this node: more are lost.
const WAITING: usize = 16 * 1024;
/// How long the server may take to answer: what takes longer has failed.
const PATIENCE: Duration = Duration::from_secs(2);
/// How long to wait before the server is tried again.
const RETRY: Duration = Duration::from_millis(100);

/// Keeps each key's value for so many milliseconds, or takes it away (0), unless its version is older than what is there. What
/// is there and begins with no version, of whatever type, is replaced.
const KEEP: &str = "for place, key in ipairs(KEYS) do
    local version, value, lasting = ARGV[3 * place - 2], ARGV[3 * place - 1], ARGV[3 * place]
    local held = redis.pcall('GETRANGE', key, 0, #version - 1)
    local known = type(held) == 'string' and #held == #version and not held:find('%D')
    if not (known and held > version) then
        if lasting == '0' then redis.call('DEL', key)
        else redis.call('SET', key, version .. value, 'PX', lasting) end
    end
end";

/// How many digits of a version are before what is kept.
const VERSION: usize = 40;

/// Connects nodes over a Redis server. When the server goes away and comes back, so does the hub.
pub struct RedisHub {
    client: Client,
    connection: ConnectionManager,
    count: Script,
    keep: Script,
}

impl RedisHub {
    /// Connects to the server that a URL names (`redis://host:port/database`, or `rediss://` over TLS, with the certificates that
    /// the machine trusts). A house has a database of the server to itself.
    ///
    /// # Errors
    /// If the URL makes no sense or the server cannot be reached. What is said holds no password.
    pub async fn open(url: &str) -> Result<Self, HubError> {
        // For TLS the client uses the process's default provider. A second hub finds it installed.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = Client::open(url).map_err(|_| HubError::Address)?;
        let config = ConnectionManagerConfig::new()
            .set_connection_timeout(Some(PATIENCE))
            .set_response_timeout(Some(PATIENCE))
            .set_number_of_retries(2)
            .set_max_delay(RETRY);
        let connection = ConnectionManager::new_with_config(client.clone(), config).await.map_err(unreachable)?;
        let count = Script::new(
            "local count = redis.call('INCRBY', KEYS[1], ARGV[1])
            if redis.call('PTTL', KEYS[1]) < 0 then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
            return count",
        );
        let keep = Script::new(KEEP);
        Ok(Self { client, connection, count, keep })
    }
}

fn unreachable(error: RedisError) -> HubError {
    HubError::Unreachable(error.to_string())
}

/// The channel of a node's inbox. Nodes draw their numbers, so houses that share a server do not hear each other.
fn channel(node: u64) -> String {
    format!("parlor:node:{node:016x}")
}

fn key(name: &str) -> String {
    format!("parlor:count:{name}")
}

/// Where something is kept that is not a count.
fn place(name: &str) -> String {
    format!("parlor:hot:{name}")
}

/// A version as digits that are ordered as it is.
fn digits(Version { epoch, number }: Version) -> String {
    format!("{epoch:020}{number:020}")
}

/// What comes after a version; none if there is no version.
fn after_version(mut kept: Vec<u8>) -> Option<Vec<u8>> {
    let version = kept.get(..VERSION)?;
    version.iter().all(u8::is_ascii_digit).then(|| kept.split_off(VERSION))
}

/// Waits for an answer of the server, but not for ever.
async fn in_time<T>(answer: impl Future<Output = Result<T, RedisError>>) -> Result<T, HubError> {
    let late = |_| HubError::Unreachable("no answer in time".to_owned());
    timeout(PATIENCE, answer).await.map_err(late)?.map_err(unreachable)
}

async fn subscribe(client: &Client, channel: &str) -> Result<PubSub, HubError> {
    let mut subscription = in_time(client.get_async_pubsub()).await?;
    in_time(subscription.subscribe(channel)).await?;
    Ok(subscription)
}

/// Passes on what arrives until the inbox is dropped. A subscription that ends is made again: what was sent meanwhile is lost.
async fn listen(client: Client, channel: String, mut subscription: PubSub, inbox: mpsc::Sender<Vec<u8>>) {
    loop {
        let mut messages = subscription.into_on_message();
        loop {
            tokio::select! {
                message = messages.next() => match message {
                    // A node that cannot keep up loses messages, and notices.
                    Some(message) => drop(inbox.try_send(message.get_payload_bytes().to_vec())),
                    None => break,
                },
                () = inbox.closed() => return,
            }
        }
        drop(messages);
        tracing::warn!("the hub's server has gone away");
        subscription = loop {
            match subscribe(&client, &channel).await {
                Ok(subscription) => break subscription,
                Err(_) if inbox.is_closed() => return,
                Err(_) => sleep(RETRY).await,
            }
        };
        tracing::info!("the hub's server is back");
    }
}

#[async_trait]
impl Hub for RedisHub {
    async fn open_inbox(&self, node: u64) -> Result<Inbox, HubError> {
        let channel = channel(node);
        let subscription = subscribe(&self.client, &channel).await?;
        let (sender, inbox) = mpsc::channel(WAITING);
        tokio::spawn(listen(self.client.clone(), channel, subscription, sender));
        Ok(inbox)
    }

    async fn send(&self, messages: &[(u64, Vec<u8>)]) -> Result<Vec<bool>, HubError> {
        let mut pipe = redis::pipe();
        for (node, message) in messages {
            pipe.publish(channel(*node), message.as_slice());
        }
        let mut connection = self.connection.clone();
        let heard: Vec<u64> = in_time(pipe.query_async(&mut connection)).await?;
        Ok(heard.into_iter().map(|heard| heard > 0).collect())
    }

    async fn count(&self, name: &str, add: u64, lasting: Duration) -> Result<u64, HubError> {
        let mut connection = self.connection.clone();
        let mut count = self.count.key(key(name));
        count.arg(add).arg(lasting.as_millis() as u64);
        in_time(count.invoke_async(&mut connection)).await
    }

    async fn forget(&self, names: &[String]) -> Result<(), HubError> {
        let mut pipe = redis::pipe();
        for name in names {
            pipe.del(key(name)).ignore();
        }
        let mut connection = self.connection.clone();
        in_time(pipe.query_async(&mut connection)).await
    }

    async fn keep(&self, kept: &[Kept]) -> Result<(), HubError> {
        if kept.is_empty() {
            return Ok(());
        }
        let mut keep = self.keep.prepare_invoke();
        for Kept { name, version, value, lasting } in kept {
            let lasting_ms = value.as_ref().map_or(0, |_| (lasting.as_millis() as u64).max(1));
            keep.key(place(name)).arg(digits(*version)).arg(value.as_deref().unwrap_or_default()).arg(lasting_ms);
        }
        let mut connection = self.connection.clone();
        in_time(keep.invoke_async(&mut connection)).await
    }

    async fn find(&self, names: &[String]) -> Result<Vec<Option<Vec<u8>>>, HubError> {
        if names.is_empty() {
            return Ok(Vec::new());
        }
        let mut find = redis::cmd("MGET");
        names.iter().for_each(|name| _ = find.arg(place(name)));
        let mut connection = self.connection.clone();
        let found: Vec<Option<Vec<u8>>> = in_time(find.query_async(&mut connection)).await?;
        Ok(found.into_iter().map(|kept| kept.and_then(after_version)).collect())
    }
}
