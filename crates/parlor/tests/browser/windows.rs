//! Tables in windows above the lobby.

use crate::{
    person::{Person, Weather},
    screen::Screen,
    stage::Stage,
};
use serde_json::json;

/// Left, top, width, height.
type Place = [i64; 4];

#[tokio::test(flavor = "multi_thread")]
async fn pop_out_windows() {
    let stage = Stage::with_quick_bots();
    let ada = stage.person("Ada", Screen::DESK).await;
    ada.visit("/").await;
    // One table goes into a window from its page, the other from the lobby.
    let first = opens_a_bot_game(&ada).await;
    ada.press("pop-out").await;
    let place = place_of(&ada, &first).await;
    ada.drags_between(grip(place), moved(grip(place), -200, -40)).await;
    assert_eq!(
        place_of(&ada, &first).await,
        [place[0] - 200, place[1] - 40, place[2], place[3]],
        "dragged by its title"
    );

    ada.press("window-minimise").await;
    let second = opens_a_bot_game(&ada).await;
    ada.press("back").await;
    let row = format!("[data-test=my-game]:has([href='/t/{second}']) [data-test=my-game-window]");
    ada.press_by("the second table's window", &row).await;
    assert_ne!(place_of(&ada, &first).await, place_of(&ada, &second).await);
    let place = place_of(&ada, &second).await;
    ada.drags_between(grip(place), moved(grip(place), 60, 30)).await;

    let before = [place_of(&ada, &first).await, place_of(&ada, &second).await];
    ada.reload().await;
    assert_eq!([place_of(&ada, &first).await, place_of(&ada, &second).await], before, "remembered");
    ada.has_a_calm_console(Weather::Fair).await;
}

/// However small a window is made, its board can be played on.
#[tokio::test(flavor = "multi_thread")]
async fn a_shrunken_window_has_a_board_to_play_on() {
    let stage = Stage::with_quick_bots();
    let ada = stage.person("Ada", Screen::DESK).await;
    ada.visit("/").await;
    let code = opens_a_bot_game(&ada).await;
    ada.lays_out_at_random().await;
    ada.press("fleet-ready").await;
    ada.is_on_turn().await;
    ada.press("pop-out").await;
    for (dx, dy) in [(0, -700), (-700, -700), (600, -700)] {
        let [x, y, width, height] = place_of(&ada, &code).await;
        let corner = (x + width - 5, y + height - 5);
        let (x, y) = moved(corner, dx, dy);
        // A pointer does not leave the screen.
        ada.drags_between(corner, (x.clamp(0, 1279), y.clamp(0, 799))).await;
        let cell: f64 = ada.ask(CELL, json!([])).await;
        assert!(cell >= 20.0, "cells of {cell} px in {:?}", place_of(&ada, &code).await);
    }
    ada.has_a_calm_console(Weather::Fair).await;
}

/// How wide a cell of the enemy's waters is.
pub const CELL: &str = "return document.querySelector('[data-test=enemy-A1]').getBoundingClientRect().width";

async fn opens_a_bot_game(person: &Person) -> String {
    person.goes_into("battleship", "play-bot-easy").await;
    person.see("fleet-ready").await;
    person.reads("code").await
}

/// Where a window is, or will be once it has come in.
async fn place_of(person: &Person, code: &str) -> Place {
    let script = "const window = document.querySelector(`[data-test=window][data-code='${arguments[0]}']`);
        return window && [window.offsetLeft, window.offsetTop, window.offsetWidth, window.offsetHeight]";
    person.until(&format!("the window of {code}"), async || Ok(person.ask(script, json!([code])).await)).await
}

/// Where to take a window: on its title, left of the buttons.
fn grip([x, y, ..]: Place) -> (i64, i64) {
    (x + 60, y + 14)
}

fn moved((x, y): (i64, i64), dx: i64, dy: i64) -> (i64, i64) {
    (x + dx, y + dy)
}
