//! The moves of a match beside its board: told once, looked back at, kept over a reload, and on a phone behind the chat.

use crate::{
    offline::shown_in,
    person::{Person, Weather},
    screen::Screen,
    stage::Stage,
};
use serde_json::json;

#[tokio::test(flavor = "multi_thread")]
async fn moves_are_listed_and_looked_back_at() {
    let stage = Stage::with_quick_bots();
    let ada = stage.person("Ada", Screen::DESK).await;
    ada.visit("/").await;
    ada.introduces_themselves().await;
    ada.goes_into("battleship", "play-bot-easy").await;
    ada.lays_out_at_random().await;
    ada.press("fleet-ready").await;
    let mut fired = Vec::new();
    for _ in 0..3 {
        ada.is_on_turn().await;
        let cell = ada.finds_a_fresh_cell().await;
        ada.fires_at(&cell).await;
        fired.push(cell);
    }
    ada.is_on_turn().await;
    let told = lines(&ada).await;
    for cell in &fired {
        let shot = format!("Ada fires at {cell}: ");
        assert_eq!(told.iter().filter(|line| line.contains(&shot)).count(), 1, "{cell} in {told:#?}");
    }
    assert!(!told.iter().any(|line| line.contains("on turn")), "whose turn it is, is no move: {told:#?}");
    assert!(!told.iter().any(|line| line.contains("Bot (easy) places")), "the other fleet is a secret: {told:#?}");
    let newest: String =
        ada.ask("return document.querySelector('.told-move[aria-current]').textContent", json!([])).await;
    assert_eq!(Some(&newest), told.last());
    ada.takes_pictures("moves").await;

    // A line shows what it tells on the board, and lets go of it again.
    let latest = marked(&ada).await;
    presses_the_line(&ada, &format!("fires at {}", fired[0])).await;
    ada.until("the first shot to be marked", async || Ok((marked(&ada).await == [fired[0].clone()]).then_some(())))
        .await;
    ada.takes_pictures("looked-back").await;
    presses_the_line(&ada, &format!("fires at {}", fired[0])).await;
    ada.until("the latest shots to be marked", async || Ok((marked(&ada).await == latest).then_some(()))).await;

    // Arrows go from line to line.
    let focused = "document.querySelector('.told-move[aria-current]').focus();
        const key = (key) => document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
        key('ArrowUp');
        return document.activeElement.textContent";
    let above: String = ada.ask(focused, json!([])).await;
    assert_eq!(Some(&above), told.iter().rev().nth(1));

    ada.reload().await;
    ada.see("board").await;
    ada.until("the moves to be there again", async || {
        let again = lines(&ada).await;
        Ok((again.len() > told.len() && again[..told.len()] == told && again[told.len()].contains("may be missing"))
            .then_some(()))
    })
    .await;
    ada.has_a_calm_console(Weather::Fair).await;
}

/// All games list their moves, in the same place.
#[tokio::test(flavor = "multi_thread")]
async fn every_game_lists_its_moves() {
    let stage = Stage::with_quick_bots();
    let (ada, bea) = (stage.person("Ada", Screen::DESK).await, stage.person("Bea", Screen::SMALL_PHONE).await);
    for game in ["battleship", "tetris", "pong", "death-roll", "words", "mahjong", "codenames"] {
        for person in [&ada, &bea] {
            person.visit("/").await;
            person.goes_into(game, "play-bot-easy").await;
            person.see(shown_in(game)).await;
        }
        let script = "const rail = document.querySelector('.moves-rail')?.getBoundingClientRect();
            const chat = document.querySelector('[data-test=chat]').getBoundingClientRect();
            return !!rail && rail.height > 60 && rail.bottom <= chat.top + 1";
        assert!(ada.ask::<bool>(script, json!([])).await, "{game}: the moves are above the chat");
        ada.see("told-moves").await;
        ada.fits_on_the_screen().await;
        ada.takes_pictures(&format!("moves-{game}")).await;
        // On a phone they cost nothing until they are asked for.
        assert!(!bea.sees("told-moves").await, "{game}");
        bea.press("chat-toggle").await;
        bea.press("room-moves").await;
        bea.see("told-moves").await;
        bea.fits_in_width().await;
        bea.takes_pictures(&format!("moves-{game}")).await;
        bea.press("room-table").await;
        bea.see("chat-input").await;
        assert!(!bea.sees("told-moves").await, "{game}");
    }
    for person in [&ada, &bea] {
        person.has_a_calm_console(Weather::Fair).await;
    }
}

/// What a number tumbles towards is not told before it has landed.
#[tokio::test(flavor = "multi_thread")]
async fn the_list_does_not_run_ahead_of_the_board() {
    let stage = Stage::with_quick_bots();
    let ada = stage.person_in_motion("Ada", Screen::DESK).await;
    ada.visit("/").await;
    ada.goes_into("death-roll", "play-bot-easy").await;
    ada.next_roll().await;
    let script = "window.early = 0;
        new MutationObserver(() => {
            const landed = document.querySelectorAll('[data-test=history-roll]').length;
            const told = [...document.querySelectorAll('.told-move')].filter((line) => / rolls /.test(line.textContent));
            if (told.length > landed) window.early += 1;
        }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
        return true";
    let _: bool = ada.ask(script, json!([])).await;
    ada.press("roll").await;
    ada.until("the roll to be told", async || {
        Ok(lines(&ada).await.iter().any(|line| line.contains(" rolls ")).then_some(()))
    })
    .await;
    assert_eq!(ada.ask::<u32>("return window.early", json!([])).await, 0);
}

/// Every line of the list.
async fn lines(person: &Person) -> Vec<String> {
    person.ask("return [...document.querySelectorAll('.told-move')].map((line) => line.textContent)", json!([])).await
}

async fn presses_the_line(person: &Person, words: &str) {
    let script =
        "[...document.querySelectorAll('.told-move')].find((line) => line.textContent.includes(arguments[0])).click()";
    person.ask::<Option<bool>>(script, json!([words])).await;
}

/// The cells of the opponent's board that are marked as the latest attack.
async fn marked(person: &Person) -> Vec<String> {
    let script = "const sea = document.querySelector('[data-test=enemy-A1]').closest('.bs-sea');
        return [...sea.querySelectorAll('.bs-last')].map((cell) =>
            String.fromCharCode(65 + Math.floor(cell.x.baseVal.value)) + (Math.floor(cell.y.baseVal.value) + 1))";
    person.ask(script, json!([])).await
}
