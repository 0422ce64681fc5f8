//! People who only want to play.

use crate::caller::{Caller, Line, command};
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tokio::{task::JoinSet, time::sleep};

/// How long a player thinks.
const THINKS: Duration = Duration::from_millis(200);

/// Two players at a table of Death Roll, match after match.
pub struct Pair {
    lines: [Line; 2],
    table: Value,
    commands: u64,
    turn: usize,
}

/// Pairs of players sit down, each at a table of its own.
pub async fn sit_down(caller: &Caller, pairs: usize) -> Vec<Pair> {
    let mut seated = Vec::new();
    for _ in 0..pairs {
        let (ada, bea) = (caller.guest().await.expect("a guest"), caller.guest().await.expect("a guest"));
        let wish = json!({"game": "death-roll", "options": {"start": 1_000_000}});
        let (_, opened) = caller.post("/api/tables", Some(&ada), &wish).await.expect("a table");
        let table = opened["code"].clone();
        let mut lines = [caller.line("/ws", &ada, None).await.unwrap(), caller.line("/ws", &bea, None).await.unwrap()];
        for line in &mut lines {
            command(line, "watch", &json!({"watch": {"table": table}})).await.unwrap();
        }
        let (sat, heard) = command(&mut lines[1], "sit", &json!({"sit": {"table": table}})).await.unwrap();
        assert!(sat, "{heard}");
        seated.push(Pair { lines, table, commands: 0, turn: 0 });
    }
    seated
}

/// They play until then. How long each turn took to be answered.
pub async fn play(pairs: Vec<Pair>, until: Instant) -> (Vec<Pair>, Vec<Duration>) {
    let mut playing = JoinSet::new();
    for mut pair in pairs {
        playing.spawn(async move {
            let mut times = Vec::new();
            while Instant::now() < until {
                sleep(THINKS).await;
                times.extend(pair.take_turn().await);
            }
            (pair, times)
        });
    }
    let (mut pairs, mut times) = (Vec::new(), Vec::new());
    for (pair, its_times) in playing.join_all().await {
        pairs.push(pair);
        times.extend(its_times);
    }
    (pairs, times)
}

impl Pair {
    async fn say(&mut self, who: usize, what: &Value) -> (bool, String) {
        self.commands += 1;
        let id = format!("c{}", self.commands);
        command(&mut self.lines[who], &id, what).await.expect("the house answers")
    }

    /// Rolls, or wants another match. How long the roll took to be answered, if it was one.
    async fn take_turn(&mut self) -> Option<Duration> {
        let started = Instant::now();
        let roll = json!({"act": {"table": self.table, "action": "roll"}});
        let (rolled, heard) = self.say(self.turn, &roll).await;
        let took = started.elapsed();
        self.turn = 1 - self.turn;
        let is_over =
            heard.contains("\"ended\":{") || heard.contains("game_already_over") || heard.contains("no_match");
        if is_over {
            let ready = json!({"ready": {"table": self.table, "ready": true}});
            self.say(0, &ready).await;
            self.say(1, &ready).await;
            self.turn = 0;
        }
        rolled.then_some(took)
    }
}
