//! The connection that writes, and to whom the database belongs.
//!
//! A house holds an advisory lock in the session that writes, and in no other: when that session ends, however it ends,
//! the lock is free, and nothing can be written without it. A session that is opened anew takes the lock anew, and looks
//! whether another house has had it meanwhile: what this house remembers would then no longer be what is stored. Nodes that
//! share a database share the lock; which table is whose is decided elsewhere.

use crate::{LEASE, StoreError};
use sqlx::{
    ConnectOptions, Connection, PgConnection, Row,
    postgres::{PgConnectOptions, PgRow},
};
use std::time::Duration;

/// The lock's number. It means something only inside one database.
const LOCK: i64 = 0x7061_726c_6f72;
/// How long a house waits for the lock: a session whose process was killed takes a moment to end.
const PATIENCE: Duration = Duration::from_secs(10);
/// How often it looks meanwhile.
const PAUSE: Duration = Duration::from_millis(100);

/// How to reach the database for writing.
#[derive(Debug)]
pub struct Link {
    options: PgConnectOptions,
    owner: Owner,
}

/// To whom the database belongs.
#[derive(Debug)]
enum Owner {
    /// Perhaps to a house, which is not this process.
    Another,
    /// To this house, or to this node and others, once it has opened it: which opening that was.
    This(Sharing, Option<i64>),
}

/// With whom a house shares the database.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Sharing {
    Alone,
    WithNodes,
}

impl Link {
    /// For what writes beside a house.
    pub fn beside(options: PgConnectOptions) -> Self {
        Self { options, owner: Owner::Another }
    }

    /// For a house.
    pub fn alone(options: PgConnectOptions) -> Self {
        Self { options, owner: Owner::This(Sharing::Alone, None) }
    }

    /// For a node beside others.
    pub fn shared(options: PgConnectOptions) -> Self {
        Self { options, owner: Owner::This(Sharing::WithNodes, None) }
    }

    pub fn options(&self) -> &PgConnectOptions {
        &self.options
    }

    /// Connects; for a house, with the lock.
    pub async fn connect(&mut self) -> Result<PgConnection, StoreError> {
        let mut connection = self.options.connect().await?;
        // What is answered is durable, whatever the server does by default.
        let durable = "SELECT set_config('synchronous_commit', 'on', false)
            WHERE current_setting('synchronous_commit') = 'off'";
        sqlx::query(durable).execute(&mut connection).await?;
        if let Owner::This(sharing, opening) = &mut self.owner {
            lock(&mut connection, *sharing).await?;
            if *sharing == Sharing::WithNodes {
                // A node that is stopped in the middle of a transaction must not keep its tables from the others.
                let limit = "SELECT set_config('idle_in_transaction_session_timeout', $1, false)";
                sqlx::query(limit).bind(LEASE.as_millis().to_string()).execute(&mut connection).await?;
            }
            *opening = Some(match (*opening, *sharing) {
                (None, Sharing::Alone) => open(&mut connection).await?,
                (None, Sharing::WithNodes) => opened(&mut connection).await?,
                (Some(opening), sharing) => still(&mut connection, opening, sharing).await?,
            });
        }
        Ok(connection)
    }
}

async fn lock(db: &mut PgConnection, sharing: Sharing) -> Result<(), StoreError> {
    let try_lock = match sharing {
        Sharing::Alone => "SELECT pg_try_advisory_lock($1)",
        Sharing::WithNodes => "SELECT pg_try_advisory_lock_shared($1)",
    };
    let mut waited = Duration::ZERO;
    loop {
        let row = sqlx::query(try_lock).bind(LOCK).fetch_one(&mut *db).await?;
        if row.try_get(0)? {
            return Ok(());
        }
        if waited >= PATIENCE {
            return Err(StoreError::Database("another house is open in this database; stop it first".into()));
        }
        tokio::time::sleep(PAUSE).await;
        waited += PAUSE;
    }
}

/// Whatever nodes shared the database before: all of it is this house's now, and goes by its clock, which has come as far as any
/// of theirs.
async fn open(db: &mut PgConnection) -> Result<i64, StoreError> {
    let mut opening = db.begin().await?;
    let open =
        "UPDATE clock SET opened = opened + 1, ms = greatest(ms, (SELECT max(house_ms) FROM nodes)) RETURNING opened";
    let opened = number(&sqlx::query(open).fetch_one(&mut *opening).await?)?;
    for forget in ["UPDATE tables SET owner = NULL, epoch = 0, ahead = 0 WHERE epoch <> 0", "DELETE FROM nodes"] {
        sqlx::query(forget).execute(&mut *opening).await?;
    }
    opening.commit().await?;
    Ok(opened)
}

async fn opened(db: &mut PgConnection) -> Result<i64, StoreError> {
    number(&sqlx::query("SELECT opened FROM clock").fetch_one(db).await?)
}

async fn still(db: &mut PgConnection, opening: i64, sharing: Sharing) -> Result<i64, StoreError> {
    if opened(db).await? == opening {
        return Ok(opening);
    }
    let unlock = match sharing {
        Sharing::Alone => "SELECT pg_advisory_unlock($1)",
        Sharing::WithNodes => "SELECT pg_advisory_unlock_shared($1)",
    };
    sqlx::query(unlock).bind(LOCK).execute(db).await?;
    Err(StoreError::Database("another house has opened this database since; this one must be started again".into()))
}

fn number(row: &PgRow) -> Result<i64, StoreError> {
    Ok(row.try_get(0)?)
}
