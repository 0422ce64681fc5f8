//! Golden replays: stored matches that must verify under their rules version, and read as text the way people saw them.
//!
//! A log is verified by a house of the same rules version, and by no other. People hold such logs, so once a version is out
//! its logs are never rewritten: a change of the rules that breaks one asks for a new version and a new log. The narration beside it (`.txt`) is rewritten by blessing and reviewed as a diff.

use parlor_kernel::{AnyGame, Entrant, Library, Mismatch, Playable, Record, RecordError};
use std::{
    env, fs, io,
    path::{Path, PathBuf},
};
use thiserror::Error;

/// Set to `1` to rewrite narrations and to record logs that are missing.
pub const BLESS: &str = "PARLOR_BLESS";

/// Why a golden replay does not hold.
#[derive(Debug, Error)]
pub enum GoldenError {
    /// A file cannot be read or written.
    #[error("{}: {why} (record it with {BLESS}=1)", path.display())]
    File {
        /// Which one.
        path: PathBuf,
        /// What the system says.
        why: io::Error,
    },
    /// The stored log is not a log.
    #[error(transparent)]
    Unreadable(#[from] RecordError),
    /// The stored match does not replay.
    #[error(transparent)]
    Mismatch(#[from] Mismatch),
    /// The match reads differently.
    #[error(
        "{}, line {line}:\n  stored: {stored}\n  now:    {now}\nReview and accept with {BLESS}=1.",
        path.display()
    )]
    Narration {
        /// The stored narration.
        path: PathBuf,
        /// The first line that differs, counted from 1.
        line: usize,
        /// What it says.
        stored: String,
        /// What it should say.
        now: String,
    },
}

/// Checks the golden replay at `log`, or blesses it when [`BLESS`] is set; `make` records a match if none is stored.
///
/// # Errors
/// What does not hold.
pub fn golden<G: Playable>(log: &Path, library: &Library, make: impl FnOnce() -> Record) -> Result<(), GoldenError> {
    let blessed = env::var_os(BLESS).is_some_and(|value| value == "1");
    if blessed { bless::<G>(log, library, make) } else { check::<G>(log, library) }
}

/// Verifies the stored log and compares its narration with the stored one.
///
/// # Errors
/// What does not hold.
pub fn check<G: Playable>(log: &Path, library: &Library) -> Result<(), GoldenError> {
    let now = narrate::<G>(log, library)?;
    let path = narration(log);
    let stored = read(&path)?;
    if stored == now {
        return Ok(());
    }
    let (mut old, mut new) = (stored.lines(), now.lines());
    let mut line = 1;
    loop {
        let (stored, now) = (old.next(), new.next());
        if stored != now || stored.is_none() {
            let text = |line: Option<&str>| line.unwrap_or("(the end)").to_owned();
            return Err(GoldenError::Narration { path, line, stored: text(stored), now: text(now) });
        }
        line += 1;
    }
}

/// Records a match with `make` if none is stored, verifies the log and stores its narration.
///
/// # Errors
/// If the log does not verify or a file cannot be written.
pub fn bless<G: Playable>(log: &Path, library: &Library, make: impl FnOnce() -> Record) -> Result<(), GoldenError> {
    if !log.exists() {
        write(log, &make().to_text())?;
    }
    write(&narration(log), &narrate::<G>(log, library)?)
}

fn narration(log: &Path) -> PathBuf {
    log.with_extension("txt")
}

/// The stored match as text, if it verifies.
fn narrate<G: Playable>(log: &Path, library: &Library) -> Result<String, GoldenError> {
    let record = Record::from_text(&read(log)?)?;
    Ok(Entrant::<G>::new(library).narrate(record)?)
}

fn read(path: &Path) -> Result<String, GoldenError> {
    fs::read_to_string(path).map_err(|why| GoldenError::File { path: path.to_owned(), why })
}

fn write(path: &Path, text: &str) -> Result<(), GoldenError> {
    let done = path.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(path, text));
    done.map_err(|why| GoldenError::File { path: path.to_owned(), why })
}
