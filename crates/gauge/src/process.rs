//! What a process has used, as `/proc` tells; nothing where there is no such place.

use anyhow::{Result, bail};
use std::fs;

/// How many times a second the kernel counts processor time.
const CLOCK_TICKS: f64 = 100.0;

/// A process on this machine, by its id.
#[derive(Clone, Copy, Debug)]
pub struct Process(pub u32);

impl Process {
    /// Processor time so far, in seconds: in the program, and in the system on its behalf.
    pub fn cpu_seconds(self) -> Option<f64> {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.0)).ok()?;
        // The name, in brackets, may hold anything; user and system time are the 12th and 13th field after it.
        let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(11);
        let mut ticks = || fields.next()?.parse::<f64>().ok();
        Some((ticks()? + ticks()?) / CLOCK_TICKS)
    }

    /// Resident memory, in bytes.
    pub fn memory(self) -> Option<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.0)).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        Some(line.trim().strip_suffix(" kB")?.parse::<u64>().ok()? * 1024)
    }
}

/// Sees that this process, and a house that it opens, may have so many files open.
///
/// # Errors
/// If they may not.
pub fn check_open_files(needed: u64) -> Result<()> {
    let Ok(limits) = fs::read_to_string("/proc/self/limits") else { return Ok(()) };
    let line = limits.lines().find_map(|line| line.strip_prefix("Max open files"));
    // Without a number it is unlimited.
    let allowed = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    match allowed {
        Some(allowed) if allowed < needed => {
            bail!("this takes {needed} open files, and {allowed} are allowed: run `ulimit -n {needed}` first")
        }
        _ => Ok(()),
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_process_is_read_and_a_missing_one_is_none() {
        let own = Process(std::process::id());
        assert!(own.memory().unwrap() > 1 << 20 && own.cpu_seconds().is_some());
        assert_eq!((Process(u32::MAX).memory(), Process(u32::MAX).cpu_seconds()), (None, None));
        assert!(check_open_files(3).is_ok());
        let error = check_open_files(u64::MAX).unwrap_err().to_string();
        assert!(error.contains("ulimit -n"), "{error}");
    }
}
