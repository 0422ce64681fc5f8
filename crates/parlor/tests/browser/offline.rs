//! The network is gone: what the page says, and what still works.

use crate::{
    arcade::open_for_two,
    person::{Person, Weather},
    screen::Screen,
    stage::Stage,
};
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
    assert_eq!(here, 0, "nobody is known to be here");
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

impl Person {
    /// The device has no network any more, or has it again.
    pub async fn loses_the_network(&self, lost: bool) {
        self.tell_browser("Network.enable", json!({})).await;
        let conditions = json!({ "offline": lost, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1 });
        self.tell_browser("Network.emulateNetworkConditions", conditions).await;
    }
}
