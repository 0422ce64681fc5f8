//! One house on three nodes, in which things go wrong while bots play every game, for gold too. Whatever goes wrong, no
//! acknowledged action is lost or done twice, every match comes to its end, replays as it was played, and the books balance.
//!
//! `make faults` does the same at length.

#[path = "../binary/mod.rs"]
mod binary;
mod doors;
mod nodes;
mod people;
mod player;
#[path = "../proxy/mod.rs"]
mod proxy;
mod tls;

use binary::parlor;
use nodes::{Doors, Nodes};
use parlor_client::native::Visitor;
use parlor_kernel::{Registry, SeatSet};
use parlor_wire::{
    BetWish, CommandId, HolderWish, UserId,
    http::{OpenTable, Welcome},
};
use player::Player;
use serde_json::{Value, json};
use sqlx::Row;
use std::{
    collections::BTreeSet,
    env,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Duration,
};
use tokio::{
    task::JoinSet,
    time::{Instant, sleep},
};

/// Nothing here takes this long unless it hangs.
const PATIENCE: Duration = Duration::from_secs(120);

/// Held by each test: some of them restart what all of them use.
static ALONE: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());

/// What all players share.
pub struct Run {
    registry: Registry,
    doors: Doors,
    /// The commands that were answered as done, as the log names them, and at which table.
    acknowledged: Mutex<Vec<(usize, String)>>,
    refused: AtomicU64,
    drops: AtomicU64,
    /// No more matches begin.
    over: AtomicBool,
    /// Matches that take long are given up.
    hurry: AtomicBool,
    /// Players say what they wait for.
    stuck: AtomicBool,
    notes: Mutex<BTreeSet<String>>,
}

impl Run {
    fn acknowledged(&self, place: usize, user: &UserId, id: &CommandId) {
        self.acknowledged.lock().unwrap().push((place, format!("{user}:{}", id.as_str())));
    }

    fn note(&self, note: String) {
        self.notes.lock().unwrap().insert(note);
    }

    fn count(&self) -> usize {
        self.acknowledged.lock().unwrap().len()
    }
}

/// The tables: every game, and one for gold.
fn wishes() -> Vec<OpenTable> {
    let plain = |game: &str, options: Value| OpenTable { game: game.into(), options, ..OpenTable::default() };
    vec![
        plain("battleship", Value::Null),
        plain("death-roll", Value::Null),
        plain("words", Value::Null),
        plain("mahjong", Value::Null),
        plain("codenames", Value::Null),
        plain("pong", json!({"points_to_win": 1})),
        plain("tetris", Value::Null),
        OpenTable { bet: Some(BetWish { amount: 1, holder: HolderWish::House }), ..plain("death-roll", Value::Null) },
    ]
}

async fn register(base: &str, name: &str) -> Visitor {
    let body = json!({"name": name, "password": "correct horse battery"});
    let made = reqwest::Client::new().post(format!("{base}/api/register")).json(&body).send().await;
    let welcome: Welcome = made.unwrap().error_for_status().unwrap().json().await.unwrap();
    Visitor::with_token(base, &welcome.token).await.unwrap()
}

/// Opens the tables on all nodes, with players who are connected to all nodes.
async fn set_up(run: &Arc<Run>, rounds: usize) -> JoinSet<()> {
    let mut playing = JoinSet::new();
    let mut number = 0;
    for (place, wish) in (0..rounds).flat_map(|_| wishes()).enumerate() {
        let game = run.registry.game(&wish.game).unwrap();
        let (_, seats) = game.configure(None, &wish.options, SeatSet::EMPTY).unwrap();
        let mut table = None;
        for seat in 0..seats {
            number += 1;
            let base = run.doors.any(number);
            let visitor = match wish.bet {
                Some(_) => register(&base, &format!("Gambler {place} {seat}")).await,
                None => Visitor::enter_nameless(&base).await.unwrap(),
            };
            let code = match table {
                Some(code) => code,
                None => *table.insert(visitor.open_table(&wish).await.unwrap().code),
            };
            playing.spawn(Player::sit(&visitor, run, place, code, number).await.play(Arc::clone(run)));
        }
    }
    playing
}

struct Trial {
    nodes: Nodes,
    run: Arc<Run>,
    tables: usize,
    target: usize,
}

impl Trial {
    /// Every table goes on, and so many actions are acknowledged from here on.
    async fn goes_on(&self, from: usize, fault: &str) {
        let started = Instant::now();
        loop {
            let (count, tables) = {
                let acknowledged = self.run.acknowledged.lock().unwrap();
                let since = &acknowledged[from..];
                (since.len(), since.iter().map(|(place, _)| *place).collect::<BTreeSet<_>>())
            };
            if count >= self.target && tables.len() == self.tables {
                return;
            }
            let patience = PATIENCE * (1 + self.target as u32 / 1000);
            if started.elapsed() > patience {
                self.run.stuck.store(true, Ordering::Relaxed);
                // Players look around at least this often.
                sleep(3 * player::SILENCE).await;
                let notes = self.run.notes.lock().unwrap().clone();
                panic!("{fault}: {count} actions at tables {tables:?} of {}; {notes:#?}", self.tables);
            }
            sleep(Duration::from_millis(50)).await;
        }
    }

    /// Lets something go wrong, sees that everything goes on, and counts.
    async fn endures(&mut self, fault: &'static str, wrong: impl AsyncFnOnce(&mut Nodes) -> Option<Duration>) {
        let from = self.run.count();
        let (drops, refused) = (self.run.drops.load(Ordering::Relaxed), self.run.refused.load(Ordering::Relaxed));
        let taken = wrong(&mut self.nodes).await;
        self.goes_on(self.run.count(), fault).await;
        let acknowledged: Vec<_> =
            self.run.acknowledged.lock().unwrap()[from..].iter().map(|(_, command)| command.clone()).collect();
        let found = "SELECT count(*), count(DISTINCT command) FROM entries WHERE command = ANY($1)";
        let row = sqlx::query(found).bind(&acknowledged).fetch_one(&mut self.nodes.db().await).await.unwrap();
        let (lines, distinct): (i64, i64) = (row.get(0), row.get(1));
        let (count, since) =
            (acknowledged.len(), |counter: &AtomicU64, before| counter.load(Ordering::Relaxed) - before);
        let (lost, doubled) = (count as i64 - distinct, lines - distinct);
        let (drops, refused) = (since(&self.run.drops, drops), since(&self.run.refused, refused));
        let taken = taken.map_or("–".to_owned(), |taken| format!("{:.1} s", taken.as_secs_f64()));
        println!("| {fault} | {count} | {lost} | {doubled} | {drops} | {refused} | {taken} |");
    }
}

async fn endure_all(target: usize, rounds: usize) {
    let _alone = ALONE.lock().await;
    let nodes = Nodes::start(3).await;
    let run = Arc::new(Run {
        registry: parlor_catalog::registry(),
        doors: nodes.doors.clone(),
        acknowledged: Mutex::default(),
        refused: AtomicU64::new(0),
        drops: AtomicU64::new(0),
        over: AtomicBool::new(false),
        hurry: AtomicBool::new(false),
        stuck: AtomicBool::new(false),
        notes: Mutex::default(),
    });
    let mut playing = set_up(&run, rounds).await;
    let tables = rounds * wishes().len();
    let mut trial = Trial { nodes, run, tables, target };
    println!("\n| fault | acknowledged | lost | doubled | connections dropped | refused | taken over after |");
    println!("|---|---|---|---|---|---|---|");
    trial.endures("none", async |_| None).await;
    trial
        .endures("kill -9", async |nodes| {
            let (place, started) = (nodes.busiest().await, Instant::now());
            let id = nodes.kill(place);
            let taken = nodes.until_taken(id, started).await;
            nodes.add().await;
            Some(taken)
        })
        .await;
    trial
        .endures("stopped past its lease", async |nodes| {
            let (place, started) = (nodes.busiest().await, Instant::now());
            nodes.pause(place);
            let taken = nodes.until_taken(nodes.nodes[place].id, started).await;
            // It wakes, and believes for a moment that the tables are its own.
            nodes.go_on(place);
            Some(taken)
        })
        .await;
    trial
        .endures("cut off from its servers", async |nodes| {
            let (place, started) = (nodes.busiest().await, Instant::now());
            nodes.cut_off(place);
            let taken = nodes.until_taken(nodes.nodes[place].id, started).await;
            nodes.reunite(place).await;
            Some(taken)
        })
        .await;
    trial
        .endures("Redis restarted", async |nodes| {
            nodes.redis.restart();
            None
        })
        .await;
    trial
        .endures("Redis flushed", async |nodes| {
            nodes.redis.flush();
            None
        })
        .await;
    trial
        .endures("PostgreSQL restarted", async |_| {
            parlor_testdb::restart();
            None
        })
        .await;
    trial
        .endures("rolling restart", async |nodes| {
            let mut longest = Duration::ZERO;
            for _ in 0..3 {
                nodes.add().await;
                let started = Instant::now();
                let id = nodes.drain(0).await;
                longest = longest.max(nodes.until_taken(id, started).await);
            }
            Some(longest)
        })
        .await;
    trial.run.over.store(true, Ordering::Relaxed);
    finish(&trial, &mut playing).await;
}

/// Every match comes to its end, and all of it holds.
async fn finish(trial: &Trial, playing: &mut JoinSet<()>) {
    let started = Instant::now();
    while !playing.is_empty() {
        tokio::select! {
            ended = playing.join_next() => {
                if let Some(ended) = ended {
                    ended.expect("a player plays to the end");
                }
            }
            () = sleep(Duration::from_secs(1)) => {}
        }
        if started.elapsed() > PATIENCE / 4 {
            trial.run.hurry.store(true, Ordering::Relaxed);
        }
        let notes = || trial.run.notes.lock().unwrap().clone();
        assert!(started.elapsed() < PATIENCE * 2, "{} players have not finished; {:?}", playing.len(), notes());
    }
    let mut db = trial.nodes.db().await;
    let acknowledged: Vec<_> =
        trial.run.acknowledged.lock().unwrap().iter().map(|(_, command)| command.clone()).collect();
    let found = "SELECT count(DISTINCT command) FROM entries WHERE command = ANY($1)";
    let found: i64 = sqlx::query(found).bind(&acknowledged).fetch_one(&mut db).await.unwrap().get(0);
    assert_eq!(found, acknowledged.len() as i64, "no acknowledged action is lost");
    let doubled = "SELECT count(*) FROM (SELECT command FROM entries WHERE command IS NOT NULL
        GROUP BY command HAVING count(*) > 1) AS doubled";
    let doubled: i64 = sqlx::query(doubled).fetch_one(&mut db).await.unwrap().get(0);
    assert_eq!(doubled, 0, "nothing is done twice");
    let playing = "SELECT count(*) FROM matches WHERE footer IS NULL";
    let unfinished: i64 = sqlx::query(playing).fetch_one(&mut db).await.unwrap().get(0);
    assert_eq!(unfinished, 0, "every match has come to its end");
    let escrows = "SELECT coalesce(sum(balance), 0)::bigint FROM ledger_accounts WHERE kind = 'escrow'";
    let in_escrow: i64 = sqlx::query(escrows).fetch_one(&mut db).await.unwrap().get(0);
    assert_eq!(in_escrow, 0, "every bet is paid or refunded");
    let checked = parlor().arg("check").env("PARLOR_STORE", &trial.nodes.url).output().unwrap();
    let said = String::from_utf8_lossy(&checked.stdout).into_owned();
    assert!(checked.status.success(), "{said}{}", String::from_utf8_lossy(&checked.stderr));
    assert_eq!(trial.nodes.complaints(), Vec::<String>::new());
    println!("\n{} actions acknowledged in all. {said}", acknowledged.len());
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_goes_wrong_nothing_acknowledged_is_lost_or_done_twice() {
    endure_all(200, 1).await;
}

/// Ten thousand acknowledged actions with each fault, or as many as `FAULT_ACTIONS` says.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes long: make faults"]
async fn whatever_goes_wrong_at_length() {
    let actions = env::var("FAULT_ACTIONS").ok().and_then(|text| text.parse().ok()).unwrap_or(10_000);
    endure_all(actions, 4).await;
}
