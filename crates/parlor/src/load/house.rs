//! A house of one's own, in a process of its own, for as long as it is measured.

use super::process::Process;
use anyhow::{Context, Result, bail};
use std::{
    env,
    io::{BufRead, BufReader},
    process::{Child, Command, Stdio},
    time::Duration,
};
use tempfile::TempDir;
use tokio::{task::spawn_blocking, time::timeout};

/// It opens within this time.
const OPENS_WITHIN: Duration = Duration::from_secs(60);

/// All players come from one address and do not think: limits that no person meets.
const UNLIMITED: [(&str, &str); 11] = [
    ("PARLOR_LIMITS__TABLES", "100000"),
    ("PARLOR_LIMITS__TABLES_PER_ADDRESS", "100000"),
    ("PARLOR_LIMITS__TABLES_PER_MINUTE", "1000000"),
    ("PARLOR_LIMITS__CONNECTIONS", "100000"),
    ("PARLOR_LIMITS__CONNECTIONS_PER_ADDRESS", "100000"),
    ("PARLOR_LIMITS__BACKLOG_KIB_PER_ADDRESS", "4194303"),
    ("PARLOR_LIMITS__REQUESTS_PER_SECOND", "1000000"),
    ("PARLOR_LIMITS__GUESTS_PER_MINUTE", "1000000"),
    ("PARLOR_LIMITS__COMMANDS_PER_SECOND", "1000000"),
    ("PARLOR_LIMITS__LOG_KIB_PER_HOUR", "4194303"),
    ("PARLOR_TIMES__PONG_MS", "60000"),
];

/// A house that closes, and whose data go, when this is dropped.
pub struct OwnHouse {
    child: Child,
    base: String,
    _data: TempDir,
}

impl Drop for OwnHouse {
    fn drop(&mut self) {
        // It may have ended by itself: then there is nothing to do. Nothing in it is to be kept.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl OwnHouse {
    /// Opens one on a free port of this machine.
    ///
    /// # Errors
    /// If it does not open.
    pub async fn open() -> Result<Self> {
        let data =
            tempfile::Builder::new().prefix("parlor-load-").tempdir().context("there is no room for its data")?;
        let program = env::current_exe().context("the program does not know where it is")?;
        let mut command = Command::new(program);
        command.args(["serve", "--no-nearby", "--listen", "127.0.0.1:0", "--data-dir"]).arg(data.path());
        // Settings of another house are none of this one.
        command.current_dir(data.path());
        for (name, _) in env::vars_os() {
            if name.to_str().is_some_and(|name| name.starts_with("PARLOR_")) {
                command.env_remove(name);
            }
        }
        command.env("PARLOR_LOG", "error").envs(UNLIMITED);
        let child = command.stdout(Stdio::piped()).spawn().context("cannot start a house")?;
        let mut house = Self { child, base: String::new(), _data: data };
        let Some(said) = house.child.stdout.take() else { bail!("the house says nothing") };
        let first_line = spawn_blocking(move || {
            let mut line = String::new();
            BufReader::new(said).read_line(&mut line).map(|_| line)
        });
        let line = timeout(OPENS_WITHIN, first_line).await.context("the house did not open in time")??;
        let line = line.context("the house says nothing")?;
        house.base = line.trim().strip_prefix("Parlor is open: ").context("the house did not open")?.to_owned();
        Ok(house)
    }

    /// Where it is.
    pub fn base(&self) -> &str {
        &self.base
    }

    /// Its process.
    pub fn process(&self) -> Process {
        Process(self.child.id())
    }
}
