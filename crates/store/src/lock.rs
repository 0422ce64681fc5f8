//! A data directory belongs to one house at a time.

use std::{
    fs::{File, OpenOptions, TryLockError},
    io::{self, Read, Write},
    path::{Path, PathBuf},
};
use thiserror::Error;

/// The file that is locked. It stays when the house closes: only its lock means something.
const FILE: &str = "parlor.lock";

/// A data directory that no other house can open while this lives. The system lets go of it when the process ends,
/// however it ends.
#[derive(Debug)]
pub struct DirectoryLock {
    _file: File,
}

/// Why a data directory could not be locked.
#[derive(Debug, Error)]
pub enum LockError {
    /// Another process serves from it.
    #[error(
        "another house is open in {} (process {owner}); stop it first, or choose another folder with --data-dir",
        directory.display()
    )]
    Taken {
        /// The directory.
        directory: PathBuf,
        /// The other process, as it signed the file.
        owner: String,
    },
    /// The file cannot be written or locked.
    #[error("cannot lock {}: {error}", file.display())]
    Io {
        /// The file.
        file: PathBuf,
        /// Why not.
        error: io::Error,
    },
}

impl DirectoryLock {
    /// Locks `directory`, which must exist.
    ///
    /// # Errors
    /// If another process has it, or it cannot be written to.
    pub fn take(directory: &Path) -> Result<Self, LockError> {
        let path = directory.join(FILE);
        let failed = |error| LockError::Io { file: path.clone(), error };
        let mut file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path).map_err(failed)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut owner = String::new();
                // Which process it is helps, and is not worth failing for.
                let _ = file.read_to_string(&mut owner);
                let owner = if owner.trim().is_empty() { "unknown" } else { owner.trim() }.to_owned();
                return Err(LockError::Taken { directory: directory.to_owned(), owner });
            }
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
        file.set_len(0).and_then(|()| writeln!(file, "{}", std::process::id())).map_err(failed)?;
        Ok(Self { _file: file })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_directory_is_locked_once_at_a_time() {
        let dir = tempfile::tempdir().unwrap();
        let lock = DirectoryLock::take(dir.path()).unwrap();
        let refused = DirectoryLock::take(dir.path()).expect_err("it is taken").to_string();
        assert!(refused.contains(&std::process::id().to_string()), "{refused}");
        drop(lock);
        DirectoryLock::take(dir.path()).expect("it is free again");
    }
}
