//! The one thread that writes.

use crate::{
    StoreError, Write,
    sqlite::{
        checkpoints::Checkpoints,
        db::{Checkpoint, Db, File, is_broken_rule},
        live_log::{LiveLog, Mark, Uncopied},
    },
};
use parlor_wire::MatchId;
use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};
use tokio::sync::{mpsc, oneshot};
use tracing::field::Empty;

/// How many jobs may wait before callers have to.
const QUEUE: usize = 1024;
/// How many jobs share one commit at most.
const BATCH: usize = 256;
/// With more jobs than this in a millisecond a commit waits for a moment, so that it is shared by many. The thread is woken by
/// the first job that comes, which is alone when the others are made on the same core.
const BUSY: u32 = 2;
/// How long that moment is: little beside what so many jobs wait for each other.
const GATHERING: Duration = Duration::from_millis(2);
/// For how long jobs are counted before it is known how many come in a millisecond.
const COUNTING: Duration = Duration::from_millis(20);

/// What is done whole or not at all, and whom to tell.
struct Job {
    work: Work,
    done: Answer,
}

type Answer = oneshot::Sender<Result<(), StoreError>>;

enum Work {
    Writes(Vec<Write>),
    /// Changes a row that means nothing: only a commit shows that the disk takes one.
    Probe,
    /// Nothing by itself: once the batch is committed, what was deleted is wiped from the disk.
    Scrub,
    /// The live log belongs to this store from now on.
    TakeOver,
}

/// The way to the writing thread.
#[derive(Debug)]
pub struct Writer {
    /// None once the store is closed.
    jobs: Mutex<Option<mpsc::Sender<Job>>>,
    thread: Mutex<Option<JoinHandle<()>>>,
    live: Arc<Mutex<LiveLog>>,
}

impl Writer {
    /// Starts the writing thread on a file that is up to date.
    pub fn start(file: File) -> Result<Self, StoreError> {
        let db = Some(Db::open(&file)?);
        let live = Arc::<Mutex<LiveLog>>::default();
        let (jobs, queue) = mpsc::channel(QUEUE);
        let (answers, mut answered) = mpsc::unbounded_channel::<Vec<(Answer, Result<(), StoreError>)>>();
        // Waiting tasks are woken from within the runtime, a batch at a time: from another thread each would be woken by a
        // call to the kernel.
        tokio::spawn(async move {
            while let Some(batch) = answered.recv().await {
                for (done, result) in batch {
                    // The caller may have gone meanwhile; the job is done all the same.
                    let _ = done.send(result);
                }
            }
        });
        let checkpoints = Checkpoints::start(file.clone());
        let writing = Writing { file, db, live: Arc::clone(&live), checkpoints, answers, scrub_due: true };
        let spawned = thread::Builder::new().name("store".into()).spawn(move || writing.run(queue));
        let thread = spawned.map_err(|error| StoreError::Database(Box::new(error)))?;
        Ok(Self { jobs: Mutex::new(Some(jobs)), thread: Mutex::new(Some(thread)), live })
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

    pub async fn take_over(&self) -> Result<(), StoreError> {
        self.ask(Work::TakeOver).await
    }

    /// The durable lines of a match that are not under the match yet; none if they are not known here.
    pub fn uncopied(&self, id: MatchId) -> Option<Uncopied> {
        lock(&self.live).uncopied(id)
    }

    /// How many jobs wait.
    pub fn waiting(&self) -> usize {
        lock(&self.jobs).as_ref().map_or(0, |jobs| jobs.max_capacity() - jobs.capacity())
    }

    async fn ask(&self, work: Work) -> Result<(), StoreError> {
        let jobs = lock(&self.jobs).clone().ok_or(StoreError::Closed)?;
        let (done, answer) = oneshot::channel();
        jobs.send(Job { work, done }).await.map_err(|_| StoreError::Closed)?;
        drop(jobs);
        answer.await.map_err(|_| StoreError::Closed)?
    }

    /// Waits until everything queued so far is durable, then closes the file.
    pub async fn close(&self) {
        drop(lock(&self.jobs).take());
        let Some(thread) = lock(&self.thread).take() else { return };
        if !matches!(tokio::task::spawn_blocking(|| thread.join()).await, Ok(Ok(()))) {
            tracing::error!("the writing thread failed");
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The thread that owns the only connection that writes.
struct Writing {
    file: File,
    /// None after a failure, until the next batch opens another.
    db: Option<Db>,
    live: Arc<Mutex<LiveLog>>,
    checkpoints: Checkpoints,
    answers: mpsc::UnboundedSender<Vec<(Answer, Result<(), StoreError>)>>,
    /// Whether the write-ahead log may hold what has been deleted since: from a failed attempt, or from before a crash.
    scrub_due: bool,
}

impl Writing {
    fn run(mut self, mut queue: mpsc::Receiver<Job>) {
        let mut batch = Vec::with_capacity(BATCH);
        let mut rush = Rush::new(Instant::now());
        while queue.blocking_recv_many(&mut batch, BATCH) > 0 {
            let span = tracing::debug_span!("store.commit", parlor.jobs = batch.len(), otel.status_code = Empty);
            let results = self.commit(&batch);
            if self.db.is_none() {
                span.record("otel.status_code", "ERROR");
            }
            drop(span);
            self.scrub_due |= batch.iter().any(|job| matches!(job.work, Work::Scrub));
            self.scrub_if_due();
            let is_busy = rush.is_on(batch.len(), Instant::now());
            let answers = batch.drain(..).map(|job| job.done).zip(results).collect();
            // Without a runtime nobody waits.
            let _ = self.answers.send(answers);
            self.checkpoint();
            if is_busy {
                thread::sleep(GATHERING);
            }
        }
        self.checkpoints.stop();
    }

    /// Empties the write-ahead log into the file and cuts it to nothing: the file's own pages are overwritten when
    /// something in them is deleted, but the log keeps what they held before. While another connection is reading from it this
    /// has to wait, and is tried again with the next batch.
    fn scrub_if_due(&mut self) {
        let Some(db) = self.db.as_ref().filter(|_| self.scrub_due) else { return };
        match db.checkpoint(Checkpoint::Truncate) {
            Ok(done) => self.scrub_due = !done,
            Err(error) => tracing::error!(%error, "the write-ahead log could not be emptied"),
        }
    }

    /// Keeps the write-ahead log short. What is left of that here is little, see [`Checkpoints`].
    fn checkpoint(&mut self) {
        let Some(db) = self.db.as_ref().filter(|_| self.checkpoints.is_due(Db::log_pages())) else { return };
        if let Err(error) = db.checkpoint(Checkpoint::Passive) {
            tracing::error!(%error, "the write-ahead log could not be shortened");
        }
    }

    /// Commits a batch: what came of each job. A connection that fails is never used again: SQLite ends a transaction by
    /// itself on some errors (a full disk is one).
    fn commit(&mut self, batch: &[Job]) -> Vec<Result<(), StoreError>> {
        let results = self.db.take().map_or_else(|| Db::open(&self.file), Ok).and_then(|mut db| {
            let results = self.write(&mut db, batch)?;
            // Not locked: those who read must not wait for the disk.
            db.batch("COMMIT")?;
            self.db = Some(db);
            Ok(results)
        });
        let mut live = lock(&self.live);
        results.inspect(|_| live.confirm()).unwrap_or_else(|error| {
            // Whether anything of it is there after all, the file alone knows: it is looked through before the next line.
            *live = LiveLog::default();
            tracing::error!(%error, "a commit failed");
            batch.iter().map(|_| Err(StoreError::Database(error.to_string().into()))).collect()
        })
    }

    /// Writes a batch in one transaction, which is left open: together, and if a job breaks a rule, one by one.
    fn write(&self, db: &mut Db, batch: &[Job]) -> Result<Vec<Result<(), StoreError>>, StoreError> {
        let mut live = lock(&self.live);
        // Immediate: another process (`parlor account`) may write between our first read and our first write.
        db.batch("BEGIN IMMEDIATE")?;
        let results = match batch.iter().try_for_each(|job| carry_out(db, &mut live, &job.work)) {
            Ok(()) => batch.iter().map(|_| Ok(())).collect(),
            Err(error) if is_failure(&error) => return Err(error),
            Err(error) if batch.len() == 1 => {
                db.batch("ROLLBACK; BEGIN IMMEDIATE")?;
                live.undo(Mark::COMMIT);
                return Ok(vec![Err(error)]);
            }
            Err(_) => {
                db.batch("ROLLBACK; BEGIN IMMEDIATE")?;
                live.undo(Mark::COMMIT);
                one_by_one(db, &mut live, batch)?
            }
        };
        live.clear_front(db)?;
        Ok(results)
    }
}

/// Whether many jobs come.
#[derive(Debug)]
struct Rush {
    since: Instant,
    jobs: usize,
    is_on: bool,
}

impl Rush {
    const fn new(since: Instant) -> Self {
        Self { since, jobs: 0, is_on: false }
    }

    /// Counts jobs that are done; tells whether many came lately.
    fn is_on(&mut self, jobs: usize, now: Instant) -> bool {
        self.jobs += jobs;
        let counted = now.duration_since(self.since);
        if counted >= COUNTING {
            let is_on = self.jobs as u128 > u128::from(BUSY) * counted.as_millis();
            *self = Self { is_on, ..Self::new(now) };
        }
        self.is_on
    }
}

/// Does each job by itself: one that breaks a rule is undone alone.
fn one_by_one(db: &mut Db, live: &mut LiveLog, batch: &[Job]) -> Result<Vec<Result<(), StoreError>>, StoreError> {
    let mut results = Vec::with_capacity(batch.len());
    for job in batch {
        db.batch("SAVEPOINT job")?;
        let mark = live.mark();
        let result = carry_out(db, live, &job.work);
        if let Err(error) = &result {
            if is_failure(error) {
                return result.map(|()| Vec::new());
            }
            db.batch("ROLLBACK TO job")?;
            live.undo(mark);
        }
        db.batch("RELEASE job")?;
        results.push(result);
    }
    Ok(results)
}

/// Whether the database failed, as opposed to a job that breaks a rule.
fn is_failure(error: &StoreError) -> bool {
    matches!(error, StoreError::Database(error) if !is_broken_rule(error.as_ref()))
}

fn carry_out(db: &mut Db, live: &mut LiveLog, work: &Work) -> Result<(), StoreError> {
    match work {
        Work::Writes(writes) => super::all(db, live, writes),
        Work::Probe => db.run("UPDATE clock SET probes = probes + 1", []).map(drop),
        Work::Scrub => Ok(()),
        Work::TakeOver => live.take_over(db),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rush_begins_with_many_jobs_and_ends_with_few() {
        let start = Instant::now();
        let mut rush = Rush::new(start);
        let at = |ms| start + Duration::from_millis(ms);
        assert!(!rush.is_on(200, at(19)), "not counted for long enough");
        assert!(rush.is_on(1, at(20)));
        assert!(rush.is_on(1, at(30)), "the last count still holds");
        assert!(!rush.is_on(39, at(40)), "exactly as many as are no rush");
        assert!(rush.is_on(41, at(60)));
        assert!(!rush.is_on(1, at(3_600_000)), "a job after a quiet hour");
    }
}
