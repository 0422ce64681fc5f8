//! Bots play every game, for gold too, while something goes wrong; then it is counted whether all that was acknowledged is
//! there, once.

use crate::{
    binary::parlor,
    player::{self, Player},
};
use parlor_client::native::Visitor;
use parlor_kernel::{Registry, SeatSet};
use parlor_wire::{
    BetWish, CommandId, HolderWish, UserId,
    http::{OpenTable, Welcome},
};
use serde_json::{Value, json};
use std::{
    collections::{BTreeMap, BTreeSet},
    ffi::OsString,
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
pub const PATIENCE: Duration = Duration::from_secs(120);

/// The settings of houses in which bots play for gold, and as fast as they can.
pub const LIVELY: [(&str, &str); 5] = [
    ("PARLOR_LOG", "info,sqlx=warn"),
    ("PARLOR_LIMITS__COSTLY_PER_MINUTE", "10000"),
    ("PARLOR_LIMITS__BETS_PER_MINUTE", "10000"),
    ("PARLOR_TIMES__DISPUTE_MS", "500"),
    ("PARLOR_TIMES__RETURN_MS", "500"),
];

/// Where players go when they come back: to any node that is thought to be there, as behind a load balancer.
#[derive(Clone, Default)]
pub struct Doors(Arc<Mutex<Vec<String>>>);

impl Doors {
    /// One of them.
    pub fn any(&self, number: u64) -> String {
        let doors = self.0.lock().unwrap();
        doors[number as usize % doors.len()].clone()
    }

    pub fn close(&self, base: &str) {
        self.0.lock().unwrap().retain(|door| door != base);
    }

    pub fn open(&self, base: &str) {
        self.0.lock().unwrap().push(base.to_owned());
    }
}

/// A house to which something can happen, on one node or several.
pub trait Premises {
    fn doors(&self) -> Doors;

    /// The command behind each line of each log that has one.
    async fn commands(&self) -> Vec<String>;

    /// The number that a query asks for.
    async fn number(&self, query: &'static str) -> i64;

    /// The setting that names its database, for `parlor`.
    fn place(&self) -> (&'static str, OsString);

    /// What it has logged that should not be there.
    fn complaints(&self) -> Vec<String>;
}

/// The lines of a log that tell of something which should not have happened.
pub fn complaints_in(log: &str) -> impl Iterator<Item = String> {
    log.lines().filter(|line| line.contains("panicked") || line.contains("void")).map(str::to_owned)
}

/// What all players share.
pub struct Run {
    pub registry: Registry,
    pub doors: Doors,
    /// The commands that were answered as done, as the log names them, and at which table.
    acknowledged: Mutex<Vec<(usize, String)>>,
    pub refused: AtomicU64,
    pub drops: AtomicU64,
    /// No more matches begin.
    pub over: AtomicBool,
    /// Matches that take long are given up.
    pub hurry: AtomicBool,
    /// Players say what they wait for.
    pub stuck: AtomicBool,
    notes: Mutex<BTreeSet<String>>,
}

impl Run {
    fn new(doors: Doors) -> Self {
        Self {
            registry: parlor_catalog::registry(),
            doors,
            acknowledged: Mutex::default(),
            refused: AtomicU64::new(0),
            drops: AtomicU64::new(0),
            over: AtomicBool::new(false),
            hurry: AtomicBool::new(false),
            stuck: AtomicBool::new(false),
            notes: Mutex::default(),
        }
    }

    pub fn acknowledged(&self, place: usize, user: &UserId, id: &CommandId) {
        self.acknowledged.lock().unwrap().push((place, format!("{user}:{}", id.as_str())));
    }

    pub fn note(&self, note: String) {
        self.notes.lock().unwrap().insert(note);
    }

    pub fn count(&self) -> usize {
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

/// Opens the tables at all doors, with players who come in by all doors.
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

/// A house in which bots play.
pub struct Trial<P> {
    pub house: P,
    pub run: Arc<Run>,
    pub tables: usize,
    /// How many actions are acknowledged with each fault.
    target: usize,
    playing: JoinSet<()>,
}

impl<P: Premises> Trial<P> {
    /// Lets bots play, so many rounds of tables.
    pub async fn begin(house: P, target: usize, rounds: usize) -> Self {
        let run = Arc::new(Run::new(house.doors()));
        let playing = set_up(&run, rounds).await;
        Self { house, run, tables: rounds * wishes().len(), target, playing }
    }

    /// Every table goes on, and so many actions are acknowledged from here on.
    pub async fn goes_on(&self, wanted: usize, fault: &str) {
        let (from, started) = (self.run.count(), Instant::now());
        loop {
            let (count, tables) = {
                let acknowledged = self.run.acknowledged.lock().unwrap();
                let since = &acknowledged[from..];
                (since.len(), since.iter().map(|(place, _)| *place).collect::<BTreeSet<_>>())
            };
            if count >= wanted && tables.len() == self.tables {
                return;
            }
            let patience = PATIENCE * (1 + wanted as u32 / 1000);
            if started.elapsed() > patience {
                self.run.stuck.store(true, Ordering::Relaxed);
                // Players look around at least this often.
                sleep(3 * player::SILENCE).await;
                let notes = self.run.notes.lock().unwrap().clone();
                panic!("{fault}: {count} actions at tables {tables:?} of {}; {notes:#?}", self.tables);
            }
            sleep(Duration::from_millis(20)).await;
        }
    }

    /// How many lines of the logs there are for each command.
    async fn lines(&self) -> BTreeMap<String, usize> {
        let mut lines = BTreeMap::new();
        for command in self.house.commands().await {
            *lines.entry(command).or_default() += 1;
        }
        lines
    }

    /// How many of the commands acknowledged since then are not in the logs, and how many lines there are too many.
    async fn lost_and_doubled(&self, from: usize) -> (usize, usize) {
        let acknowledged = self.run.acknowledged.lock().unwrap()[from..].to_vec();
        let lines = self.lines().await;
        acknowledged.iter().fold((0, 0), |(lost, doubled), (_, command)| match lines.get(command) {
            None => (lost + 1, doubled),
            Some(lines) => (lost, doubled + lines - 1),
        })
    }

    /// Lets something go wrong, sees that everything goes on, and counts.
    pub async fn endures(&mut self, fault: &'static str, wrong: impl AsyncFnOnce(&mut Self) -> Option<Duration>) {
        let from = self.run.count();
        let (drops, refused) = (self.run.drops.load(Ordering::Relaxed), self.run.refused.load(Ordering::Relaxed));
        let waited = wrong(self).await;
        self.goes_on(self.target, fault).await;
        let count = self.run.count() - from;
        let (lost, doubled) = self.lost_and_doubled(from).await;
        let since = |counter: &AtomicU64, before| counter.load(Ordering::Relaxed) - before;
        let (drops, refused) = (since(&self.run.drops, drops), since(&self.run.refused, refused));
        let waited = waited.map_or("–".to_owned(), |waited| format!("{:.1} s", waited.as_secs_f64()));
        println!("| {fault} | {count} | {lost} | {doubled} | {drops} | {refused} | {waited} |");
    }

    /// Every match comes to its end, and all of it holds. Matches that take longer than `patience` are given up.
    pub async fn finish(mut self, patience: Duration) {
        self.run.over.store(true, Ordering::Relaxed);
        let started = Instant::now();
        while !self.playing.is_empty() {
            tokio::select! {
                ended = self.playing.join_next() => {
                    if let Some(ended) = ended {
                        ended.expect("a player plays to the end");
                    }
                }
                () = sleep(Duration::from_secs(1)) => {}
            }
            if started.elapsed() > patience {
                self.run.hurry.store(true, Ordering::Relaxed);
            }
            let notes = || self.run.notes.lock().unwrap().clone();
            assert!(
                started.elapsed() < PATIENCE * 2,
                "{} players have not finished; {:?}",
                self.playing.len(),
                notes()
            );
        }
        assert_eq!(self.lost_and_doubled(0).await.0, 0, "no acknowledged action is lost");
        let doubled: Vec<_> = self.lines().await.into_iter().filter(|(_, lines)| *lines > 1).collect();
        assert_eq!(doubled, [], "nothing is done twice");
        let unfinished = self.house.number("SELECT count(*) FROM matches WHERE footer IS NULL").await;
        assert_eq!(unfinished, 0, "every match has come to its end");
        let escrows = "SELECT cast(coalesce(sum(balance), 0) AS bigint) FROM ledger_accounts WHERE kind = 'escrow'";
        assert_eq!(self.house.number(escrows).await, 0, "every bet is paid or refunded");
        let (setting, place) = self.house.place();
        let checked = parlor().arg("check").env(setting, place).output().unwrap();
        let said = String::from_utf8_lossy(&checked.stdout).into_owned();
        assert!(checked.status.success(), "{said}{}", String::from_utf8_lossy(&checked.stderr));
        assert_eq!(self.house.complaints(), Vec::<String>::new());
        println!("\n{} actions acknowledged in all. {said}", self.run.count());
    }
}
