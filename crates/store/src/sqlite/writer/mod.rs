//! The one task that writes.

mod chat;
mod invitations;
mod ledger;
mod people;
mod tidy;
mod tx;

pub use ledger::{daily_key, in_boxes, welcome_key};
use tx::SqliteTx;

use crate::{
    DONE_KEPT, MatchRow, NewEntry, Player, StoreError, Write,
    rules::{self, MatchEnd},
};
use parlor_wire::{MatchId, UserId};
use sqlx::{
    Acquire, ConnectOptions, Connection, Row, Sqlite, SqliteConnection, Transaction, sqlite::SqliteConnectOptions,
};
use std::sync::{Mutex, PoisonError};
use tokio::{
    sync::{mpsc, oneshot},
    task::JoinHandle,
};

/// How many jobs may wait before callers have to.
const QUEUE: usize = 1024;
/// How many jobs share one commit at most.
const BATCH: usize = 256;
/// SQLite's code for a row that breaks a constraint, without what extends it to say which.
const SQLITE_CONSTRAINT: u32 = 19;

/// What is done whole or not at all, and whom to tell.
struct Job {
    work: Work,
    done: oneshot::Sender<Result<(), StoreError>>,
}

enum Work {
    Writes(Vec<Write>),
    /// Changes a row that means nothing: only a commit shows that the disk takes one.
    Probe,
    /// Nothing by itself: once the batch is committed, what was deleted is wiped from the disk.
    Scrub,
}

/// The way to the writing task.
#[derive(Debug)]
pub struct Writer {
    /// None once the store is closed.
    jobs: Mutex<Option<mpsc::Sender<Job>>>,
    task: Mutex<Option<JoinHandle<()>>>,
}

impl Writer {
    /// Starts the writing task on `connection`; `options` open another when that one fails.
    pub fn start(options: SqliteConnectOptions, connection: SqliteConnection) -> Self {
        let (jobs, queue) = mpsc::channel(QUEUE);
        let task = tokio::spawn(WritingTask { options, connection: Some(connection), scrub_due: true }.run(queue));
        Self { jobs: Mutex::new(Some(jobs)), task: Mutex::new(Some(task)) }
    }

    pub async fn write(&self, writes: Vec<Write>) -> Result<(), StoreError> {
        self.ask(Work::Writes(writes)).await
    }

    pub async fn probe(&self) -> Result<(), StoreError> {
        self.ask(Work::Probe).await
    }

    pub async fn scrub(&self) -> Result<(), StoreError> {
        self.ask(Work::Scrub).await
    }

    async fn ask(&self, work: Work) -> Result<(), StoreError> {
        let jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner).clone().ok_or(StoreError::Closed)?;
        let (done, answer) = oneshot::channel();
        jobs.send(Job { work, done }).await.map_err(|_| StoreError::Closed)?;
        drop(jobs);
        answer.await.map_err(|_| StoreError::Closed)?
    }

    /// Waits until everything queued so far is durable, then closes the file.
    pub async fn close(&self) {
        drop(self.jobs.lock().unwrap_or_else(PoisonError::into_inner).take());
        let task = self.task.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(task) = task
            && let Err(error) = task.await
        {
            tracing::error!(%error, "the writing task failed");
        }
    }
}

/// The task that owns the only connection that writes.
struct WritingTask {
    options: SqliteConnectOptions,
    /// None after a failure, until the next batch opens another.
    connection: Option<SqliteConnection>,
    /// Whether the write-ahead log may hold what has been deleted since: from a failed attempt, or from before a crash.
    scrub_due: bool,
}

impl WritingTask {
    async fn run(mut self, mut queue: mpsc::Receiver<Job>) {
        let mut batch = Vec::with_capacity(BATCH);
        while queue.recv_many(&mut batch, BATCH).await > 0 {
            match self.commit(&batch).await {
                Ok(results) => {
                    self.scrub_due |= batch.iter().any(|job| matches!(job.work, Work::Scrub));
                    self.scrub_if_due().await;
                    for (job, result) in batch.drain(..).zip(results) {
                        // The caller may have gone meanwhile; the job is done all the same.
                        let _ = job.done.send(result);
                    }
                }
                Err(error) => {
                    tracing::error!(%error, "a commit failed");
                    for job in batch.drain(..) {
                        let error = sqlx::Error::Protocol(error.to_string());
                        let _ = job.done.send(Err(StoreError::Database(error)));
                    }
                }
            }
        }
        if let Some(connection) = self.connection
            && let Err(error) = connection.close().await
        {
            tracing::error!(%error, "the database did not close in good order");
        }
    }

    /// Empties the write-ahead log into the file and cuts it to nothing: the file's own pages are overwritten when
    /// something in them is deleted, but the log keeps what they held before. While another connection is reading from it this
    /// has to wait, and is tried again with the next batch.
    async fn scrub_if_due(&mut self) {
        if !self.scrub_due {
            return;
        }
        let Some(connection) = &mut self.connection else { return };
        match scrub(connection).await {
            Ok(done) => self.scrub_due = !done,
            Err(error) => tracing::error!(%error, "the write-ahead log could not be emptied"),
        }
    }

    /// Commits a batch. A connection that fails is never used again: SQLite ends a transaction by itself on some errors
    /// (a full disk is one), and sqlx, which counts transactions on its own, would refuse to begin another for ever.
    async fn commit(&mut self, batch: &[Job]) -> Result<Vec<Result<(), StoreError>>, sqlx::Error> {
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => self.options.connect().await?,
        };
        match commit(&mut connection, batch).await {
            Ok(results) => {
                self.connection = Some(connection);
                Ok(results)
            }
            Err(error) => {
                // Closing undoes what was not committed, also when it complains.
                let _ = connection.close().await;
                Err(error)
            }
        }
    }
}

/// Whether the write-ahead log is empty now. It does not wait for readers: every write would wait with it.
async fn scrub(db: &mut SqliteConnection) -> Result<bool, sqlx::Error> {
    let patience = super::BUSY.as_millis();
    sqlx::query("PRAGMA busy_timeout = 0").execute(&mut *db).await?;
    let row = sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").fetch_one(&mut *db).await?;
    sqlx::query(sqlx::AssertSqlSafe(format!("PRAGMA busy_timeout = {patience}"))).execute(db).await?;
    Ok(row.try_get::<i64, _>(0)? == 0)
}

/// Writes a batch in one transaction. A job that breaks a rule is undone alone and does not touch its neighbours.
async fn commit(connection: &mut SqliteConnection, batch: &[Job]) -> Result<Vec<Result<(), StoreError>>, sqlx::Error> {
    // Immediate: another process (`parlor account`) may write between our first read and our first write.
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    let mut results = Vec::with_capacity(batch.len());
    for job in batch {
        let mut savepoint = transaction.begin().await?;
        match carry_out(&mut savepoint, &job.work).await {
            Ok(()) => {
                savepoint.commit().await?;
                results.push(Ok(()));
            }
            Err(StoreError::Database(error)) if !is_broken_rule(&error) => return Err(error),
            Err(error) => {
                savepoint.rollback().await?;
                results.push(Err(error));
            }
        }
    }
    transaction.commit().await?;
    Ok(results)
}

/// Whether the database refused a row or held none that was looked for, as opposed to having failed.
fn is_broken_rule(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Database(error) => {
            let code: Option<u32> = error.code().and_then(|code| code.parse().ok());
            code.is_some_and(|code| code & 0xff == SQLITE_CONSTRAINT)
        }
        sqlx::Error::RowNotFound | sqlx::Error::ColumnDecode { .. } => true,
        _ => false,
    }
}

async fn carry_out(job: &mut Transaction<'_, Sqlite>, work: &Work) -> Result<(), StoreError> {
    match work {
        Work::Writes(writes) => all(job, writes).await,
        Work::Probe => {
            sqlx::query("UPDATE clock SET probes = probes + 1").execute(&mut **job).await?;
            Ok(())
        }
        Work::Scrub => Ok(()),
    }
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
        Write::Done { code, command } => done(db, code.as_str(), command).await?,
        Write::Invite(row) => invitations::add(db, row).await?,
        Write::EndInvitation { id, end, at } => invitations::end(db, *id, *end, *at).await?,
        Write::Chat { code, line } => chat::say(db, code.as_str(), line).await?,
        Write::ForgetChat { code, user } => chat::forget(db, code.as_str(), *user).await?,
        Write::Mute { user, muted, at } => chat::mute(db, *user, *muted, *at).await?,
        Write::Unmute { user, muted } => chat::unmute(db, *user, *muted).await?,
        Write::Report(report) => chat::report(db, report).await?,
        Write::CloseReport { id, at } => chat::close_report(db, *id, *at).await?,
        Write::Prune { since, at, most } => tidy::prune(db, *since, *at, *most).await?,
        Write::BeginMatch { row, players } => begin(db, row, players).await?,
        Write::Append { id, entry } => append(db, *id, entry).await?,
        &Write::EndMatch { id, ref footer, at, turns, ref results, counts } => {
            rules::end_match(&mut SqliteTx(db), MatchEnd { id, footer, at, turns, results, counts }).await?;
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
    // A user may have been deleted while they still sat there: then it is a match without them.
    for (seat, Player { user, address }) in (0i64..).zip(players) {
        sqlx::query(
            "INSERT INTO players (match, seat, user, started_at, address)
            VALUES ($1, $2, (SELECT id FROM users WHERE id = $3), $4, $5)",
        )
        .bind(row.id.0.cast_signed())
        .bind(seat)
        .bind(user.map(key))
        .bind(row.started_at.cast_signed())
        .bind(address.map(|tag| tag.0.cast_signed()))
        .execute(&mut *db)
        .await?;
    }
    Ok(())
}

async fn done(db: &mut SqliteConnection, code: &str, command: &str) -> Result<(), StoreError> {
    sqlx::query("INSERT INTO done (code, command) VALUES ($1, $2) ON CONFLICT DO NOTHING")
        .bind(code)
        .bind(command)
        .execute(&mut *db)
        .await?;
    let old = "DELETE FROM done WHERE code = $1 AND place <=
        (SELECT place FROM done WHERE code = $1 ORDER BY place DESC LIMIT 1 OFFSET $2)";
    sqlx::query(old).bind(code).bind(DONE_KEPT).execute(db).await?;
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
