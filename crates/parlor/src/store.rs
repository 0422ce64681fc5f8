//! Where a house is kept: a file in its data directory, or a PostgreSQL database.

use crate::{cli::ServeFlags, config};
use anyhow::{Context, Result, bail};
use parlor_hub::RedisHub;
use parlor_server::{Membership, Settings, StoreUrl};
use parlor_store::{DirectoryLock, PostgresStore, SqliteStore, Store};
use std::{fmt, fs, path::PathBuf, sync::Arc};
use tokio::runtime::Runtime;

/// The database's name inside the data directory.
pub const DATABASE: &str = "parlor.db";

/// Where a house is kept.
#[derive(Debug)]
pub enum Place {
    /// A SQLite file.
    File(PathBuf),
    /// A PostgreSQL database.
    Postgres(StoreUrl),
}

/// As people may read it.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => path.display().fmt(f),
            Self::Postgres(url) => f.write_str(&url.public()),
        }
    }
}

impl Place {
    /// Where the settings say.
    ///
    /// # Errors
    /// If that is nowhere.
    pub fn of(settings: &Settings) -> Result<Self> {
        match &settings.store {
            None => Ok(Self::File(settings.data_dir.join(DATABASE))),
            Some(url) => Self::at(url),
        }
    }

    /// Where a URL says.
    ///
    /// # Errors
    /// If it names no database that there is a store for.
    pub fn at(url: &StoreUrl) -> Result<Self> {
        match url.0.split_once("://") {
            Some(("postgres" | "postgresql", _)) => Ok(Self::Postgres(url.clone())),
            Some(("sqlite", path)) if !path.is_empty() => Ok(Self::File(path.into())),
            _ => bail!("a store is postgres://user:password@host/database or sqlite://file, not {}", url.public()),
        }
    }

    /// Opens it beside a house that may be open, too.
    ///
    /// # Errors
    /// If there is nothing to open, or it cannot be opened.
    pub async fn open(&self) -> Result<Arc<dyn Store>> {
        let opened: Result<Arc<dyn Store>> = match self {
            Self::File(path) if !path.exists() => {
                bail!("there is no database at {self}; name its folder with --data-dir")
            }
            Self::File(path) => SqliteStore::open(path).await.map(|store| Arc::new(store) as _).map_err(Into::into),
            Self::Postgres(url) => {
                PostgresStore::open(&url.0).await.map(|store| Arc::new(store) as _).map_err(Into::into)
            }
        };
        opened.with_context(|| format!("cannot open {self}"))
    }

    /// Opens it for a house, creating it as needed. Two houses over one database would void each other's matches: no other
    /// can open it until this one has closed.
    ///
    /// # Errors
    /// If it cannot be opened, or another house has it.
    pub async fn open_alone(&self) -> Result<(Arc<dyn Store>, Option<DirectoryLock>)> {
        let cannot = || format!("cannot open {self}");
        match self {
            Self::File(path) => {
                let folder = path.parent().unwrap_or(path);
                fs::create_dir_all(folder)
                    .with_context(|| format!("cannot create the data directory {}", folder.display()))?;
                let lock = DirectoryLock::take(folder)?;
                let store = SqliteStore::open(path).await.with_context(cannot)?;
                store.take_over().await.context("cannot take over the logs of running matches")?;
                Ok((Arc::new(store), Some(lock)))
            }
            Self::Postgres(url) => Ok((Arc::new(PostgresStore::open_alone(&url.0).await.with_context(cannot)?), None)),
        }
    }

    /// Opens it for one node of several, which the hub connects.
    ///
    /// # Errors
    /// If it is no database that nodes can share, or it or the hub cannot be had.
    pub async fn open_shared(&self, hub: &StoreUrl) -> Result<(Arc<dyn Store>, Membership)> {
        let Self::Postgres(url) = self else {
            bail!("nodes share a PostgreSQL database: name it with --store, or leave out --hub")
        };
        if !["redis://", "rediss://"].iter().any(|scheme| hub.0.starts_with(scheme)) {
            bail!("a hub is redis://user:password@host/database, not {}", hub.public());
        }
        let redis = RedisHub::open(&hub.0).await.with_context(|| format!("cannot reach {}", hub.public()))?;
        let store = PostgresStore::open_shared(&url.0).await.with_context(|| format!("cannot open {self}"))?;
        let store = Arc::new(store);
        Ok((Arc::clone(&store) as _, Membership { owners: store, hub: Arc::new(redis) }))
    }
}

/// Does `work` with the store that the settings name, beside a house that may be open, and closes it.
///
/// # Errors
/// If it cannot be opened, or the work fails.
pub fn with<T>(flags: &ServeFlags, work: impl AsyncFnOnce(&dyn Store) -> Result<T>) -> Result<T> {
    let place = Place::of(&config::load(flags)?)?;
    Runtime::new()?.block_on(async {
        let store = place.open().await?;
        let result = work(&*store).await;
        store.close().await;
        result
    })
}
