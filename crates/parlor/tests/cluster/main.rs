//! Houses in which things go wrong while bots play every game, for gold too: one on three nodes, and one on a small disk.
//! Whatever goes wrong, no acknowledged action is lost or done twice, every match comes to its end, replays as it was played,
//! and the books balance.
//!
//! `make faults` does the same at length.

#[path = "../binary/mod.rs"]
mod binary;
#[path = "../../../store/tests/store/common/disk.rs"]
mod disk;
mod doors;
mod full;
mod hot;
mod nodes;
mod people;
mod player;
#[path = "../proxy/mod.rs"]
mod proxy;
mod tls;
mod trial;

use full::OnSmallDisk;
use nodes::Nodes;
use std::{env, time::Duration};
use tokio::time::Instant;
use trial::Trial;

/// Held by each test: some of them restart what all of them use.
static ALONE: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());

/// How much is endured.
#[derive(Clone, Copy)]
struct Scale {
    /// Acknowledged actions with each fault.
    actions: usize,
    /// Rounds of tables, each of every game.
    rounds: usize,
    /// How long matches may take to end by themselves.
    patience: Duration,
    /// How often a disk is filled.
    fillings: usize,
}

const SHORT: Scale = Scale { actions: 200, rounds: 1, patience: Duration::from_secs(2), fillings: 1 };

fn headings() {
    println!("\n| fault | acknowledged | lost | doubled | connections dropped | refused | goes on after |");
    println!("|---|---|---|---|---|---|---|");
}

/// Whatever can happen to nodes and to the servers that they share.
async fn nodes_endure_all(Scale { actions, rounds, patience, .. }: Scale) {
    let mut trial = Trial::begin(Nodes::start(3).await, actions, rounds).await;
    trial.endures("none", async |_| None).await;
    trial
        .endures("kill -9", async |Trial { house: nodes, .. }| {
            let (place, started) = (nodes.busiest().await, Instant::now());
            let id = nodes.kill(place);
            let taken = nodes.until_taken(id, started).await;
            nodes.add().await;
            Some(taken)
        })
        .await;
    trial
        .endures("stopped past its lease", async |Trial { house: nodes, .. }| {
            let (place, started) = (nodes.busiest().await, Instant::now());
            nodes.pause(place);
            let taken = nodes.until_taken(nodes.nodes[place].id, started).await;
            // It wakes, and believes for a moment that the tables are its own.
            nodes.go_on(place);
            Some(taken)
        })
        .await;
    trial
        .endures("cut off from its servers", async |Trial { house: nodes, .. }| {
            let (place, started) = (nodes.busiest().await, Instant::now());
            nodes.cut_off(place);
            let taken = nodes.until_taken(nodes.nodes[place].id, started).await;
            nodes.reunite(place).await;
            Some(taken)
        })
        .await;
    trial
        .endures("Redis restarted", async |Trial { house: nodes, .. }| {
            nodes.redis.restart();
            None
        })
        .await;
    trial
        .endures("Redis flushed", async |Trial { house: nodes, .. }| {
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
        .endures("rolling restart", async |Trial { house: nodes, .. }| {
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
    trial.finish(patience).await;
}

/// A disk that is full and has space again.
async fn one_house_endures_a_full_disk(Scale { actions, rounds, patience, fillings }: Scale) {
    let Some(house) = OnSmallDisk::open() else { return };
    let mut trial = Trial::begin(house, actions, rounds).await;
    trial.goes_on(actions / fillings, "before the disk is full").await;
    trial
        .endures("disk full", async |trial| {
            let mut longest = Duration::ZERO;
            for _ in 0..fillings {
                let filling = trial.house.fill();
                trial.until_refused().await;
                let freed = Instant::now();
                drop(filling);
                // No less than one action at each table.
                trial.goes_on(trial.tables, "there is space again").await;
                longest = longest.max(freed.elapsed());
                trial.goes_on(actions / fillings, "there is space again").await;
            }
            Some(longest)
        })
        .await;
    trial.finish(patience).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_goes_wrong_nothing_acknowledged_is_lost_or_done_twice() {
    let _alone = ALONE.lock().await;
    headings();
    nodes_endure_all(SHORT).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_costs_nothing_that_was_acknowledged() {
    headings();
    one_house_endures_a_full_disk(SHORT).await;
}

/// Ten thousand acknowledged actions with each fault, or as many as `FAULT_ACTIONS` says.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes long: make faults"]
async fn whatever_goes_wrong_at_length() {
    let actions = env::var("FAULT_ACTIONS").ok().and_then(|text| text.parse().ok()).unwrap_or(10_000);
    let scale = Scale { actions, rounds: 4, patience: Duration::from_secs(30), fillings: 5 };
    let _alone = ALONE.lock().await;
    headings();
    nodes_endure_all(scale).await;
    one_house_endures_a_full_disk(scale).await;
}
