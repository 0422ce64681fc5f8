//! A game over days: one plays while the other is offline, and each finds out that it is their turn.

use crate::{
    person::{Person, Weather},
    screen::Screen,
    stage::Stage,
};

/// The two sit at a table of Battleship over days, to which Ada has asked Bea.
async fn begin(ada: &Person, bea: &Person) -> String {
    ada.signs_up().await;
    bea.signs_up().await;
    bea.looks_at_themselves().await;
    ada.visit(&bea.path().await).await;
    ada.press("invite").await;
    ada.chooses("game-battleship").await;
    ada.chooses("pace-correspondence").await;
    ada.chooses("preset-hope").await;
    ada.press("open-submit").await;
    bea.press("invitation-accept").await;
    bea.until("a table", async || Ok(bea.path().await.strip_prefix("/t/").map(ToOwned::to_owned))).await
}

#[tokio::test(flavor = "multi_thread")]
async fn over_days_one_plays_while_the_other_is_offline() {
    let stage = Stage::as_installed();
    let (ada, bea) = (stage.person("Ada", Screen::DESK).await, stage.person("Bea", Screen::PHONE).await);
    let table = begin(&ada, &bea).await;
    bea.lays_out_at_random().await;
    bea.press("fleet-ready").await;
    bea.sees_no_more("fleet-ready").await;
    bea.line.cut();
    ada.visit(&format!("/t/{table}")).await;
    ada.lays_out_at_random().await;
    ada.press("fleet-ready").await;
    ada.fires_at("A1").await;
    ada.visit("/").await;
    ada.reads_in("my-game-state", "their turn").await;

    // Bea comes back, wherever she was, and finds what waits for her.
    bea.line.mend();
    bea.visit("/leaderboards").await;
    bea.reads_in("turns", "1").await;
    bea.press("turns").await;
    bea.reads_in("my-game-state", "your turn").await;
    bea.takes_pictures("my-games").await;
    bea.press("my-game-open").await;
    bea.is_on_turn().await;
    bea.fires_at("B2").await;

    // Ada looks elsewhere and is told at once.
    ada.reads_in("toast", "It is your turn: Battleship with Bea").await;
    ada.reads_in("turns", "1").await;
    ada.press("my-game-open").await;
    ada.is_on_turn().await;
    ada.has_a_calm_console(Weather::Fair).await;
    bea.has_a_calm_console(Weather::Stormy).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn how_one_is_told_is_chosen_in_the_settings() {
    let stage = Stage::as_installed();
    let ada = stage.person("Ada", Screen::PHONE).await;
    ada.signs_up().await;
    ada.visit("/settings").await;
    ada.see("push-here").await;
    ada.types("webhook", "http://localhost/hook").await;
    ada.press("webhook-save").await;
    ada.reads_in("webhook-note", "everyone can reach").await;
    ada.types("webhook", "https://example.org/hook").await;
    ada.press("webhook-save").await;
    ada.reads_in("toast", "Messages will go to this address").await;
    let secret = ada.reads("webhook-secret").await;
    assert_eq!(secret.len(), 64, "{secret}");
    ada.takes_pictures("notices").await;
    ada.fits_in_width().await;
    ada.reload().await;
    assert_eq!(ada.reads("webhook-secret").await, secret, "it is kept");
    ada.has_a_calm_console(Weather::Refused).await;
}
