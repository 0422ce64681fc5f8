//! A player who has just been sent a link.

use crate::{person::Weather, screen::Screen, stage::Stage};
use serde_json::json;
use std::time::Instant;

#[tokio::test(flavor = "multi_thread")]
async fn a_newcomer_plays_a_bot() {
    let stage = Stage::as_installed();
    let ada = stage.person("Ada", Screen::DESK).await;
    let start = Instant::now();
    ada.visit("/").await;
    ada.press("play-bot-easy").await;
    ada.lays_out_at_random().await;
    ada.press("fleet-ready").await;
    ada.is_on_turn().await;
    let cell = ada.finds_a_fresh_cell().await;
    ada.press(&format!("enemy-{cell}")).await;
    ada.until("the shot to land", async || Ok((ada.waters("enemy").await[&cell] != "unknown").then_some(()))).await;
    println!(
        "from the link to the first shot: {:.1} s, {} interactions",
        start.elapsed().as_secs_f64(),
        ada.deeds.get() + 1
    );
    assert!(ada.deeds.get() < 6, "the link and {} interactions", ada.deeds.get());
    ada.until("the bot to answer", async || {
        Ok(ada.waters("own").await.values().any(|word| word == "miss" || word.ends_with("hit")).then_some(()))
    })
    .await;
    ada.is_on_turn().await;
    ada.has_a_calm_console(Weather::Fair).await;
}

/// A wrong code is mended where it was typed.
#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_code_stays_to_be_mended() {
    let stage = Stage::as_installed();
    let ada = stage.person("Ada", Screen::PHONE).await;
    ada.visit("/").await;
    ada.types("code-input", "zzzzzz").await;
    ada.press("join").await;
    ada.reads_in("code-trouble", "There is no such table").await;
    let typed: String = ada.ask("return document.querySelector('[data-test=code-input]').value", json!([])).await;
    assert_eq!((ada.path().await.as_str(), typed.as_str()), ("/", "zzzzzz"));
    ada.fits_in_width().await;
}
