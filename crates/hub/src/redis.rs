//! A hub over a Redis server.

use crate::{Hub, HubError, Inbox};
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

/// Connects nodes over a Redis server. When the server goes away and comes back, so does the hub.
pub struct RedisHub {
    client: Client,
    connection: ConnectionManager,
    count: Script,
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
        Ok(Self { client, connection, count })
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
}
