//! What people who cannot see the page rely on: headings, names and roles.

use crate::{
    person::{Person, Weather},
    screen::Screen,
    stage::Stage,
};
use serde_json::json;

/// What is wrong with the page, by the rules that screen readers depend on.
const FAULTS: &str = "
    const shown = (selector) => [...document.querySelectorAll(selector)].filter((it) => it.checkVisibility());
    const faults = [];
    const titles = shown('h1').filter((title) => !title.closest('dialog'));
    if (titles.length !== 1) faults.push(`${titles.length} titles: ${titles.map((title) => title.textContent)}`);
    let before = 0;
    for (const heading of shown('h1, h2, h3, h4').filter((heading) => !heading.closest('dialog'))) {
        const level = Number(heading.tagName[1]);
        if (level > before + 1) faults.push(`${heading.tagName} ${heading.textContent} after H${before}`);
        before = level;
    }
    for (const named of shown('button[aria-label], a[aria-label]')) {
        const read = named.ariaLabel.toLowerCase();
        const text = [...named.childNodes].map((part) => part.ariaHidden === 'true' ? '' : part.textContent).join('');
        const seen = text.trim().toLowerCase();
        const sign = /^[^a-z0-9]*$/.test(seen);
        if (!sign && !read.includes(seen)) faults.push(`“${seen}” is read out as “${read}”`);
    }
    for (const list of shown('ol[role], ul[role]:not([role=list])')) faults.push(`a list that is a ${list.role}`);
    return faults";

#[tokio::test(flavor = "multi_thread")]
async fn pages_are_put_in_order() {
    let stage = Stage::with_quick_bots();
    let ada = stage.person("Ada", Screen::DESK).await;
    ada.visit("/").await;
    ada.see("open-tables").await;
    has_no_faults(&ada, "the lobby").await;
    ada.opens_a_table("voxel", "private", "seat-person").await;
    ada.see("waiting").await;
    has_no_faults(&ada, "a waiting room").await;
    ada.press("add-bot-easy").await;
    ada.see("fleet-ready").await;
    has_no_faults(&ada, "a fleet that is laid out").await;
    ada.lays_out_at_random().await;
    ada.press("fleet-ready").await;
    ada.is_on_turn().await;
    has_no_faults(&ada, "a match").await;
    ada.surrenders().await;
    ada.see("result").await;
    has_no_faults(&ada, "a result").await;
    ada.press("replay").await;
    ada.see("replay-play").await;
    has_no_faults(&ada, "a replay").await;
    for game in ["battleship", "death-roll", "mahjong", "pong", "tetris", "words"] {
        ada.visit(&format!("/help/{game}")).await;
        ada.see("help").await;
        has_no_faults(&ada, &format!("how to play {game}")).await;
        ada.visit(&format!("/local/{game}")).await;
        ada.press("local-bot-easy").await;
        ada.sees_no_more("local-bot-easy").await;
        has_no_faults(&ada, &format!("{game} on this screen")).await;
    }
    ada.has_a_calm_console(Weather::Fair).await;
}

async fn has_no_faults(person: &Person, page: &str) {
    let faults: Vec<String> = person.ask(FAULTS, json!([])).await;
    assert!(faults.is_empty(), "{page}: {faults:#?}");
}
