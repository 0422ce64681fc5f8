//! How much a page loads before it can be used, and how long that takes on a poor line.

use crate::{offline::shown_in, person::Person, screen::Screen, stage::Stage};
use serde_json::json;
use std::fs;

/// Beside the client: what it was built from, and how hard it was compressed.
const STAMP: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/web-dist.stamp");

/// What the lobby may load before its buttons work, in compressed bytes.
const FIRST_LOAD: u64 = 400_000;

/// Bits a second down, and milliseconds for a round trip: as Fast 3G is defined, and as the browser's developer tools make
/// it, which count the latency of a request and not of a packet.
const LINES: [(&str, f64, f64); 2] =
    [("1.6 Mbit/s and 150 ms", 1_600_000.0, 150.0), ("Fast 3G in the developer tools", 1_440_000.0, 562.5)];

/// The client's own files that this page has loaded, by name and compressed size: all, or those without which its buttons
/// do not work.
const LOADED: &str = "
    const until = arguments[0] === 'all' ? Infinity : performance.getEntriesByName('ready')[0].startTime;
    const sizes = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
        .filter(({ name, startTime }) => startTime < until && !new URL(name).pathname.startsWith('/api/'))
        .map(({ name, encodedBodySize }) => [new URL(name).pathname, encodedBodySize]);
    return Object.entries(Object.fromEntries(sizes))";

/// When the client had drawn itself for the first time, in milliseconds after the visit began.
const READY: &str = "return performance.getEntriesByName('ready')[0]?.startTime ?? null";

/// The lobby is light, and each game comes when it is opened.
#[tokio::test(flavor = "multi_thread")]
async fn the_lobby_is_light_and_games_come_when_they_are_opened() {
    let stage = Stage::as_installed();
    let ada = stage.person("Ada", Screen::DESK).await;
    // The worker loads every part, for later.
    ada.tell_browser("Network.enable", json!({})).await;
    ada.tell_browser("Network.setBypassServiceWorker", json!({ "bypass": true })).await;
    ada.visit("/").await;
    ada.see("open-tables").await;
    let first = loaded(&ada, "first").await;
    println!("first load: {} kB", kilo(total(&first)));
    for (file, bytes) in &first {
        println!("  {file}: {} kB", kilo(*bytes));
    }
    let parts = |files: &[(String, u64)]| files.iter().filter(|(file, _)| file.ends_with(".wasm")).count();
    assert_eq!(parts(&first), 1, "the lobby loads one part: {first:?}");

    for game in parlor_catalog::registry().games().map(|game| game.spec().id) {
        ada.visit(&format!("/local/{game}")).await;
        ada.press("local-bot-easy").await;
        ada.see(shown_in(game)).await;
        let files = loaded(&ada, "all").await;
        let more: u64 =
            files.iter().filter(|(file, _)| !first.iter().any(|(known, _)| known == file)).map(|file| file.1).sum();
        println!("{game}: {} kB more", kilo(more));
        assert!(parts(&files) > 1, "{game} comes as a part of its own: {files:?}");
    }
    let shipped = fs::read_to_string(STAMP).is_ok_and(|stamp| stamp.contains("Best"));
    assert!(!shipped || total(&first) <= FIRST_LOAD, "the first load is {} kB", kilo(total(&first)));
}

/// A part that does not come says so in its place, and comes when it is asked for again.
#[tokio::test(flavor = "multi_thread")]
async fn a_part_that_does_not_come_can_be_fetched_again() {
    let stage = Stage::as_installed();
    let ada = stage.person("Ada", Screen::PHONE).await;
    ada.tell_browser("Network.enable", json!({})).await;
    ada.tell_browser("Network.setBlockedURLs", json!({ "urls": ["*/split_pong.wasm"] })).await;
    ada.visit("/local/pong").await;
    ada.reads_in("loading-trouble", "This part of the page could not be fetched").await;
    ada.fits_in_width().await;
    ada.tell_browser("Network.setBlockedURLs", json!({ "urls": [] })).await;
    ada.press("loading-again").await;
    ada.press("local-bot-easy").await;
    ada.see(shown_in("pong")).await;
}

/// Told, not judged: a busy machine is no failure.
#[tokio::test(flavor = "multi_thread")]
async fn the_lobby_opens_on_a_poor_line() {
    let stage = Stage::as_installed();
    for (name, (line, down, latency)) in ["Ada", "Bea"].into_iter().zip(LINES) {
        let ada = stage.person(name, Screen::PHONE).await;
        let rate = down / 8.0;
        let conditions =
            json!({ "offline": false, "downloadThroughput": rate, "uploadThroughput": rate / 2.0, "latency": latency });
        ada.tell_browser("Network.enable", json!({})).await;
        ada.tell_browser("Network.emulateNetworkConditions", conditions).await;
        ada.tell_browser("Emulation.setCPUThrottlingRate", json!({ "rate": 4 })).await;
        ada.visit("/").await;
        ada.goes_into("death-roll", "play-bot-easy").await;
        ada.see(shown_in("death-roll")).await;
        let ready: f64 = ada.ask(READY, json!([])).await;
        println!("{line}, a processor four times slower: buttons work after {:.1} s", ready / 1_000.0);
    }
}

async fn loaded(person: &Person, which: &str) -> Vec<(String, u64)> {
    person.ask(LOADED, json!([which])).await
}

fn total(files: &[(String, u64)]) -> u64 {
    files.iter().map(|(_, bytes)| bytes).sum()
}

const fn kilo(bytes: u64) -> u64 {
    bytes.div_ceil(1000)
}
