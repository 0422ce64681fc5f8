//! A house and people at terminals, all in processes of their own.

use crate::binary::{self, ANYWHERE, parlor, serving};
use std::{
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Child, ChildStdin, Command, Stdio},
    sync::mpsc::{Receiver, channel},
    thread,
    time::Duration,
};
use tempfile::TempDir;

const PATIENCE: Duration = Duration::from_secs(30);

/// A house that falls and rises at the same address.
pub struct House {
    house: binary::House,
    files: TempDir,
    pub base: String,
}

impl House {
    pub fn open() -> Self {
        let files = tempfile::tempdir().unwrap();
        let house = start(files.path(), ANYWHERE);
        Self { base: house.base.clone(), house, files }
    }

    /// SIGKILL: no goodbye, no flush.
    pub fn fall(&mut self) {
        self.house.fall();
    }

    /// Opens again at the same address.
    pub fn rise(&mut self) {
        self.house = start(self.files.path(), &self.house.address.to_string());
    }

    /// What a fallen house remembers.
    pub fn database(&self) -> PathBuf {
        self.files.path().join("parlor.db")
    }
}

fn start(data: &Path, address: &str) -> binary::House {
    let settings = [
        ("PARLOR_LIMITS__COMMANDS_PER_SECOND", "10000"),
        ("PARLOR_TIMES__DECLINED_MS", "0"),
        ("PARLOR_TIMES__BOT_THINK_MIN_MS", "1"),
        ("PARLOR_TIMES__BOT_THINK_MAX_MS", "2"),
    ];
    binary::House::launch(serving(data, address, &settings)).0
}

/// A player at a terminal, through pipes; gone when dropped.
pub struct Terminal {
    process: Child,
    input: Option<ChildStdin>,
    output: Receiver<Vec<u8>>,
    /// All that has been read so far.
    pub read: String,
}

impl Terminal {
    /// `parlor play` with these arguments.
    pub fn open(args: &[&str]) -> Self {
        Self::with(args, None)
    }

    /// The same with a token.
    pub fn with(args: &[&str], token: Option<&str>) -> Self {
        let mut command = parlor();
        command.arg("play").args(args).envs(token.map(|token| ("PARLOR_TOKEN", token)));
        Self::run(command)
    }

    /// The same in a terminal that is one: what is typed arrives key by key.
    pub fn with_keys(args: &[&str]) -> Self {
        let line = format!("{} play {}", env!("CARGO_BIN_EXE_parlor"), args.join(" "));
        let mut command = Command::new("script");
        command.args(["--quiet", "--return", "--flush", "--command", &line, "/dev/null"]).env("TERM", "xterm");
        command.env_remove("PARLOR_TOKEN");
        Self::run(command)
    }

    fn run(mut command: Command) -> Self {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut process = command.spawn().unwrap();
        let mut lines = BufReader::new(process.stdout.take().unwrap());
        let (sender, output) = channel();
        thread::spawn(move || {
            let mut line = Vec::new();
            while lines.read_until(b'\n', &mut line).is_ok_and(|read| read > 0) {
                if sender.send(std::mem::take(&mut line)).is_err() {
                    break;
                }
            }
        });
        let input = process.stdin.take();
        Self { process, input, output, read: String::new() }
    }

    pub fn types(&mut self, line: &str) {
        writeln!(self.input.as_mut().expect("open"), "{line}").unwrap();
    }

    /// Strikes keys, without Enter after them.
    pub fn strikes(&mut self, keys: &str) {
        let input = self.input.as_mut().expect("open");
        input.write_all(keys.as_bytes()).and_then(|()| input.flush()).unwrap();
    }

    /// Reads on until a line contains one of these, and gives back that line.
    #[track_caller]
    pub fn reads_any(&mut self, wanted: &[&str]) -> String {
        loop {
            let Ok(bytes) = self.output.recv_timeout(PATIENCE) else {
                panic!("heard none of {wanted:?}, only:\n{}", self.read);
            };
            let line = String::from_utf8(bytes).expect("text");
            self.read.push_str(&line);
            if wanted.iter().any(|wanted| line.contains(wanted)) {
                return line.trim_end().to_owned();
            }
        }
    }

    /// Reads on until a line contains that, and gives back the line.
    #[track_caller]
    pub fn reads(&mut self, wanted: &str) -> String {
        self.reads_any(&[wanted])
    }

    /// Types something and reads what it leads to.
    #[track_caller]
    pub fn asks(&mut self, line: &str, answer: &str) -> String {
        self.types(line);
        self.reads(answer)
    }

    /// The input ends; gives back all that was printed, what was complained about, and how it ended.
    pub fn leaves(mut self) -> (String, String, Option<i32>) {
        drop(self.input.take());
        while let Ok(bytes) = self.output.recv_timeout(PATIENCE) {
            self.read.push_str(std::str::from_utf8(&bytes).expect("text"));
        }
        let status = self.process.wait().unwrap();
        let mut complaints = String::new();
        let mut errors = BufReader::new(self.process.stderr.take().unwrap());
        while errors.read_line(&mut complaints).unwrap() > 0 {}
        (std::mem::take(&mut self.read), complaints, status.code())
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
