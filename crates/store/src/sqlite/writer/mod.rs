//! The one task that writes.

mod chat;
mod invitations;
mod ledger;
mod people;
mod results;

pub use ledger::{daily_key, in_boxes, welcome_key};

use crate::{MatchRow, NewEntry, Player, StoreError, Write};
use parlor_wire::{MatchId, UserId};
use sqlx::{Acquire, Sqlite, SqliteConnection, SqlitePool, Transaction};
use tokio::sync::{mpsc, oneshot};

/// How many jobs may wait before callers have to.
const QUEUE: usize = 1024;
/// How many jobs share one commit at most.
const BATCH: usize = 256;

type Job = (Vec<Write>, oneshot::Sender<Result<(), StoreError>>);

/// The way to the writing task.
#[derive(Debug)]
pub struct Writer {
    jobs: mpsc::Sender<Job>,
    pool: SqlitePool,
}

impl Writer {
    pub fn start(pool: SqlitePool) -> Self {
        let (jobs, queue) = mpsc::channel(QUEUE);
        tokio::spawn(run(pool.clone(), queue));
        Self { jobs, pool }
    }

    pub async fn write(&self, writes: Vec<Write>) -> Result<(), StoreError> {
        let (done, answer) = oneshot::channel();
        self.jobs.send((writes, done)).await.map_err(|_| StoreError::Closed)?;
        answer.await.map_err(|_| StoreError::Closed)?
    }

    /// Waits until everything queued so far is durable, then closes the file.
    pub async fn close(&self) {
        if let Err(error) = self.write(Vec::new()).await {
            tracing::warn!(%error, "the store was closed before everything was written");
        }
        self.pool.close().await;
    }
}

async fn run(pool: SqlitePool, mut queue: mpsc::Receiver<Job>) {
    let mut batch = Vec::with_capacity(BATCH);
    while queue.recv_many(&mut batch, BATCH).await > 0 {
        match commit(&pool, &batch).await {
            Ok(results) => {
                for ((_, done), result) in batch.drain(..).zip(results) {
                    // Whoever asked may have gone meanwhile; what they asked for is done all the same.
                    let _ = done.send(result);
                }
            }
            Err(error) => {
                tracing::error!(%error, "a commit failed");
                for (_, done) in batch.drain(..) {
                    let _ = done.send(Err(StoreError::Database(sqlx::Error::Protocol(error.to_string()))));
                }
            }
        }
    }
}

/// Writes a batch in one transaction. A job that fails is undone alone and does not touch its neighbours.
async fn commit(pool: &SqlitePool, batch: &[Job]) -> Result<Vec<Result<(), StoreError>>, sqlx::Error> {
    // Immediate: another process (`parlor account`) may write between our first read and our first write.
    let mut transaction = pool.begin_with("BEGIN IMMEDIATE").await?;
    let mut results = Vec::with_capacity(batch.len());
    for (writes, _) in batch {
        let mut job = transaction.begin().await?;
        match all(&mut job, writes).await {
            Ok(()) => {
                job.commit().await?;
                results.push(Ok(()));
            }
            Err(error) => {
                job.rollback().await?;
                results.push(Err(error));
            }
        }
    }
    transaction.commit().await?;
    Ok(results)
}

async fn all(job: &mut Transaction<'_, Sqlite>, writes: &[Write]) -> Result<(), StoreError> {
    for write in writes {
        one(job, write).await?;
    }
    Ok(())
}

async fn one(db: &mut SqliteConnection, write: &Write) -> Result<(), StoreError> {
    match write {
        Write::Clock(ms) => {
            // The clock never runs backwards, whatever order writes arrive in.
            sqlx::query("UPDATE clock SET ms = max(ms, $1)").bind(ms.cast_signed()).execute(db).await?;
        }
        Write::AddUser { user, owner, at } => people::add(db, user, *owner, *at).await?,
        Write::Rename { user, name } => people::rename(db, *user, name).await?,
        Write::AddAccount { user, password, email } => {
            people::add_account(db, *user, &password.0, email.as_deref()).await?;
        }
        Write::DeleteUser { user, at } => people::delete(db, *user, *at).await?,
        Write::SetPassword { user, password } => people::set_password(db, *user, &password.0).await?,
        Write::SetEmail { user, email, show } => people::set_email(db, *user, email.as_deref(), *show).await?,
        Write::AddSession { user, session } => people::add_session(db, *user, session).await?,
        Write::EndSessions { user, ending } => people::end_sessions(db, *user, *ending).await?,
        Write::SaveTable { code, state } => {
            sqlx::query("INSERT INTO tables VALUES ($1, $2) ON CONFLICT (code) DO UPDATE SET state = excluded.state")
                .bind(code.as_str())
                .bind(state)
                .execute(db)
                .await?;
        }
        Write::DropTable { code } => {
            sqlx::query("DELETE FROM tables WHERE code = $1").bind(code.as_str()).execute(db).await?;
        }
        Write::Invite(row) => invitations::add(db, row).await?,
        Write::EndInvitation { id, end, at } => invitations::end(db, *id, *end, *at).await?,
        Write::Chat { code, line } => chat::say(db, code.as_str(), line).await?,
        Write::ForgetChat { code, user } => chat::forget(db, code.as_str(), *user).await?,
        Write::Mute { user, muted, at } => chat::mute(db, *user, *muted, *at).await?,
        Write::Unmute { user, muted } => chat::unmute(db, *user, *muted).await?,
        Write::Report(report) => chat::report(db, report).await?,
        Write::CloseReport { id, at } => chat::close_report(db, *id, *at).await?,
        Write::BeginMatch { row, players } => begin(db, row, players).await?,
        Write::Append { id, entry } => append(db, *id, entry).await?,
        Write::EndMatch { id, footer, at, turns, results, plain } => {
            results::end(db, *id, results::Ending { footer, at: *at, turns: *turns, results, plain: *plain }).await?;
        }
        Write::Transfer(transfer) => ledger::transfer(db, transfer).await?,
        Write::Grant(grant) => ledger::grant(db, grant).await?,
        Write::ReturnBox { bet, at } => ledger::return_box(db, *bet, *at).await?,
        Write::Held { bet, holder, disputed, overturned } => {
            ledger::held(db, *bet, *holder, *disputed, *overturned).await?;
        }
    }
    Ok(())
}

async fn begin(db: &mut SqliteConnection, row: &MatchRow, players: &[Player]) -> Result<(), StoreError> {
    let columns = "INSERT INTO matches (id, header, dice_key, opened_ms, started_at, game, rated)";
    sqlx::query(sqlx::AssertSqlSafe(format!("{columns} VALUES ($1, $2, $3, $4, $5, $6, $7)")))
        .bind(row.id.0.cast_signed())
        .bind(json(&row.header))
        .bind(&row.key.0[..])
        .bind(row.opened_ms.cast_signed())
        .bind(row.started_at.cast_signed())
        .bind(&row.header.game)
        .bind(row.rated)
        .execute(&mut *db)
        .await?;
    for (seat, Player(user)) in (0i64..).zip(players) {
        sqlx::query("INSERT INTO players (match, seat, user, started_at) VALUES ($1, $2, $3, $4)")
            .bind(row.id.0.cast_signed())
            .bind(seat)
            .bind(user.map(key))
            .bind(row.started_at.cast_signed())
            .execute(&mut *db)
            .await?;
    }
    Ok(())
}

async fn append(db: &mut SqliteConnection, id: MatchId, entry: &NewEntry) -> Result<(), StoreError> {
    sqlx::query("INSERT INTO entries VALUES ($1, $2, $3, $4, $5, $6)")
        .bind(id.0.cast_signed())
        .bind(entry.seq.cast_signed())
        .bind(entry.tick.0.cast_signed())
        .bind(&entry.input)
        .bind(entry.digest.map(|digest| digest.to_string()))
        .bind(&entry.command)
        .execute(db)
        .await?;
    Ok(())
}

/// SQLite's integers are signed; ids use all 64 bits.
const fn key(user: UserId) -> i64 {
    user.0.cast_signed()
}

fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("rows are JSON")
}
