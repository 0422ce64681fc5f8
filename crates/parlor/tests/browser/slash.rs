//! A game played by typing.

use crate::{person::Weather, screen::Screen, stage::Stage};
use serde_json::json;

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_played_by_typing() {
    let stage = Stage::of_few_words();
    let ada = stage.person("Ada", Screen::DESK).await;
    ada.visit("/").await;
    ada.goes_into("death-roll", "play-bot-easy").await;
    ada.reads_in("roll", "Roll 1–100").await;

    ada.says("/hope").await;
    ada.reads_in("chat-told", "/fire A5").await;
    ada.says("/fire A5").await;
    ada.reads_in("chat-told", "not for this game").await;
    ada.says("/rol").await;
    ada.reads_in("chat-told", "no command called /rol").await;
    ada.says("/gc hello there").await;
    ada.reads_in("chat-lines", "hello there").await;
    // Who talks too fast keeps the words, and is told why.
    for n in 0..40 {
        ada.says(&format!("line {n}")).await;
        if ada.sees("chat-told").await {
            break;
        }
    }
    let kept = "return document.querySelector('[data-test=chat-input]').value.startsWith('line')";
    ada.until("the words to stay", async || Ok(ada.ask::<bool>(kept, json!([])).await.then_some(()))).await;
    // However many ways there are to go on, the key that takes the first of them is one key.
    ada.types("chat-input", "/hope ").await;
    ada.see("chat-suggestion").await;
    let key: [f64; 2] = ada
        .ask(
            "const key = document.querySelector('.chat-hint kbd'); return [key.clientWidth, key.clientHeight]",
            json!([]),
        )
        .await;
    assert!(key[0] > key[1], "a keycap of {} by {} px", key[0], key[1]);
    // With a finger.
    ada.types("chat-input", "/su").await;
    ada.press("chat-suggestion").await;
    ada.press("chat-send").await;
    ada.reads_in("headline", "You lost").await;

    ada.press("rematch").await;
    ada.reads_in("roll", "Roll 1–100").await;
    ada.types("chat-input", "/ro").await;
    ada.reads_in("chat-hint", "/roll").await;
    ada.strikes("\u{E004}").await;
    ada.press("chat-send").await;
    // Whatever it was, even the last roll of the match.
    ada.reads_in("history", "100").await;
    ada.has_a_calm_console(Weather::Fair).await;
    // The player is not led to a table that is not there.
    let here = ada.path().await;
    ada.says("/hope join ZZZZZZ").await;
    ada.reads_in("refusal", "There is no such table").await;
    assert_eq!(ada.path().await, here);
}

/// Whoever types a command before anything else becomes a guest by it.
#[tokio::test(flavor = "multi_thread")]
async fn the_first_thing_done_may_be_typed() {
    let stage = Stage::as_installed();
    let ada = stage.person("Ada", Screen::PHONE).await;
    ada.visit("/").await;
    ada.types("code-input", "/hope words list").await;
    ada.press("join").await;
    ada.reads_in("lobby-told", "You have no games.").await;
    ada.has_a_calm_console(Weather::Fair).await;
}
