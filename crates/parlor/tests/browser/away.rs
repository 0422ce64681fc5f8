//! Matches that move by themselves, while their players are away.

use crate::{
    person::{Person, Weather},
    screen::Screen,
    stage::Stage,
};
use serde_json::json;

impl Person {
    /// Opens a table with a bot from the lobby and says its code.
    async fn plays_a_bot(&self, game: &str) -> String {
        self.goes_into(game, &format!("open-{game}")).await;
        self.chooses("preset-hope").await;
        self.chooses("seat-bot-easy").await;
        self.press("open-submit").await;
        self.see("pause").await;
        self.ask::<String>("return location.pathname", json!([])).await.replace("/t/", "")
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_with_a_bot_waits_for_whoever_looks_away_or_goes() {
    let stage = Stage::as_installed();
    let (ada, cleo) = (stage.person("Ada", Screen::DESK).await, stage.person("Cleo", Screen::PHONE).await);
    for person in [&ada, &cleo] {
        person.visit("/").await;
        person.introduces_themselves().await;
    }
    ada.plays_a_bot("tetris").await;
    ada.stands("playing").await;
    ada.looks_away().await;
    ada.see("paused").await;

    ada.visit("/").await;
    let code = ada.plays_a_bot("pong").await;
    ada.is_in("rally").await;
    ada.looks_away().await;
    ada.is_in("paused").await;
    ada.press("resume").await;
    ada.sees_no_more("paused").await;

    cleo.visit(&format!("/t/{code}")).await;
    cleo.see("board").await;
    ada.visit("/").await;
    cleo.reads_in("status", "The match waits until a player is back.").await;
    cleo.fits_on_the_screen().await;
    cleo.takes_pictures("pong-held").await;
    ada.visit(&format!("/t/{code}")).await;
    cleo.reads_in("status", "The match goes on in a moment.").await;
    let goes_on = async || Ok((!cleo.status().await.contains("The match")).then_some(()));
    cleo.until("the match to go on", goes_on).await;
    for person in [&ada, &cleo] {
        person.has_a_calm_console(Weather::Fair).await;
    }
}
