//! A house with its SQLite file on a disk that can be filled and freed.

use crate::{
    binary::{ANYWHERE, House, serving},
    disk::SmallDisk,
    trial::{Doors, LIVELY, PATIENCE, Premises, Trial, complaints_in},
};
use parlor_gauge::UNLIMITED;
use serde_json::Value;
use sqlx::{ConnectOptions, SqliteConnection, sqlite::SqliteConnectOptions};
use std::{
    collections::BTreeMap,
    ffi::OsString,
    fs::{self, File},
    io::Write,
    path::PathBuf,
    sync::atomic::Ordering,
    time::Duration,
};
use tempfile::TempDir;
use tokio::time::{Instant, sleep};

/// How large the disk is, in MiB.
const SIZE: u32 = 256;
/// How much is written to it at a time.
const PIECE: usize = 64 * 1024;

/// A house on a disk of its own.
pub struct OnSmallDisk {
    house: House,
    disk: SmallDisk,
    /// Where it logs: its own disk may be full.
    log: TempDir,
    doors: Doors,
}

/// What takes all the space there is on a disk, until it is dropped.
pub struct Filling(PathBuf);

impl Drop for Filling {
    fn drop(&mut self) {
        fs::remove_file(&self.0).unwrap();
    }
}

impl OnSmallDisk {
    /// Opens one; none where no disk can be mounted.
    pub fn open() -> Option<Self> {
        let disk = SmallDisk::mount(SIZE)?;
        let log = tempfile::tempdir().unwrap();
        let mut command = serving(disk.path(), ANYWHERE, &UNLIMITED);
        command.envs(LIVELY).stderr(File::create(log.path().join("house.log")).unwrap());
        let house = House::launch(command).0;
        let doors = Doors::default();
        doors.open(&house.base);
        Some(Self { house, disk, log, doors })
    }

    /// Leaves no space on the disk.
    pub fn fill(&self) -> Filling {
        let path = self.disk.path().join("filling");
        let mut file = File::create(&path).unwrap();
        let mut piece = PIECE;
        // What is too much as a whole may fit in smaller pieces.
        while piece > 0 {
            if file.write_all(&vec![0; piece]).is_err() {
                piece /= 2;
            }
        }
        Filling(path)
    }

    /// What `/readyz` answers.
    pub async fn readiness(&self) -> u16 {
        reqwest::get(format!("{}/readyz", self.house.base)).await.unwrap().status().as_u16()
    }

    async fn db(&self) -> SqliteConnection {
        let file = self.disk.path().join("parlor.db");
        SqliteConnectOptions::new().filename(file).read_only(true).connect().await.unwrap()
    }
}

impl Trial<OnSmallDisk> {
    /// Waits until many actions have been refused, and the house says that it cannot write.
    pub async fn until_refused(&self) {
        let (before, started) = (self.run.refused.load(Ordering::Relaxed), Instant::now());
        let enough = before + 5 * self.tables as u64;
        while self.run.refused.load(Ordering::Relaxed) < enough || self.house.readiness().await != 503 {
            assert!(started.elapsed() < PATIENCE, "the disk is full");
            sleep(Duration::from_millis(50)).await;
        }
    }
}

impl Premises for OnSmallDisk {
    fn doors(&self) -> Doors {
        self.doors.clone()
    }

    /// A line may be in the log of all running matches, under its match, or for a while in both.
    async fn commands(&self) -> Vec<String> {
        let lines = "SELECT match, line FROM live_log UNION ALL SELECT match, lines FROM log_parts";
        let rows: Vec<(i64, String)> = sqlx::query_as(lines).fetch_all(&mut self.db().await).await.unwrap();
        let mut commands = BTreeMap::new();
        for (id, text) in &rows {
            for (line, command) in text.lines().filter_map(|line| line.split_once('\t')) {
                let line: Value = serde_json::from_str(line).unwrap();
                commands.insert((*id, line["seq"].as_u64().unwrap()), command.to_owned());
            }
        }
        commands.into_values().collect()
    }

    async fn number(&self, query: &'static str) -> i64 {
        sqlx::query_scalar(query).fetch_one(&mut self.db().await).await.unwrap()
    }

    fn place(&self) -> (&'static str, OsString) {
        ("PARLOR_DATA_DIR", self.disk.path().into())
    }

    fn complaints(&self) -> Vec<String> {
        complaints_in(&fs::read_to_string(self.log.path().join("house.log")).unwrap()).collect()
    }
}
