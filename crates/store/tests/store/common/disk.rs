//! A disk of a few MiB that can be filled and enlarged.
#![allow(dead_code, reason = "each test binary uses a part of this")]

use std::{path::Path, process::Command};
use tempfile::TempDir;

/// A small disk in memory, unmounted when dropped.
pub struct SmallDisk(TempDir);

impl SmallDisk {
    /// Mounts a disk of so many MiB; none where mounting is not permitted.
    pub fn mount(mib: u32) -> Option<Self> {
        let dir = tempfile::tempdir().unwrap();
        let size = format!("size={mib}m");
        let mounted = Command::new("mount").args(["-t", "tmpfs", "-o", &size, "tmpfs"]).arg(dir.path()).output();
        match mounted {
            Ok(output) if output.status.success() => Some(Self(dir)),
            _ => {
                eprintln!("no disk can be mounted here: the test of a full one is left out");
                None
            }
        }
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// Gives it so many MiB.
    pub fn grow(&self, mib: u32) {
        let size = format!("remount,size={mib}m");
        let grown = Command::new("mount").args(["-o", &size]).arg(self.path()).output().unwrap();
        assert!(grown.status.success(), "{grown:?}");
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        // Lazily: a store that a failed test left open must not keep it mounted for ever.
        let _ = Command::new("umount").arg("-l").arg(self.path()).output();
    }
}
