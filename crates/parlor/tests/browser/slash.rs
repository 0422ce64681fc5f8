//! A game played by typing.

use crate::{person::Weather, screen::Screen, stage::Stage};

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_played_by_typing() {
    let stage = Stage::with_quick_bots();
    let ada = stage.person("Ada", Screen::DESK).await;
    ada.visit("/").await;
    ada.press_by("the bot of Death Roll", "[data-test='card-death-roll'] [data-test='play-bot-easy']").await;
    ada.reads_in("roll", "Roll 1–100").await;

    ada.says("/hope").await;
    ada.reads_in("chat-told", "/fire A5").await;
    ada.says("/fire A5").await;
    ada.reads_in("chat-told", "not for this game").await;
    ada.says("/hope mahjong").await;
    ada.reads_in("chat-told", "not in this house yet").await;
    ada.says("/rol").await;
    ada.reads_in("chat-told", "no command called /rol").await;
    ada.says("/gc hello there").await;
    ada.reads_in("chat-lines", "hello there").await;
    ada.says("/surrender").await;
    ada.reads_in("headline", "You lost").await;

    ada.press("rematch").await;
    ada.reads_in("roll", "Roll 1–100").await;
    ada.types("chat-input", "/ro").await;
    ada.reads_in("chat-hint", "Tab: /roll").await;
    ada.strikes("\u{E004}").await;
    ada.press("chat-send").await;
    // Whatever it was, even the last roll of the match.
    ada.reads_in("history", "100").await;
    ada.has_a_calm_console(Weather::Fair).await;
}
