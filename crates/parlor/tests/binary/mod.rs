//! The real binary, and houses that it opens in processes of their own.
#![allow(dead_code, reason = "each test binary uses a part of this")]

use std::{
    env,
    io::{BufRead, BufReader},
    net::SocketAddr,
    path::Path,
    process::{Child, ChildStdout, Command, Stdio},
};

/// Any free port.
pub const ANYWHERE: &str = "127.0.0.1:0";

/// The binary under test.
pub fn parlor() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_parlor"));
    // It takes every such variable for a setting, and whatever is set where the tests run is none of this house.
    for (name, _) in env::vars_os().filter(|(name, _)| name.to_str().is_some_and(|name| name.starts_with("PARLOR_"))) {
        command.env_remove(name);
    }
    command
}

/// What opens a house, with the settings given as `PARLOR_…` variables.
pub fn serving(data: &Path, address: &str, settings: &[(&str, &str)]) -> Command {
    let mut command = parlor();
    command.args(["serve", "--listen", address, "--data-dir"]).arg(data).current_dir(data);
    command.env("PARLOR_LOG", "error").envs(settings.iter().copied()).stdout(Stdio::piped());
    command
}

/// A house that is open; killed when dropped, with no goodbye and no flush.
pub struct House {
    /// Its process.
    pub process: Child,
    /// Where it listens.
    pub address: SocketAddr,
    /// The same as a link.
    pub base: String,
}

impl House {
    /// Opens a house on any free port.
    pub fn open(data: &Path, settings: &[(&str, &str)]) -> Self {
        Self::launch(serving(data, ANYWHERE, settings)).0
    }

    /// Opens a house; what it says after its first line can be read on.
    pub fn launch(mut command: Command) -> (Self, BufReader<ChildStdout>) {
        let mut process = command.spawn().expect("the binary starts");
        let mut said = BufReader::new(process.stdout.take().expect("a pipe"));
        let mut line = String::new();
        said.read_line(&mut line).expect("a first line");
        let base =
            line.trim().strip_prefix("Parlor is open: ").unwrap_or_else(|| panic!("no link: {line:?}")).to_owned();
        let address = base.split_once("://").and_then(|(_, rest)| rest.split('/').next()?.parse().ok());
        (Self { process, address: address.expect("an address"), base }, said)
    }

    /// Sends it a signal, as `-TERM`.
    pub fn signal(&self, name: &str) {
        let sent = Command::new("kill").args([name, &self.process.id().to_string()]).status().unwrap();
        assert!(sent.success(), "kill {name}");
    }

    /// SIGTERM, and waits until it has ended in good order.
    pub fn stop(&mut self) {
        self.signal("-TERM");
        assert!(self.process.wait().unwrap().success());
    }

    /// SIGKILL: no goodbye, no flush.
    pub fn kill(mut self) {
        self.fall();
    }

    /// The same, for those who still have a word with it.
    pub fn fall(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }
}

impl Drop for House {
    fn drop(&mut self) {
        // It may have ended by itself: then there is nothing to do.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
