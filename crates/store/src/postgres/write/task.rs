//! The one task that writes.

use super::matches;
use crate::{NewEntry, StoreError, Title, Write, postgres::link::Link};
use parlor_wire::{MatchId, TableCode};
use sqlx::{Connection, PgConnection, Postgres, Transaction};
use std::sync::{Mutex, PoisonError};
use tokio::{
    sync::{mpsc, oneshot},
    task::JoinHandle,
};
use tracing::field::Empty;

/// How many jobs may wait before callers have to.
const QUEUE: usize = 1024;
/// How many jobs share one commit at most.
const BATCH: usize = 256;
/// How often a batch is tried that the database has undone for no fault of its own.
const ATTEMPTS: u32 = 3;

/// What is done whole or not at all, and whom to tell.
struct Job {
    work: Work,
    done: oneshot::Sender<Result<(), StoreError>>,
}

enum Work {
    Writes(Vec<Write>),
    /// Changes a row that means nothing: only a commit shows that the database takes one.
    Probe,
}

impl Work {
    /// The lines for logs, if it is nothing else but whose table that is.
    fn appends(&self) -> Option<Appends<'_>> {
        let Self::Writes(writes) = self else { return None };
        let mut appends = Appends::default();
        for write in writes {
            match write {
                Write::Append { id, entry } => appends.lines.push((*id, entry)),
                Write::Owned { code, title } => appends.owned.push((*code, *title)),
                _ => return None,
            }
        }
        (!appends.lines.is_empty()).then_some(appends)
    }
}

/// Lines for logs, and whose the tables are.
#[derive(Default)]
struct Appends<'a> {
    lines: Vec<(MatchId, &'a NewEntry)>,
    owned: Vec<(TableCode, Title)>,
}

impl<'a> Appends<'a> {
    /// Those of all jobs that are nothing else.
    fn of(jobs: &[Option<Self>]) -> Self {
        let mut all = Self::default();
        for job in jobs.iter().flatten() {
            all.lines.extend(&job.lines);
            all.owned.extend(&job.owned);
        }
        all
    }

    async fn write(&self, db: &mut PgConnection) -> Result<(), StoreError> {
        matches::append(db, &self.lines, &self.owned).await
    }
}

/// How the jobs of a batch went, one by one.
type Results = Vec<Result<(), StoreError>>;

/// Why a whole batch failed.
struct Failure {
    error: Box<dyn std::error::Error + Send + Sync>,
    /// Whether nothing of it can have been committed.
    undone: bool,
}

impl Failure {
    fn undone(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        Self { error: error.into(), undone: true }
    }

    /// It failed in what commits: only what the server answers is known not to be.
    fn committing(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        let error = error.into();
        let undone = matches!(error.downcast_ref(), Some(sqlx::Error::Database(_)));
        Self { error, undone }
    }
}

/// The way to the writing task.
#[derive(Debug)]
pub struct Writer {
    /// None once the store is closed.
    jobs: Mutex<Option<mpsc::Sender<Job>>>,
    task: Mutex<Option<JoinHandle<()>>>,
}

impl Writer {
    /// Starts the writing task on `connection`; `link` opens another when that one fails.
    pub fn start(link: Link, connection: PgConnection) -> Self {
        let (jobs, queue) = mpsc::channel(QUEUE);
        let task = tokio::spawn(WritingTask { link, connection: Some(connection) }.run(queue));
        Self { jobs: Mutex::new(Some(jobs)), task: Mutex::new(Some(task)) }
    }

    pub async fn write(&self, writes: Vec<Write>) -> Result<(), StoreError> {
        self.ask(Work::Writes(writes)).await
    }

    pub async fn probe(&self) -> Result<(), StoreError> {
        self.ask(Work::Probe).await
    }

    /// How many jobs wait.
    pub fn waiting(&self) -> usize {
        self.jobs
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .as_ref()
            .map_or(0, |jobs| jobs.max_capacity() - jobs.capacity())
    }

    async fn ask(&self, work: Work) -> Result<(), StoreError> {
        let jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner).clone().ok_or(StoreError::Closed)?;
        let (done, answer) = oneshot::channel();
        jobs.send(Job { work, done }).await.map_err(|_| StoreError::Closed)?;
        drop(jobs);
        answer.await.map_err(|_| StoreError::Closed)?
    }

    /// Waits until everything queued so far is durable, then lets go of the database.
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
    link: Link,
    /// None after a failure, until the next batch opens another.
    connection: Option<PgConnection>,
}

impl WritingTask {
    async fn run(mut self, mut queue: mpsc::Receiver<Job>) {
        let mut batch = Vec::with_capacity(BATCH);
        while queue.recv_many(&mut batch, BATCH).await > 0 {
            let span = tracing::debug_span!("store.commit", parlor.jobs = batch.len(), otel.status_code = Empty);
            let committed = self.commit(&batch).await;
            if committed.is_err() {
                span.record("otel.status_code", "ERROR");
            }
            drop(span);
            match committed {
                Ok(results) => {
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

    /// Commits a batch. A connection that fails is never used again; what it had not committed is tried again on another,
    /// as after a restart of the server or a deadlock.
    async fn commit(&mut self, batch: &[Job]) -> Result<Results, Box<dyn std::error::Error + Send + Sync>> {
        let mut attempt = 1;
        loop {
            let mut connection = match self.connection.take() {
                Some(connection) => connection,
                None => self.link.connect().await?,
            };
            match commit(&mut connection, batch).await {
                Ok(results) => {
                    self.connection = Some(connection);
                    return Ok(results);
                }
                Err(failure) => {
                    // Without a goodbye, which could wait for a server that is gone.
                    let _ = connection.close_hard().await;
                    if !failure.undone || attempt == ATTEMPTS {
                        return Err(failure.error);
                    }
                    tracing::warn!(error = %failure.error, "a commit is tried again");
                    attempt += 1;
                }
            }
        }
    }
}

/// Writes a batch in one transaction. A job that breaks a rule is undone alone and does not touch its neighbours.
///
/// The log lines of all jobs that are nothing else come first, as one statement: no such job can tell whether others of its
/// batch came before or after it, for none of them has been answered. If any line breaks a rule, all jobs are done
/// one by one.
async fn commit(connection: &mut PgConnection, batch: &[Job]) -> Result<Results, Failure> {
    let appends: Vec<_> = batch.iter().map(|job| job.work.appends()).collect();
    let together = Appends::of(&appends);
    let mut appended = false;
    if appends.iter().all(Option::is_some) {
        // A statement is a transaction by itself.
        appended = sound(together.write(connection).await).map_err(Failure::committing)?.is_ok();
        if appended {
            return Ok(batch.iter().map(|_| Ok(())).collect());
        }
    }
    let mut transaction = connection.begin().await.map_err(Failure::undone)?;
    if let [job] = batch {
        let result = sound(carry_out(&mut transaction, &job.work).await).map_err(Failure::undone)?;
        match result {
            Ok(()) => transaction.commit().await.map_err(Failure::committing)?,
            Err(_) => transaction.rollback().await.map_err(Failure::undone)?,
        }
        return Ok(vec![result]);
    }
    if !together.lines.is_empty() && !appends.iter().all(Option::is_some) {
        let mut tx = transaction.begin().await.map_err(Failure::undone)?;
        let result = sound(together.write(&mut tx).await).map_err(Failure::undone)?;
        appended = end(tx, &result).await.map(|()| result.is_ok())?;
    }
    let mut results = Vec::with_capacity(batch.len());
    for (job, lines) in batch.iter().zip(&appends) {
        if appended && lines.is_some() {
            results.push(Ok(()));
            continue;
        }
        let mut tx = transaction.begin().await.map_err(Failure::undone)?;
        let result = sound(carry_out(&mut tx, &job.work).await).map_err(Failure::undone)?;
        end(tx, &result).await?;
        results.push(result);
    }
    transaction.commit().await.map_err(Failure::committing)?;
    Ok(results)
}

/// Ends a savepoint: by undoing it, if what was done in it breaks a rule.
async fn end(tx: Transaction<'_, Postgres>, result: &Result<(), StoreError>) -> Result<(), Failure> {
    let ended = if result.is_ok() { tx.commit().await } else { tx.rollback().await };
    ended.map_err(Failure::undone)
}

/// Tells a job that breaks a rule from a database that failed.
fn sound(result: Result<(), StoreError>) -> Result<Result<(), StoreError>, Box<dyn std::error::Error + Send + Sync>> {
    match result {
        Err(StoreError::Database(error)) if !is_broken_rule(error.as_ref()) => Err(error),
        result => Ok(result),
    }
}

/// Whether the database refused a row or held none that was looked for, as opposed to having failed.
fn is_broken_rule(error: &(dyn std::error::Error + 'static)) -> bool {
    let Some(error) = error.downcast_ref::<sqlx::Error>() else { return false };
    match error {
        // The class of a code is its first two letters: what is no such value, a broken constraint, a trigger's refusal, and
        // what is too large.
        sqlx::Error::Database(error) => {
            error.code().is_some_and(|code| ["22", "23", "P0", "54"].iter().any(|class| code.starts_with(class)))
        }
        sqlx::Error::RowNotFound | sqlx::Error::ColumnDecode { .. } => true,
        _ => false,
    }
}

async fn carry_out(job: &mut PgConnection, work: &Work) -> Result<(), StoreError> {
    match work {
        Work::Writes(writes) => super::all(job, writes).await,
        Work::Probe => {
            sqlx::query("UPDATE clock SET probes = probes + 1").execute(job).await?;
            Ok(())
        }
    }
}
