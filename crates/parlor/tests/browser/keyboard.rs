//! A player without a pointer: everything works with keys, and the focus can always be seen.

use crate::{
    person::{Person, Weather},
    screen::Screen,
    stage::Stage,
};
use serde_json::json;

/// Keys that have no letter, as WebDriver writes them.
const TAB: &str = "\u{e004}";
pub const ENTER: &str = "\u{e007}";
pub const RIGHT: &str = "\u{e014}";
const DOWN: &str = "\u{e015}";

/// No page has more stops than that.
const STOPS: u32 = 80;

#[tokio::test(flavor = "multi_thread")]
async fn keyboard_only() {
    let stage = Stage::as_installed();
    let ada = stage.person("Ada", Screen::DESK).await;
    ada.visit("/").await;
    ada.see("card-battleship").await;
    tabs_to(&ada, "card-battleship").await;
    ada.strikes(ENTER).await;
    ada.see("play-bot-easy").await;
    tabs_to(&ada, "play-bot-easy").await;
    ada.strikes(ENTER).await;

    ada.see("fleet-ready").await;
    tabs_to(&ada, "own-A1").await;
    // The carrier lies along the top; below it the others stand side by side, but for the last.
    for key in [ENTER, DOWN, "r", ENTER, RIGHT, ENTER, RIGHT, ENTER, RIGHT, "r", ENTER] {
        strikes_in_sight(&ada, key).await;
    }
    for (cell, ship) in
        [("E1", "Carrier"), ("A5", "Battleship"), ("B4", "Cruiser"), ("C4", "Submarine"), ("E2", "Destroyer")]
    {
        ada.sees_at("own", cell, ship).await;
    }
    tabs_to(&ada, "fleet-ready").await;
    ada.strikes(ENTER).await;

    ada.is_on_turn().await;
    tabs_to(&ada, "enemy-A1").await;
    strikes_in_sight(&ada, RIGHT).await;
    strikes_in_sight(&ada, DOWN).await;
    assert_eq!(focus(&ada).await.0, "enemy-B2");
    listens(&ada).await;
    ada.strikes(ENTER).await;
    let said = ada
        .until("the outcome to be said", async || Ok(heard(&ada).await.into_iter().find(|said| said.contains("B2: "))))
        .await;
    let found = ada.waters("enemy").await["B2"].clone();
    assert!(said.contains(&format!("B2: {found}")), "“{said}” of a {found}");
    assert_eq!(focus(&ada).await.0, "enemy-B2", "firing does not move the focus");
    ada.has_a_calm_console(Weather::Fair).await;
}

/// Goes from stop to stop until the focus is there.
pub async fn tabs_to(person: &Person, hook: &str) {
    for _ in 0..STOPS {
        strikes_in_sight(person, TAB).await;
        if focus(person).await.0 == hook {
            return;
        }
    }
    panic!("no way for {} to {hook}", person.name);
}

/// Strikes a key, and looks where the focus goes.
async fn strikes_in_sight(person: &Person, key: &str) {
    person.strikes(key).await;
    let (hook, visible) = focus(person).await;
    assert!(visible, "{} cannot see the focus on “{hook}”", person.name);
}

/// What has the focus, by its hook or else its words, and whether it can be seen.
async fn focus(person: &Person) -> (String, bool) {
    let script = "const it = document.activeElement, box = it.getBoundingClientRect();
        const inside = box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth;
        const name = it.dataset.test ?? `${it.tagName} ${it.ariaLabel ?? it.textContent.slice(0, 40)}`;
        return [name, it.checkVisibility({ visibilityProperty: true }) && box.width > 0 && inside]";
    person.ask(script, json!([])).await
}

/// Writes down all that the live region says from now on.
async fn listens(person: &Person) {
    let script = "const status = document.querySelector('[data-test=status]');
        window.heard = [];
        new MutationObserver(() => heard.push(status.textContent))
            .observe(status, { childList: true, characterData: true, subtree: true })";
    let _: Option<()> = person.ask(script, json!([])).await;
}

async fn heard(person: &Person) -> Vec<String> {
    person.ask("return window.heard", json!([])).await
}

/// A question mark lists the keys of what is on the screen, and those of the house.
#[tokio::test(flavor = "multi_thread")]
async fn the_list_of_keys_names_those_of_the_game() {
    let stage = Stage::with_quick_bots();
    let ada = stage.person("Ada", Screen::DESK).await;
    ada.visit("/").await;
    ada.goes_into("battleship", "play-bot-easy").await;
    ada.see("fleet-ready").await;
    asks_for_keys(&ada, &["Battleship", "Turn it", "Sound on or off"]).await;
    ada.lays_out_at_random().await;
    ada.press("fleet-ready").await;
    ada.is_on_turn().await;
    asks_for_keys(&ada, &["Change the pattern"]).await;
    ada.surrenders().await;
    ada.press("replay").await;
    ada.see("replay-play").await;
    asks_for_keys(&ada, &["Replay", "Play and pause"]).await;
    ada.visit("/local/death-roll").await;
    ada.press("local-alone").await;
    asks_for_keys(&ada, &["Death Roll", "Roll"]).await;
    // Tetris has the key of the question mark for itself, but it does not hold a piece then.
    ada.visit("/local/tetris").await;
    ada.press("local-alone").await;
    ada.stands("playing").await;
    asks_for_keys(&ada, &["Tetris", "Turn right", "Hold"]).await;
    ada.visit("/").await;
    ada.see("open-tables").await;
    let listed = asks_for_keys(&ada, &["Everywhere"]).await;
    assert!(!listed.contains("Tetris"), "what is gone has no keys: {listed}");
    ada.has_a_calm_console(Weather::Fair).await;
}

/// Opens the list of keys, reads it, and closes it.
async fn asks_for_keys(person: &Person, expected: &[&str]) -> String {
    person.strikes("?").await;
    let listed = person.reads("keys-dialog").await;
    for words in expected {
        assert!(listed.contains(words), "{words} in {listed}");
    }
    person.press("dialog-close").await;
    listed
}
