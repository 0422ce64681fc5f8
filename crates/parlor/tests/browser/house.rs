//! The real binary, in a process of its own.

use std::{
    env,
    io::{BufRead, BufReader, Read, Write},
    net::{SocketAddr, TcpStream},
    path::Path,
    process::{Child, Command, Stdio},
    time::Duration,
};

/// The binary under test.
pub fn parlor() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_parlor"));
    // It takes every such variable for a setting, and some are meant for these tests.
    for (name, _) in env::vars().filter(|(name, _)| name.starts_with("PARLOR_")) {
        command.env_remove(name);
    }
    command
}

/// A house that is open; killed when dropped, with no goodbye and no flush.
pub struct House {
    process: Child,
    /// Where it listens.
    pub address: SocketAddr,
}

impl House {
    /// Opens a house on any free port, with the settings given as `PARLOR_…` variables.
    pub fn open(data: &Path, settings: &[(&str, &str)]) -> Self {
        let mut process = parlor()
            .args(["serve", "--listen", "127.0.0.1:0", "--data-dir"])
            .arg(data)
            .current_dir(data)
            .env("PARLOR_LOG", "error")
            .envs(settings.iter().copied())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        let mut line = String::new();
        BufReader::new(process.stdout.take().expect("a pipe")).read_line(&mut line).expect("a first line");
        let address = line.trim().strip_prefix("Parlor is open: http://").and_then(|address| address.parse().ok());
        let house = Self { process, address: address.expect("the first line holds the link") };
        let page = get(house.address, "/");
        assert!(page.starts_with("HTTP/1.1 200"), "no web client (build it with `cargo run -p xtask -- web`): {page}");
        house
    }
}

impl Drop for House {
    fn drop(&mut self) {
        // It may have ended by itself: then there is nothing to do.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The answer to a plain request, or nothing if there is none within some seconds.
pub fn get(address: SocketAddr, path: &str) -> String {
    let mut answer = Vec::new();
    let ask = || -> std::io::Result<()> {
        let mut line = TcpStream::connect(address)?;
        line.set_read_timeout(Some(Duration::from_secs(10)))?;
        write!(line, "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")?;
        line.read_to_end(&mut answer).map(drop)
    };
    // What was read before a failure is the answer.
    let _ = { ask }();
    String::from_utf8_lossy(&answer).into_owned()
}
