//! Keeping the write-ahead log short without making a commit wait.
//!
//! SQLite would empty the log into the file inside some commit, which then takes many times as long. Here a thread of its own
//! does it, while commits go on. What is committed meanwhile it leaves to the writing thread, which empties that little between
//! two commits: only then is the log empty, and begun anew.

use super::db::{Checkpoint, Db, File};
use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, SyncSender, TrySendError},
    },
    thread::{self, JoinHandle},
};

/// How many pages the log may hold before it is emptied: four megabytes.
const LONG: u32 = 1000;

/// The way to the thread that empties the log.
#[derive(Debug)]
pub struct Checkpoints {
    /// None if the thread could not be started.
    wishes: Option<SyncSender<()>>,
    /// Whether it has emptied most of the log.
    is_almost_empty: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Checkpoints {
    /// Starts the thread.
    pub fn start(file: File) -> Self {
        let (wishes, wished) = mpsc::sync_channel(1);
        let is_almost_empty = Arc::new(AtomicBool::new(false));
        let emptied = Arc::clone(&is_almost_empty);
        let work = move || {
            let mut db = None;
            while wished.recv().is_ok() {
                let done = match db.take() {
                    Some(db) => Ok(db),
                    None => Db::open(&file),
                }
                .and_then(|db| db.checkpoint(Checkpoint::Passive).map(|_| db));
                match done {
                    Ok(open) => db = Some(open),
                    Err(error) => tracing::error!(%error, "the write-ahead log could not be emptied"),
                }
                emptied.store(true, Ordering::Release);
            }
        };
        let thread = thread::Builder::new().name("checkpoints".into()).spawn(work);
        match thread {
            Ok(thread) => Self { wishes: Some(wishes), is_almost_empty, thread: Some(thread) },
            Err(error) => {
                tracing::error!(%error, "the write-ahead log is emptied by the thread that writes");
                Self { wishes: None, is_almost_empty, thread: None }
            }
        }
    }

    /// Whether the writing thread has to empty the log, which holds so many pages. If it is long, the thread of its own is
    /// asked first.
    pub fn is_due(&self, pages: u32) -> bool {
        if self.is_almost_empty.swap(false, Ordering::Acquire) {
            return true;
        }
        let is_long = pages >= LONG;
        match &self.wishes {
            // It may be at it already.
            Some(wishes) if is_long => matches!(wishes.try_send(()), Err(TrySendError::Disconnected(()))),
            Some(_) => false,
            None => is_long,
        }
    }

    /// Ends the thread.
    pub fn stop(&mut self) {
        self.wishes = None;
        if self.thread.take().is_some_and(|thread| thread.join().is_err()) {
            tracing::error!("the thread that empties the write-ahead log failed");
        }
    }
}
