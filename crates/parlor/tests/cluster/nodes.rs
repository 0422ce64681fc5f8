//! Nodes of one house: real processes over a PostgreSQL and a Redis server of their own.

use crate::{
    binary::{ANYWHERE, House, serving},
    proxy::Proxy,
    trial::{Doors, LIVELY, PATIENCE, Premises, complaints_in},
};
use parlor_gauge::UNLIMITED;
use parlor_testdb::Redis;
use sqlx::{ConnectOptions, PgConnection, Row, postgres::PgConnectOptions};
use std::{ffi::OsString, fs, str::FromStr, time::Duration};
use tempfile::TempDir;
use tokio::time::{Instant, sleep};

/// A node that runs, and its number in the database.
pub struct Node {
    pub house: House,
    pub id: i64,
    /// Its lines to PostgreSQL and Redis.
    lines: [Proxy; 2],
}

/// Several nodes.
pub struct Nodes {
    pub url: String,
    pub redis: Redis,
    pub doors: Doors,
    pub nodes: Vec<Node>,
    dir: TempDir,
    started: u32,
}

impl Nodes {
    pub async fn start(count: usize) -> Self {
        let mut nodes = Self {
            url: parlor_testdb::database(),
            redis: Redis::start(),
            doors: Doors::default(),
            nodes: Vec::new(),
            dir: tempfile::tempdir().unwrap(),
            started: 0,
        };
        for _ in 0..count {
            nodes.add().await;
        }
        nodes
    }

    pub async fn db(&self) -> PgConnection {
        PgConnectOptions::from_str(&self.url).unwrap().connect().await.unwrap()
    }

    /// Starts one more.
    pub async fn add(&mut self) {
        self.started += 1;
        let ((store, to_store), (hub, to_hub)) = (line(&self.url).await, line(&self.redis.url()).await);
        let mut command = serving(self.dir.path(), ANYWHERE, &UNLIMITED);
        command.envs(LIVELY).env("PARLOR_STORE", store).env("PARLOR_HUB", hub).env("PARLOR_METRICS_FROM", "127.0.0.1");
        let log = fs::File::create(self.dir.path().join(format!("node{}.log", self.started))).unwrap();
        let house = House::launch({
            command.stderr(log);
            command
        })
        .0;
        // It says under which number it lives within a beat.
        let known: Vec<i64> = self.nodes.iter().map(|node| node.id).collect();
        let mut db = self.db().await;
        let id = loop {
            let living = "SELECT id FROM nodes WHERE alive_until > now()";
            let rows = sqlx::query(living).fetch_all(&mut db).await.unwrap();
            let new = rows.iter().map(|row| row.get::<i64, _>(0)).find(|id| !known.contains(id));
            match new {
                Some(id) => break id,
                None => sleep(Duration::from_millis(20)).await,
            }
        };
        self.doors.open(&house.base);
        self.nodes.push(Node { house, id, lines: [to_store, to_hub] });
    }

    /// The node that owns most tables.
    pub async fn busiest(&self) -> usize {
        let mut most = (0, 0);
        for (place, node) in self.nodes.iter().enumerate() {
            most = most.max((self.owned_by(node.id).await, place));
        }
        most.1
    }

    /// How many tables a node owns.
    pub async fn owned_by(&self, id: i64) -> i64 {
        let owned = "SELECT count(*) FROM tables WHERE owner = $1";
        sqlx::query(owned).bind(id).fetch_one(&mut self.db().await).await.unwrap().get(0)
    }

    /// Waits until a node owns nothing any more; how long that took since `since`.
    pub async fn until_taken(&self, id: i64, since: Instant) -> Duration {
        while self.owned_by(id).await > 0 {
            assert!(since.elapsed() < PATIENCE, "another node takes over");
            sleep(Duration::from_millis(20)).await;
        }
        since.elapsed()
    }

    /// SIGKILL.
    pub fn kill(&mut self, place: usize) -> i64 {
        let Node { house, id, .. } = self.nodes.remove(place);
        self.doors.close(&house.base);
        house.kill();
        id
    }

    /// SIGTERM, and waits until it has ended.
    pub async fn drain(&mut self, place: usize) -> i64 {
        let Node { mut house, id, lines: _lines } = self.nodes.remove(place);
        self.doors.close(&house.base);
        house.signal("-TERM");
        while house.process.try_wait().unwrap().is_none() {
            sleep(Duration::from_millis(20)).await;
        }
        id
    }

    pub fn pause(&self, place: usize) {
        self.nodes[place].house.signal("-STOP");
    }

    pub fn go_on(&self, place: usize) {
        self.nodes[place].house.signal("-CONT");
    }

    /// Nothing gets through to PostgreSQL and Redis any more, and nothing says so.
    pub fn cut_off(&self, place: usize) {
        let Node { house, lines, .. } = &self.nodes[place];
        self.doors.close(&house.base);
        lines.iter().for_each(Proxy::fall_silent);
    }

    /// The network is there again. What was connected before is not: its other end has given up.
    pub async fn reunite(&self, place: usize) {
        let Node { house, lines, .. } = &self.nodes[place];
        lines.iter().for_each(Proxy::cut);
        sleep(Duration::from_millis(200)).await;
        lines.iter().for_each(Proxy::mend);
        self.doors.open(&house.base);
    }
}

impl Premises for Nodes {
    fn doors(&self) -> Doors {
        self.doors.clone()
    }

    async fn commands(&self) -> Vec<String> {
        let commands = "SELECT command FROM entries WHERE command IS NOT NULL";
        sqlx::query_scalar(commands).fetch_all(&mut self.db().await).await.unwrap()
    }

    async fn number(&self, query: &'static str) -> i64 {
        sqlx::query_scalar(query).fetch_one(&mut self.db().await).await.unwrap()
    }

    fn place(&self) -> (&'static str, OsString) {
        ("PARLOR_STORE", self.url.clone().into())
    }

    fn complaints(&self) -> Vec<String> {
        let files = fs::read_dir(self.dir.path()).unwrap().flatten();
        let logs = files.map(|file| fs::read_to_string(file.path()).unwrap_or_default());
        logs.flat_map(|log| complaints_in(&log).collect::<Vec<_>>()).collect()
    }
}

/// A line to the server at `url`, and what the server is called over it.
async fn line(url: &str) -> (String, Proxy) {
    let rest = url.rsplit_once('@').map_or_else(|| url.split_once("://").unwrap().1, |(_, rest)| rest);
    let server = rest.split('/').next().unwrap();
    let line = Proxy::lay_to(server.parse().unwrap()).await;
    (url.replacen(server, &line.address.to_string(), 1), line)
}
