//! Servers that are opened to be measured, each in a process of its own.

use crate::Process;
use anyhow::{Context, Result, bail};
use std::{
    env,
    ffi::OsStr,
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, Command, Stdio},
    time::Duration,
};
use tempfile::TempDir;
use tokio::{task::spawn_blocking, time::timeout};

/// A server opens within this time.
const OPENS_WITHIN: Duration = Duration::from_secs(60);

/// All players come from one address and do not think: settings of a house whose limits they do not meet.
pub const UNLIMITED: [(&str, &str); 11] = [
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

/// A server that ends, and whose data go, when this is dropped.
pub struct MeasuredServer {
    child: Child,
    base: String,
    _data: TempDir,
}

impl Drop for MeasuredServer {
    fn drop(&mut self) {
        // It may have ended by itself: then there is nothing to do. Nothing in it is to be kept.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl MeasuredServer {
    /// Opens a house on a free port of this machine; `program` is the binary `parlor`, after whatever runs it.
    ///
    /// # Errors
    /// If it does not open.
    pub async fn house(program: &[&OsStr]) -> Result<Self> {
        let args = ["serve", "--no-nearby", "--listen", "127.0.0.1:0", "--data-dir", "."];
        Self::open(program, &args, "Parlor is open: ").await
    }

    /// Starts a program that says in its first line, after `greeting`, where it can be reached.
    ///
    /// # Errors
    /// If it does not.
    pub async fn open(program: &[&OsStr], args: &[&str], greeting: &str) -> Result<Self> {
        let data =
            tempfile::Builder::new().prefix("parlor-gauge-").tempdir().context("there is no room for its data")?;
        let [first, rest @ ..] = program else { bail!("there is no program") };
        let mut command = Command::new(first);
        // Settings of another house are none of this one.
        command.args(rest).args(args).current_dir(data.path());
        for (name, _) in env::vars_os() {
            if name.to_str().is_some_and(|name| name.starts_with("PARLOR_")) {
                command.env_remove(name);
            }
        }
        command.env("PARLOR_LOG", "error").envs(UNLIMITED).stdout(Stdio::piped());
        let shown = Path::new(first).display();
        let child = command.spawn().with_context(|| format!("cannot start {shown}"))?;
        let mut server = Self { child, base: String::new(), _data: data };
        let Some(said) = server.child.stdout.take() else { bail!("{shown} says nothing") };
        let first_line = spawn_blocking(move || {
            let mut line = String::new();
            BufReader::new(said).read_line(&mut line).map(|_| line)
        });
        let line =
            timeout(OPENS_WITHIN, first_line).await.with_context(|| format!("{shown} did not open in time"))??;
        let line = line.with_context(|| format!("{shown} says nothing"))?;
        server.base = line.trim().strip_prefix(greeting).with_context(|| format!("{shown} did not open"))?.to_owned();
        Ok(server)
    }

    /// Where it is, as `http://127.0.0.1:8080`.
    pub fn base(&self) -> &str {
        &self.base
    }

    /// Its process.
    pub fn process(&self) -> Process {
        Process(self.child.id())
    }
}
