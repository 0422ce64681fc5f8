//! What is done to the house.

use crate::caller::{Caller, Line, command};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::{
    fmt,
    future::Future,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};
use tokio::{
    net::TcpStream,
    task::JoinSet,
    time::{sleep, timeout_at},
};
use tokio_tungstenite::tungstenite::{Error, Message, protocol::frame::coding::CloseCode};

/// How many guests the abuser has.
const GUESTS: usize = 12;
/// How many slow readers there are at each door.
const SLOW: usize = 6;
/// How many sockets are held open at once, if the house lets them be.
const IDLE: usize = 5_000;
/// What a slow reader's machine takes in by itself, in bytes.
const SMALL: u32 = 4_096;
/// How long the abuser waits between two things of one kind. They share a machine with the house: without it the abuser's
/// own work would be measured, and not what the house does about it.
const BREATH: Duration = Duration::from_millis(100);
/// How many sockets are opened between two such pauses.
const AT_ONCE: usize = 10;

/// How often what was done.
#[derive(Default)]
pub struct Counts {
    slow: AtomicU64,
    logins: AtomicU64,
    signed_in: AtomicU64,
    sockets: AtomicU64,
    held: AtomicU64,
    nonsense: AtomicU64,
    farmed: AtomicU64,
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let of = |count: &AtomicU64| count.load(Ordering::Relaxed);
        write!(
            f,
            "{} slow readers cut off, {} logins tried and {} let in, {} idle sockets and {} held at once, {} lines of \
             nonsense cut off, {} matches farmed",
            of(&self.slow),
            of(&self.logins),
            of(&self.signed_in),
            of(&self.sockets),
            of(&self.held),
            of(&self.nonsense),
            of(&self.farmed)
        )
    }
}

fn count(count: &AtomicU64) {
    count.fetch_add(1, Ordering::Relaxed);
}

/// Who does it, and the tokens they have.
struct Abuser {
    caller: Arc<Caller>,
    tokens: Vec<String>,
    /// A table whose chat is long.
    table: Value,
    counts: Arc<Counts>,
}

/// Does everything at once until then; how often what.
pub async fn all(caller: &Arc<Caller>, until: Instant) -> Arc<Counts> {
    let mut tokens = Vec::new();
    while tokens.len() < GUESTS {
        tokens.extend(caller.guest().await);
    }
    let table = noisy_table(caller, &tokens[0]).await;
    let abuser = Arc::new(Abuser { caller: Arc::clone(caller), tokens, table, counts: Arc::default() });
    let mut doing = JoinSet::new();
    let anew = || Arc::clone(&abuser);
    for n in 0..SLOW {
        for door in ["/ws", "/addon", "/socket.io/?EIO=4&transport=websocket"] {
            let work = move |abuser: Arc<Abuser>| async move { abuser.read_slowly(door, n).await };
            doing.spawn(again_and_again(anew(), until, work));
        }
    }
    doing.spawn(again_and_again(anew(), until, |abuser| async move { abuser.sign_in().await }));
    doing.spawn(again_and_again(anew(), until, |abuser| async move { abuser.idle().await }));
    doing.spawn(again_and_again(anew(), until, |abuser| async move { abuser.talk_nonsense().await }));
    doing.spawn(again_and_again(anew(), until, |abuser| async move { abuser.farm().await }));
    doing.join_all().await;
    Arc::clone(&abuser.counts)
}

async fn again_and_again<F: Future<Output = ()>>(abuser: Arc<Abuser>, until: Instant, work: impl Fn(Arc<Abuser>) -> F) {
    while Instant::now() < until {
        let _ = timeout_at(until.into(), work(Arc::clone(&abuser))).await;
        sleep(BREATH).await;
    }
}

/// A table whose snapshot is as long as one address can make it in a while.
async fn noisy_table(caller: &Caller, token: &str) -> Value {
    let (_, opened) = caller.post("/api/tables", Some(token), &json!({"game": "battleship"})).await.expect("a table");
    let table = opened["code"].clone();
    let mut line = caller.line("/ws", token, None).await.expect("a line");
    let text = "\u{1f6a2}".repeat(500);
    for n in 0..8 {
        let _ = command(&mut line, &format!("chat-{n}"), &json!({"chat": {"table": table, "text": text}})).await;
    }
    table
}

impl Abuser {
    fn token(&self, n: usize) -> &str {
        &self.tokens[n % self.tokens.len()]
    }

    /// Asks for long answers and reads none, until the house has had enough.
    async fn read_slowly(&self, door: &str, n: usize) {
        let token = self.token(n);
        let Ok(mut line) = self.caller.line(door, token, Some(SMALL)).await else { return };
        let watch = json!({"id": "w", "do": {"watch": {"table": self.table}}});
        let says = match door {
            "/ws" => vec![watch.to_string()],
            "/addon" => vec![vec!["GSYNC:1:BATTLESHIP:ZZZZZZ:END"; 100].join("\n")],
            _ => {
                if line.send(Message::text(format!("40{}", json!({ "token": token })))).await.is_err() {
                    return;
                }
                vec!["3".into(), format!("42{}", json!(["command", watch]))]
            }
        };
        loop {
            for text in &says {
                if line.send(Message::text(text.as_str())).await.is_err() {
                    return count(&self.counts.slow);
                }
            }
            sleep(BREATH).await;
        }
    }

    /// Tries passwords, right ones and wrong ones.
    async fn sign_in(&self) {
        let named = |password: &str| json!({"name": "Mallory", "password": password});
        let right = named("correct horse battery");
        let _ = self.caller.post("/api/register", None, &right).await;
        for body in [&right, &right, &right, &named("wrong horse battery")] {
            count(&self.counts.logins);
            if self.caller.post("/api/login", None, body).await.is_some_and(|(status, _)| status == 200) {
                count(&self.counts.signed_in);
            }
            sleep(BREATH).await;
        }
    }

    /// Opens sockets and says nothing.
    async fn idle(&self) {
        let mut held: Vec<TcpStream> = Vec::new();
        loop {
            for _ in 0..AT_ONCE {
                if held.len() < IDLE
                    && let Ok(stream) = self.caller.connect(None).await
                {
                    count(&self.counts.sockets);
                    held.push(stream);
                }
            }
            sleep(BREATH).await;
            // Those that the house has closed are opened again.
            held.retain(|stream| !matches!(stream.try_read(&mut [0; 1]), Ok(0)) && stream.peer_addr().is_ok());
            self.counts.held.fetch_max(held.len() as u64, Ordering::Relaxed);
        }
    }

    /// Sends what makes no sense until the house closes the line.
    async fn talk_nonsense(&self) {
        let nonsense = [
            vec![Message::text("nonsense"); 60],
            vec![Message::text("x".repeat(100_000))],
            vec![Message::binary(vec![0xff; 1_000]); 60],
            vec![Message::text("[".repeat(16_000)); 60],
        ];
        for (n, door) in ["/ws", "/addon", "/socket.io/?EIO=4&transport=websocket"].into_iter().enumerate() {
            for messages in &nonsense {
                let Ok(mut line) = self.caller.line(door, self.token(n + 6), None).await else { continue };
                for message in messages {
                    let _ = line.send(message.clone()).await;
                }
                if is_closed_for_good(&mut line).await {
                    count(&self.counts.nonsense);
                }
                sleep(BREATH).await;
            }
        }
    }

    /// Opens a room, lets a guest join and leave, and again.
    async fn farm(&self) {
        let _ = self.farm_once().await;
    }

    async fn farm_once(&self) -> Result<(), Error> {
        let wish = json!({"game": "battleship"});
        let Some((201, opened)) = self.caller.post("/api/tables", Some(self.token(10)), &wish).await else {
            return Ok(());
        };
        let table = &opened["code"];
        let mut host = self.caller.line("/ws", self.token(10), None).await?;
        let mut guest = self.caller.line("/ws", self.token(11), None).await?;
        command(&mut host, "watch", &json!({"watch": {"table": table}})).await?;
        command(&mut guest, "watch", &json!({"watch": {"table": table}})).await?;
        command(&mut guest, "sit", &json!({"sit": {"table": table}})).await?;
        if command(&mut guest, "stand", &json!({"stand": {"table": table}})).await?.0 {
            count(&self.counts.farmed);
        }
        command(&mut host, "stand", &json!({"stand": {"table": table}})).await?;
        Ok(())
    }
}

/// Whether the house closes a line and does not ask to come back.
async fn is_closed_for_good(line: &mut Line) -> bool {
    while let Some(Ok(message)) = line.next().await {
        if let Message::Close(frame) = message {
            return frame.is_some_and(|frame| frame.code != CloseCode::Away);
        }
    }
    true
}
