//! A house below a path of a site.

use crate::{
    death_roll::Next,
    person::{Person, Weather},
    screen::Screen,
    site::PATH,
    stage::Stage,
};
use serde_json::json;

/// Where the page's own addresses lead that are not below the path: nowhere at all.
const ASTRAY: &str = "
    const links = [...document.querySelectorAll('a[href], link[href], script[src]')].map((it) => it.href ?? it.src);
    const loaded = performance.getEntriesByType('resource').map((entry) => entry.name);
    const paths = [...links, ...loaded].map((address) => new URL(address, location)).filter((url) => url.protocol === 'http:');
    return paths.map((url) => url.pathname).filter((path) => !path.startsWith('/games/'))";

/// From the club's page into the lobby, a match against a bot, and a friend who is sent a link; and then the house is gone.
#[tokio::test(flavor = "multi_thread")]
async fn a_house_below_a_path_is_a_whole_house() {
    let mut stage = Stage::below_a_path().await;
    let ada = stage.person("Ada", Screen::DESK).await;
    ada.visit("/").await;
    ada.press("to-the-games").await;
    ada.see("open-tables").await;
    assert_eq!(ada.path().await, "/games/");
    stays_below(&ada, "the lobby").await;

    ada.goes_into("death-roll", "play-bot-easy").await;
    ada.press("roll").await;
    ada.next_roll().await;
    let table = ada.path().await;
    assert!(table.starts_with("/games/t/"), "{table}");
    ada.reload().await;
    while ada.next_roll().await == Next::Mine {
        ada.press("roll").await;
    }
    ada.see("headline").await;
    assert_eq!(ada.path().await, table);
    stays_below(&ada, "the table").await;
    ada.press("replay").await;
    ada.press("replay-last").await;
    ada.reads_in("roll-result", "Death").await;
    stays_below(&ada, "the replay").await;
    ada.press_by("the house's name", ".brand").await;
    ada.see("open-tables").await;
    assert_eq!(ada.path().await, "/games/");

    ada.goes_into("death-roll", "friend-death-roll").await;
    let link = ada.reads("link").await;
    assert!(link.starts_with(&format!("http://{}/games/t/", ada.line.address)), "{link}");
    let bea = stage.person("Bea", Screen::PHONE).await;
    bea.browser.goto(&link).await.expect("a link of the house");
    bea.press("sit").await;
    ada.see("roll").await;
    bea.see("roll").await;
    bea.press("back").await;
    bea.see("my-game").await;
    assert_eq!(bea.path().await, "/games/");
    for person in [&ada, &bea] {
        person.has_a_calm_console(Weather::Fair).await;
    }

    let scope: String =
        ada.ask("return navigator.serviceWorker.ready.then(({ scope }) => new URL(scope).pathname)", json!([])).await;
    assert_eq!(scope, "/games/", "the page keeps itself, and leaves the club's pages alone");
    stage.kill_house();
    ada.visit(&format!("{PATH}/")).await;
    ada.goes_into("death-roll", "play-bot-easy").await;
    ada.see("roll").await;
    assert_eq!(ada.path().await, "/games/local/death-roll");
}

async fn stays_below(person: &Person, place: &str) {
    let astray: Vec<String> = person.ask(ASTRAY, json!([])).await;
    assert!(astray.is_empty(), "{place} leads to {astray:?}");
}
