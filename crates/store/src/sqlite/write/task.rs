//! The one task that writes.

use crate::{StoreError, Write};
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

/// Why a whole batch failed.
type Failure = Box<dyn std::error::Error + Send + Sync>;

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
                        let _ = job.done.send(Err(StoreError::Database(error.to_string().into())));
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
    async fn commit(&mut self, batch: &[Job]) -> Result<Vec<Result<(), StoreError>>, Failure> {
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
    let patience = crate::sqlite::BUSY.as_millis();
    sqlx::query("PRAGMA busy_timeout = 0").execute(&mut *db).await?;
    let row = sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").fetch_one(&mut *db).await;
    sqlx::query(sqlx::AssertSqlSafe(format!("PRAGMA busy_timeout = {patience}"))).execute(db).await?;
    Ok(row?.try_get::<i64, _>(0)? == 0)
}

/// Writes a batch in one transaction. A job that breaks a rule is undone alone and does not touch its neighbours.
async fn commit(connection: &mut SqliteConnection, batch: &[Job]) -> Result<Vec<Result<(), StoreError>>, Failure> {
    // Immediate: another process (`parlor account`) may write between our first read and our first write.
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    if let [job] = batch {
        return Ok(vec![finish(transaction, &job.work).await?]);
    }
    let mut results = Vec::with_capacity(batch.len());
    for job in batch {
        results.push(finish(transaction.begin().await?, &job.work).await?);
    }
    transaction.commit().await?;
    Ok(results)
}

/// Does a job in a transaction, or a savepoint, of its own, and ends that: by undoing it, if the job breaks a rule.
async fn finish(mut tx: Transaction<'_, Sqlite>, work: &Work) -> Result<Result<(), StoreError>, Failure> {
    match carry_out(&mut tx, work).await {
        Ok(()) => {
            tx.commit().await?;
            Ok(Ok(()))
        }
        Err(StoreError::Database(error)) if !is_broken_rule(error.as_ref()) => Err(error),
        Err(error) => {
            tx.rollback().await?;
            Ok(Err(error))
        }
    }
}

/// Whether the database refused a row or held none that was looked for, as opposed to having failed.
fn is_broken_rule(error: &(dyn std::error::Error + 'static)) -> bool {
    let Some(error) = error.downcast_ref::<sqlx::Error>() else { return false };
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
        Work::Writes(writes) => super::all(job, writes).await,
        Work::Probe => {
            sqlx::query("UPDATE clock SET probes = probes + 1").execute(&mut **job).await?;
            Ok(())
        }
        Work::Scrub => Ok(()),
    }
}
