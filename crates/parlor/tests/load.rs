//! How many real-time tables a core carries. Not a test of what is right but a measurement, so it runs only when asked:
//!
//! `cargo test --release -p parlor --test load -- --ignored --nocapture`
//!
//! The house is the real binary in a process of its own, whose processor time is read from `/proc`. A thousand raw
//! WebSocket clients in this process play Pong at five hundred tables, four inputs a second each.

mod binary;

use binary::House;
use futures_util::{SinkExt, StreamExt, future::join_all};
use parlor_client::native::Visitor;
use parlor_wire::{
    TableCode,
    http::{OpenTable, SeatWish},
};
use serde_json::json;
use std::{
    fs,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};
use tokio::time::{MissedTickBehavior, interval, sleep};
use tokio_tungstenite::{
    connect_async_with_config,
    tungstenite::{Message, client::IntoClientRequest, http::header},
};

const TABLES: usize = 500;
const SECONDS: u64 = 30;
const INPUT_EVERY: Duration = Duration::from_millis(250);

/// What the clients have counted together.
#[derive(Default)]
struct Counted {
    sent: AtomicU64,
    heard: AtomicU64,
    settled: AtomicU64,
    refused: AtomicU64,
    done: AtomicU64,
    /// The longest silence between two `settled`, in milliseconds.
    gap: AtomicU64,
}

/// Seconds of processor time so far, in the program and in the system on its behalf.
fn processor_seconds(house: &House) -> f64 {
    let stat = fs::read_to_string(format!("/proc/{}/stat", house.process.id())).unwrap();
    let fields: Vec<&str> = stat.rsplit_once(')').unwrap().1.split_whitespace().collect();
    // The 14th and 15th field, counted from before the name, in hundredths of a second.
    [11, 12].map(|at: usize| fields[at].parse::<f64>().unwrap() / 100.0).iter().sum()
}

/// Plays badly for ever.
async fn play(visitor: Visitor, base: String, code: TableCode, number: u64, counted: Arc<Counted>) {
    let mut request = format!("{}/ws", base.replacen("http", "ws", 1)).into_client_request().unwrap();
    let bearer = format!("Bearer {}", visitor.token()).parse().unwrap();
    request.headers_mut().insert(header::AUTHORIZATION, bearer);
    let (mut socket, _) = connect_async_with_config(request, None, true).await.unwrap();
    let watch = json!({"id": "w", "do": {"watch": {"table": code}}});
    let sit = json!({"id": "s", "do": {"sit": {"table": code}}});
    for frame in [watch, sit] {
        socket.send(Message::text(frame.to_string())).await.unwrap();
    }
    sleep(Duration::from_millis(number % 250)).await;
    let mut inputs = interval(INPUT_EVERY);
    inputs.set_missed_tick_behavior(MissedTickBehavior::Skip);
    let (mut sent, mut settled) = (0_u64, None::<Instant>);
    loop {
        tokio::select! {
            message = socket.next() => {
                let Some(Ok(message)) = message else { return };
                let Message::Text(text) = message else { continue };
                let kind = |word: &str| text.contains(word);
                if kind("\"heard\":{") {
                    counted.heard.fetch_add(1, Ordering::Relaxed);
                } else if kind("\"settled\":{") {
                    counted.settled.fetch_add(1, Ordering::Relaxed);
                    let gap = settled.replace(Instant::now()).map_or(0, |last| last.elapsed().as_millis() as u64);
                    counted.gap.fetch_max(gap, Ordering::Relaxed);
                } else if kind("{\"refused\"") {
                    counted.refused.fetch_add(1, Ordering::Relaxed);
                } else if kind("{\"done\"") {
                    counted.done.fetch_add(1, Ordering::Relaxed);
                }
            }
            _ = inputs.tick() => {
                if settled.is_none() {
                    continue;
                }
                sent += 1;
                counted.sent.fetch_add(1, Ordering::Relaxed);
                let steer = ["up", "stop", "down", "stop"][(sent % 4) as usize];
                let action = json!({"id": format!("i{sent}"), "do": {"act": {"table": code, "action": {"steer": steer}}}});
                if socket.send(Message::text(action.to_string())).await.is_err() {
                    return;
                }
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "a measurement that takes a minute and a core"]
async fn five_hundred_tables_of_pong_on_a_core() {
    let data = tempfile::tempdir().unwrap();
    let unlimited = [
        "PARLOR_LIMITS__GUESTS_PER_MINUTE",
        "PARLOR_LIMITS__TABLES_PER_MINUTE",
        "PARLOR_LIMITS__TABLES_PER_ADDRESS",
        "PARLOR_LIMITS__LOG_KIB_PER_HOUR",
        "PARLOR_LIMITS__REQUESTS_PER_SECOND",
        "PARLOR_LIMITS__CONNECTIONS",
        "PARLOR_LIMITS__CONNECTIONS_PER_ADDRESS",
    ];
    let house = House::open(data.path(), &unlimited.map(|limit| (limit, "100000")));
    let counted = Arc::new(Counted::default());
    let wish = OpenTable {
        game: "pong".into(),
        preset: None,
        options: json!({"points_to_win": 99}),
        public: false,
        rated: false,
        seats: vec![SeatWish::Person, SeatWish::Person],
        bet: None,
        days: None,
    };
    let mut clients = Vec::new();
    for table in 0..TABLES as u64 {
        let people =
            join_all((0..2).map(|seat| Visitor::enter(&house.base, if seat == 0 { "Ada" } else { "Bea" }))).await;
        let [ada, bea] = <[_; 2]>::try_from(people).ok().unwrap().map(Result::unwrap);
        let code = ada.open_table(&wish).await.unwrap().code;
        for (seat, visitor) in [ada, bea].into_iter().enumerate() {
            let number = 2 * table + seat as u64;
            clients.push(tokio::spawn(play(visitor, house.base.clone(), code, number * 37, Arc::clone(&counted))));
        }
    }
    sleep(Duration::from_secs(5)).await;
    let read = || {
        [&counted.sent, &counted.heard, &counted.settled, &counted.refused, &counted.done]
            .map(|n| n.load(Ordering::Relaxed))
    };
    counted.gap.store(0, Ordering::Relaxed);
    let (before, processor, started) = (read(), processor_seconds(&house), Instant::now());
    sleep(Duration::from_secs(SECONDS)).await;
    let (seconds, used) = (started.elapsed().as_secs_f64(), processor_seconds(&house) - processor);
    let after = read();
    let [sent, heard, settled, refused, done] = std::array::from_fn(|at| (after[at] - before[at]) as f64 / seconds);
    println!(
        "{TABLES} tables, {} clients: {:.2} cores, {:.0} µs of processor time for each table and second",
        clients.len(),
        used / seconds,
        used / seconds / TABLES as f64 * 1e6
    );
    println!(
        "per second: {sent:.0} inputs sent, {done:.0} done, {refused:.0} refused, {heard:.0} heard, {settled:.0} settled"
    );
    println!("longest silence between two settled: {} ms", counted.gap.load(Ordering::Relaxed));
    assert!(settled > 0.9 * 4.0 * 2.0 * TABLES as f64 * 0.5, "every table is kept up to date: {settled}");
    assert!(refused < sent / 100.0);
    clients.iter().for_each(tokio::task::JoinHandle::abort);
}
