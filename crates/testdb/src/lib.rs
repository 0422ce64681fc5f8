//! Databases for tests: a private PostgreSQL server for each test binary, and a new database for each test; and Redis
//! servers.
//!
//! The PostgreSQL server starts when the first test asks for a database, and ends with the process, however that ends: a shell
//! beside it waits for the end of a pipe that only this process holds. Nothing is kept: it does not even wait for the disk.

mod redis;

pub use redis::Redis;

use std::{
    fs,
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    sync::{
        Mutex, OnceLock,
        atomic::{AtomicU32, Ordering},
    },
};

/// Starts the server that `$1` (programs) and `$2` (folder) name, prints its port, and stops it when standard
/// input ends.
const SERVER: &str = include_str!("server.sh");

/// Where Debian keeps the programs of each version.
const VERSIONS: &str = "/usr/lib/postgresql";

static SERVING: OnceLock<Server> = OnceLock::new();
static DATABASES: AtomicU32 = AtomicU32::new(0);

struct Server {
    programs: PathBuf,
    port: u16,
    /// Its standard input is open as long as this process lives.
    shell: Mutex<Shell>,
}

/// A shell that runs a server, and says its port each time that it has started.
struct Shell {
    _process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Shell {
    fn start(script: &str, arguments: &[&Path]) -> Self {
        let mut process = Command::new("sh")
            .args(["-c", script, "sh"])
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a shell");
        let (input, output) = (process.stdin.take().expect("a pipe"), process.stdout.take().expect("a pipe"));
        Self { _process: process, input, output: BufReader::new(output) }
    }

    fn port(&mut self) -> u16 {
        let mut said = String::new();
        self.output.read_line(&mut said).expect("a line");
        said.trim().parse().unwrap_or_else(|_| panic!("the server did not start; see what it says above"))
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("the shell listens");
    }
}

/// The URL of a new, empty database.
///
/// # Panics
/// If PostgreSQL is not installed or does not start: a test that needs it cannot be left out.
pub fn database() -> String {
    let Server { programs, port, .. } = SERVING.get_or_init(start);
    let name = format!("test{}", DATABASES.fetch_add(1, Ordering::Relaxed));
    let created = Command::new(programs.join("createdb"))
        .args(["--host", "127.0.0.1", "--port", &port.to_string(), "--username", "postgres", &name])
        .output()
        .expect("createdb starts");
    assert!(created.status.success(), "no database: {}", String::from_utf8_lossy(&created.stderr));
    format!("postgres://postgres:secret@127.0.0.1:{port}/{name}")
}

/// Lets the server crash and starts it again.
///
/// # Panics
/// If it does not start.
pub fn restart() {
    let mut shell = SERVING.get_or_init(start).shell.lock().expect("no restart has failed");
    shell.say("restart");
    shell.port();
}

fn start() -> Server {
    let programs = programs().expect("PostgreSQL is missing: `scripts/setup.sh test` installs it");
    let folder = tempfile::Builder::new().prefix("parlor-postgres-").tempdir().expect("a folder").keep();
    let mut shell = Shell::start(SERVER, &[&programs, &folder]);
    Server { port: shell.port(), programs, shell: shell.into() }
}

/// The programs of the newest version that is installed.
fn programs() -> Option<PathBuf> {
    let version = |folder: &Path| folder.file_name()?.to_str()?.parse::<u32>().ok();
    let versions = fs::read_dir(VERSIONS).into_iter().flatten().flatten().map(|entry| entry.path());
    let newest = versions.filter(|folder| folder.join("bin/initdb").exists()).max_by_key(|folder| version(folder));
    let on_path = || {
        let path = std::env::var_os("PATH")?;
        std::env::split_paths(&path).find(|folder| folder.join("initdb").exists())
    };
    newest.map(|folder| folder.join("bin")).or_else(on_path)
}
