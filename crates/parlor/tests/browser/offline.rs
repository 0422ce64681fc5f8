//! The network is gone: what the page says, and what still works.

use crate::{
    arcade::open_for_two,
    person::{Person, Weather},
    screen::Screen,
    stage::Stage,
};
use parlor_kernel::Registry;
use serde_json::json;

/// The browser knows at once that there is no network, and the page says so. A shot that was fired meanwhile is not
/// forgotten without a word.
#[tokio::test(flavor = "multi_thread")]
async fn a_lost_network_is_noticed_at_once() {
    let stage = Stage::with_short_grace();
    let (ada, bea) = (stage.person("Ada", Screen::DESK).await, stage.person("Bea", Screen::DESK).await);
    open_for_two(&ada, &bea, "battleship", "hope").await;
    for person in [&ada, &bea] {
        person.lays_out_at_random().await;
        person.press("fleet-ready").await;
    }
    ada.is_on_turn().await;
    ada.loses_the_network(true).await;
    ada.reads_in("line", "You are offline").await;
    ada.reads_in("status", "You are offline. What you do now is sent when you are back.").await;
    let here: u32 = ada.ask("return document.querySelectorAll('.seat .here').length", json!([])).await;
    assert_eq!(here, 0, "no players are known to be here");
    ada.takes_pictures("offline").await;
    let cell = ada.finds_a_fresh_cell().await;
    ada.press(&format!("enemy-{cell}")).await;

    // The house hears nothing of her either.
    ada.line.cut();
    bea.reads_in("why", "Ada left").await;
    ada.line.mend();
    ada.loses_the_network(false).await;
    ada.reads_in("refusal", "The line was down, and what you did came too late").await;
    ada.is_back().await;
    ada.reads_in("headline", "You lost").await;
    ada.has_a_calm_console(Weather::Stormy).await;
    bea.has_a_calm_console(Weather::Fair).await;
}

/// Without the house a tap on a bot begins a match on this screen, in every game of the catalog, and a link to a table says
/// why there is none.
#[tokio::test(flavor = "multi_thread")]
async fn bots_are_played_without_the_house() {
    let mut stage = Stage::as_installed();
    let ada = stage.person("Ada", Screen::DESK).await;
    ada.visit("/").await;
    let kept: bool = ada.ask("return navigator.serviceWorker.ready.then(() => true)", json!([])).await;
    assert!(kept, "the page keeps itself");
    ada.see("open-tables").await;
    let registry = parlor_catalog::registry();
    let mut games: Vec<_> = registry.games().map(|game| game.spec().id).collect();
    // It is played on below.
    games.sort_by_key(|game| *game == "battleship");
    // What a game needs besides its engine is kept once it has been played.
    for game in games.iter().filter(|game| needs_assets(&registry, game)) {
        ada.visit(&format!("/local/{game}")).await;
        ada.press("local-bot-easy").await;
        ada.see(shown_in(game)).await;
        ada.until("all that was fetched to be kept", async || {
            let kept: bool = ada.ask(KEPT, json!([])).await;
            Ok(kept.then_some(()))
        })
        .await;
    }
    stage.kill_house();
    for game in games {
        ada.visit("/").await;
        ada.goes_into(game, "play-bot-easy").await;
        ada.see(shown_in(game)).await;
        assert_eq!(ada.path().await, format!("/local/{game}"));
    }
    ada.lays_out_at_random().await;
    ada.press("fleet-ready").await;
    let shot_at = async || ada.waters("own").await.values().any(|word| word == "miss" || word.ends_with("hit"));
    ada.is_on_turn().await;
    // A hit gives another shot: the bot fires back once she has missed.
    while !shot_at().await {
        let cell = ada.finds_a_fresh_cell().await;
        ada.fires_at(&cell).await;
        ada.is_on_turn().await;
    }
    ada.fits_on_the_screen().await;
    ada.takes_pictures("battleship-local").await;

    ada.visit("/t/K7QX2M").await;
    ada.reads_in("unreachable", "Table K7QX2M cannot be reached").await;
    ada.takes_pictures("table-unreachable").await;
    ada.has_a_calm_console(Weather::Stormy).await;
    stage.open_house();
    // Once the house is back it has the last word.
    ada.reads_in("sorry", "There is no such table").await;
}

/// Nothing comes through any more, and neither the browser nor the socket says so.
#[tokio::test(flavor = "multi_thread")]
async fn a_line_that_falls_silent_is_noticed() {
    let stage = Stage::as_installed();
    let (ada, bea) = (stage.person("Ada", Screen::DESK).await, stage.person("Bea", Screen::DESK).await);
    open_for_two(&ada, &bea, "battleship", "hope").await;
    for person in [&ada, &bea] {
        person.lays_out_at_random().await;
        person.press("fleet-ready").await;
    }
    ada.is_on_turn().await;
    ada.line.fall_silent();
    ada.reads_in("line", "reconnecting").await;
    ada.reads_in("status", "The house does not answer. What you do now is sent when you are back.").await;
    ada.line.mend();
    ada.is_back().await;
    let cell = ada.finds_a_fresh_cell().await;
    ada.press(&format!("enemy-{cell}")).await;
    bea.is_on_turn().await;
    ada.has_a_calm_console(Weather::Stormy).await;
    bea.has_a_calm_console(Weather::Fair).await;
}

/// A thing that shows while a game is played, and not before.
pub fn shown_in(game: &str) -> &'static str {
    match game {
        "battleship" => "fleet-ready",
        "codenames" => "card-0",
        "death-roll" => "roll",
        "mahjong" | "words" => "rack",
        "pong" => "court",
        "tetris" => "room",
        other => panic!("{other} is new: say how its board is known, or why it cannot be played without the house"),
    }
}

/// Whether every asset that this page has fetched is in the browser's cache by now.
const KEPT: &str = "return caches.open('assets').then((cache) => cache.keys()).then((keys) => {
        const kept = new Set(keys.map((key) => key.url));
        const fetched = performance.getEntriesByType('resource').map((entry) => entry.name);
        return fetched.filter((name) => name.includes('/api/assets/')).every((name) => kept.has(name));
    })";

/// Whether a game needs more than its engine, by its usual rules.
fn needs_assets(registry: &Registry, game: &str) -> bool {
    let known = registry.game(game).expect("a game of the catalog");
    let rules = known.rules(&known.info().presets[0].config).expect("a preset is playable");
    !rules.assets().is_empty()
}

impl Person {
    /// The device has no network any more, or has it again.
    pub async fn loses_the_network(&self, lost: bool) {
        self.tell_browser("Network.enable", json!({})).await;
        let conditions = json!({ "offline": lost, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1 });
        self.tell_browser("Network.emulateNetworkConditions", conditions).await;
    }
}
