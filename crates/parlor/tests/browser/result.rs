//! The end of a match: who played, who won, and why.

use crate::{
    arcade::open_for_two,
    ending::does_not_scroll,
    person::{Person, Weather},
    screen::Screen,
    stage::Stage,
};
use serde_json::json;

/// A player who leaves is still the one who played.
#[tokio::test(flavor = "multi_thread")]
async fn a_result_names_the_player_who_left() {
    let stage = Stage::as_installed();
    let (ada, bea) = (stage.person("Ada", Screen::DESK).await, stage.person("Bea", Screen::DESK).await);
    for game in ["battleship", "death-roll", "pong"] {
        open_for_two(&ada, &bea, game, "hope").await;
        begin_in_earnest(&ada, &bea, game).await;
        bea.press("leave").await;
        bea.press("confirm-yes").await;
        ada.reads_in("why", "Bea left").await;
        ada.reads_in("stats", "Bea").await;
        ada.reads_in("rematch-note", "has left the table").await;
        let board: String = ada.ask("return document.querySelector('[data-test=board]').innerText", json!([])).await;
        assert!(!board.contains("Empty seat"), "{game}: {board}");
        let status = ada.status().await;
        assert!(status.contains("Bea"), "{game}: {status}");
        // The same after a reload, when the page knows only what the house tells.
        ada.reload().await;
        ada.reads_in("why", "Bea left").await;
        ada.reads_in("stats", "Bea").await;
        ada.press("to-lobby").await;
        ada.see("open-tables").await;
    }
    for person in [&ada, &bea] {
        person.has_a_calm_console(Weather::Fair).await;
    }
}

/// When a player has left, the next who comes sits down and plays, or the host takes a bot.
#[tokio::test(flavor = "multi_thread")]
async fn a_seat_that_became_free_is_filled_for_another_match() {
    let stage = Stage::with_quick_bots();
    let (ada, bea) = (stage.person("Ada", Screen::DESK).await, stage.person("Bea", Screen::DESK).await);
    let cleo = stage.person("Cleo", Screen::PHONE).await;
    cleo.visit("/").await;
    cleo.introduces_themselves().await;
    open_for_two(&ada, &bea, "battleship", "hope").await;
    begin_in_earnest(&ada, &bea, "battleship").await;
    let code = ada.reads("code").await;
    bea.press("leave").await;
    bea.press("confirm-yes").await;
    ada.reads_in("rematch-note", "has left the table").await;

    cleo.visit(&format!("/t/{code}")).await;
    cleo.reads_in("headline", "Ada won").await;
    cleo.takes_pictures("result-free-seat").await;
    cleo.fits_in_width().await;
    cleo.press("sit").await;
    cleo.reads_in("rematch-note", "Waiting").await;
    cleo.reload().await;
    cleo.reads_in("rematch-note", "Waiting").await;
    assert_eq!(cleo.reads("headline").await, "Ada won", "Cleo has not played");
    assert_eq!(ada.reads("headline").await, "You won");
    ada.reads_in("rematch-note", "Cleo would play").await;
    ada.press("rematch").await;
    for person in [&ada, &cleo] {
        person.sees_no_more("result").await;
    }

    begin_in_earnest(&ada, &cleo, "battleship").await;
    cleo.press("leave").await;
    cleo.press("confirm-yes").await;
    ada.see("add-bot-easy").await;
    for screen in [Screen::PHONE_ON_ITS_SIDE, Screen::SMALL_PHONE] {
        ada.has_a_screen_of(screen).await;
        does_not_scroll(&ada, screen).await;
        ada.takes_pictures(&format!("result-add-bot-{}", screen.width)).await;
    }
    ada.press("add-bot-easy").await;
    ada.press("rematch").await;
    ada.sees_no_more("result").await;
    for person in [&ada, &bea, &cleo] {
        person.has_a_calm_console(Weather::Fair).await;
    }
}

/// Both play until the match counts.
async fn begin_in_earnest(ada: &Person, bea: &Person, game: &str) {
    match game {
        "battleship" => {
            for person in [ada, bea] {
                person.lays_out_at_random().await;
                person.press("fleet-ready").await;
            }
            ada.is_on_turn().await;
        }
        "death-roll" => {
            ada.press("roll").await;
            bea.next_roll().await;
        }
        _ => ada.is_in("rally").await,
    }
}

/// Losing is sad enough without every figure in red.
#[tokio::test(flavor = "multi_thread")]
async fn a_lost_match_is_told_in_plain_ink() {
    let stage = Stage::with_quick_bots();
    let ada = stage.person("Ada", Screen::DESK).await;
    ada.visit("/").await;
    ada.goes_into("battleship", "play-bot-easy").await;
    ada.lays_out_at_random().await;
    ada.press("fleet-ready").await;
    ada.is_on_turn().await;
    ada.surrenders().await;
    ada.reads_in("headline", "You lost").await;
    let script = "const ink = getComputedStyle(document.body).color;
        return [...document.querySelectorAll('[data-test=headline], [data-test=stats] td')]
            .filter(figure => getComputedStyle(figure).color !== ink).length";
    assert_eq!(ada.ask::<u32>(script, json!([])).await, 0, "figures in another colour");
    ada.takes_pictures("lost").await;
    ada.has_a_calm_console(Weather::Fair).await;
}

/// A table of one's own whose match is over is among one's games, not among the tables that are open.
#[tokio::test(flavor = "multi_thread")]
async fn a_finished_table_is_not_open() {
    let stage = Stage::with_quick_bots();
    let (ada, bea) = (stage.person("Ada", Screen::DESK).await, stage.person("Bea", Screen::DESK).await);
    ada.visit("/").await;
    let code = ada.opens_a_table("hope", "public", "seat-bot-easy").await;
    ada.lays_out_at_random().await;
    ada.press("fleet-ready").await;
    ada.is_on_turn().await;
    ada.surrenders().await;
    ada.see("result").await;
    ada.press("back").await;
    ada.reads_in("my-game-state", "finished").await;
    ada.reads_in("my-game-open", "View").await;
    let listed = "return [...document.querySelectorAll('[data-test=open-table-row]')].map(row => row.dataset.code)";
    let open: Vec<String> = ada.ask(listed, json!([])).await;
    assert!(!open.contains(&code), "{open:?}");
    // Others may still look at it.
    bea.visit("/").await;
    bea.until("the table", async || Ok(bea.ask::<Vec<String>>(listed, json!([])).await.contains(&code).then_some(())))
        .await;
}
