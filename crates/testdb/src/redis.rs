//! Private Redis servers.

use crate::Shell;
use std::process::Command;

/// Starts servers, one after the other, as standard input says, and stops the last one when that ends.
const SERVER: &str = include_str!("redis.sh");

/// A Redis server on a port of its own, which ends with this value or with the process. Nothing of it is kept.
pub struct Redis {
    shell: Shell,
    port: u16,
}

impl Redis {
    /// Starts a server.
    ///
    /// # Panics
    /// If Redis is not installed or does not start: a test that needs it cannot be left out.
    pub fn start() -> Self {
        let folder = tempfile::Builder::new().prefix("parlor-redis-").tempdir().expect("a folder").keep();
        let mut shell = Shell::start(SERVER, &[&folder]);
        Self { port: shell.port(), shell }
    }

    /// Its URL.
    pub fn url(&self) -> String {
        format!("redis://127.0.0.1:{}/0", self.port)
    }

    /// Kills the server and starts another in its place, which knows nothing.
    pub fn restart(&mut self) {
        self.stop();
        self.shell.say("start");
        self.shell.port();
    }

    /// Kills the server.
    pub fn stop(&mut self) {
        self.shell.say("stop");
        self.shell.port();
    }

    /// Takes away all that the server knows, and every connection to it.
    pub fn flush(&self) {
        for command in [&["flushall"][..], &["client", "kill", "type", "pubsub"], &["client", "kill", "type", "normal"]]
        {
            self.say(command);
        }
    }

    /// Says something to the server, and gives back what it answers.
    ///
    /// # Panics
    /// If it does not.
    pub fn say(&self, command: &[&str]) -> String {
        let done = Command::new("redis-cli").args(["-p", &self.port.to_string()]).args(command).output();
        let done = done.expect("redis-cli starts");
        assert!(done.status.success(), "{command:?}");
        String::from_utf8_lossy(&done.stdout).trim_end().to_owned()
    }
}
