//! The store in a PostgreSQL database: for a house that has outgrown one machine's file.

pub(crate) mod link;
mod owners;
#[cfg(test)]
mod plan;
mod read;
mod write;

use crate::{StoreError, Write, Writes, migrations};
use async_trait::async_trait;
use link::Link;
use sqlx::{
    ConnectOptions, Connection,
    postgres::{PgConnectOptions, PgPool, PgPoolOptions},
};
use std::{str::FromStr, time::Duration};
use write::Writer;

/// How many connections answer questions, and how many of them besides are for logs alone, which can be long.
const READS: u32 = 8;
const LOGS: u32 = 2;
/// And for what is whose, which anyone can have asked; and for saying that a node lives, which must wait for nobody.
const OWNERS: u32 = 2;
const BEATS: u32 = 1;
/// How long a question waits for a connection.
const PATIENCE: Duration = Duration::from_secs(10);

/// A store in a PostgreSQL database.
///
/// One task writes. Jobs that queue up during a commit share the next one, and with it the cost of making them durable
/// (group commit); the log lines of all of them are one statement. Reads go through pools beside it.
#[derive(Debug)]
pub struct PostgresStore {
    reads: PgPool,
    /// For logs alone: no session waits until one is read.
    logs: PgPool,
    owners: PgPool,
    beats: PgPool,
    writer: Writer,
}

impl PostgresStore {
    /// Opens the database that a URL names (`postgres://user:password@host/database`), bringing it up to date as needed.
    /// A house may have it open: this is for what is done beside one.
    ///
    /// # Errors
    /// If the database cannot be reached or brought up to date. What is said holds no password.
    pub async fn open(url: &str) -> Result<Self, StoreError> {
        let link = Link::beside(options(url)?);
        Self::open_with(link).await
    }

    /// The same for a house, which has a database to itself: another house is refused as long as this one is open, and
    /// nothing of this one is written any more once another has opened the database.
    ///
    /// # Errors
    /// As [`open`](Self::open), and if another house has it open.
    pub async fn open_alone(url: &str) -> Result<Self, StoreError> {
        let link = Link::alone(options(url)?);
        Self::open_with(link).await
    }

    /// The same for a node that shares the database with others: a house that wants it to itself is refused as long as any
    /// node is open, and a node as long as such a house is.
    ///
    /// # Errors
    /// As [`open_alone`](Self::open_alone).
    pub async fn open_shared(url: &str) -> Result<Self, StoreError> {
        let link = Link::shared(options(url)?);
        Self::open_with(link).await
    }

    /// Lets the database count what it holds, by which it plans how to look for it. It does so by itself, some time after
    /// much was written.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn analyze(&self) -> Result<(), StoreError> {
        sqlx::query("ANALYZE").execute(&self.logs).await?;
        Ok(())
    }

    async fn open_with(mut link: Link) -> Result<Self, StoreError> {
        bring_up_to_date(link.options()).await?;
        let connection = link.connect().await?;
        let pool = |connections| {
            let pool = PgPoolOptions::new().max_connections(connections).acquire_timeout(PATIENCE);
            pool.connect_lazy_with(link.options().clone())
        };
        let (reads, logs, owners, beats) = (pool(READS), pool(LOGS), pool(OWNERS), pool(BEATS));
        Ok(Self { reads, logs, owners, beats, writer: Writer::start(link, connection) })
    }
}

pub(crate) fn options(url: &str) -> Result<PgConnectOptions, StoreError> {
    Ok(PgConnectOptions::from_str(url)?.application_name("parlor"))
}

/// Two processes that start together wait for each other: the migrations take a lock.
pub(crate) async fn bring_up_to_date(options: &PgConnectOptions) -> Result<(), StoreError> {
    let mut connection = options.connect().await?;
    migrations::postgres().run(&mut connection).await?;
    connection.close().await?;
    Ok(())
}

#[async_trait]
impl Writes for PostgresStore {
    async fn write(&self, writes: Vec<Write>) -> Result<(), StoreError> {
        self.writer.write(writes).await
    }

    fn waiting(&self) -> usize {
        self.writer.waiting()
    }

    async fn ping(&self) -> Result<(), StoreError> {
        self.writer.probe().await
    }

    /// When deleted rows leave the disk is the server's to decide: its vacuum, its write-ahead log, its backups.
    async fn scrub(&self) -> Result<(), StoreError> {
        Ok(())
    }

    async fn close(&self) {
        self.writer.close().await;
        self.reads.close().await;
        self.logs.close().await;
        self.owners.close().await;
        self.beats.close().await;
    }
}
