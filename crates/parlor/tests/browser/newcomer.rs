//! A player who has just been sent a link.

use crate::{person::Weather, screen::Screen, stage::Stage};
use serde_json::json;
use std::time::Instant;

#[tokio::test(flavor = "multi_thread")]
async fn a_newcomer_plays_a_bot() {
    let stage = Stage::as_installed();
    let ada = stage.person_in_motion("Ada", Screen::DESK).await;
    let start = Instant::now();
    ada.visit("/").await;
    ada.goes_into("battleship", "play-bot-easy").await;
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

/// Two taps each from the link to a match with a friend: the game and “Invite friends” here, the link and a seat there.
#[tokio::test(flavor = "multi_thread")]
async fn a_friend_is_two_taps_away() {
    let stage = Stage::as_installed();
    let (ada, bea) = (stage.person("Ada", Screen::DESK).await, stage.person("Bea", Screen::PHONE).await);
    ada.visit("/").await;
    ada.goes_into("battleship", "friend-battleship").await;
    let link = ada.reads("link").await;
    assert_eq!(ada.deeds.get(), 2, "the card and the button");
    for hook in ["copy-link", "big-code"] {
        let [top, bottom, high]: [f64; 3] = ada.ask(IN_SIGHT, json!([hook])).await;
        assert!(top >= 0.0 && bottom <= high, "{hook} is at {top} to {bottom} on a screen of {high}");
    }
    // What she opens is the first tap.
    let (_, code) = link.rsplit_once('/').expect("a link to a table");
    bea.visit(&format!("/t/{code}")).await;
    bea.press("sit").await;
    assert_eq!(bea.deeds.get(), 1, "the link and a seat");
    for person in [&ada, &bea] {
        person.see("fleet-ready").await;
        person.has_a_calm_console(Weather::Fair).await;
    }
}

/// What matters most is in sight: the way into a game, and the link for a friend.
#[tokio::test(flavor = "multi_thread")]
async fn the_main_button_is_in_sight() {
    let stage = Stage::as_installed();
    for (name, screen) in [
        ("Ada", Screen::DESK),
        ("Bea", Screen::PHONE),
        ("Cat", Screen::PHONE_ON_ITS_SIDE),
        ("Dan", Screen::SMALL_PHONE),
    ] {
        let ada = stage.person(name, screen).await;
        let is_in_sight = async |hook: &str| {
            let [top, bottom, high]: [f64; 3] = ada.ask(IN_SIGHT, json!([hook])).await;
            assert!(top >= 0.0 && bottom <= high, "{hook} is at {top} to {bottom} on a screen of {high}");
        };
        for (path, hook) in [("/", "open-table"), ("/?game=tetris", "open-tetris")] {
            ada.visit(path).await;
            ada.press(hook).await;
            ada.see("open-submit").await;
            is_in_sight("open-submit").await;
            ada.takes_pictures(hook).await;
        }
        ada.visit("/?game=tetris").await;
        ada.see("play-bot-easy").await;
        is_in_sight("play-bot-easy").await;
        ada.press("friend-tetris").await;
        ada.see("copy-link").await;
        is_in_sight("copy-link").await;
    }
}

/// The link comes first, and the options after: whoever comes by it sees the rules that the host has chosen since.
#[tokio::test(flavor = "multi_thread")]
async fn options_come_after_the_link() {
    let stage = Stage::as_installed();
    let (ada, bea) = (stage.person("Ada", Screen::DESK).await, stage.person("Bea", Screen::PHONE).await);
    ada.visit("/").await;
    ada.goes_into("death-roll", "friend-death-roll").await;
    let link = ada.reads("link").await;
    let (_, code) = link.rsplit_once('/').expect("a link to a table");
    ada.press_by("the options", "[data-test='table-options'] > summary").await;
    ada.chooses("preset-thousand").await;
    ada.chooses("public").await;
    ada.takes_pictures("table-options").await;
    ada.press("change-submit").await;
    ada.reads_in("rules", "In the public list").await;

    bea.visit("/").await;
    bea.press_by("the open table", &format!("[href='/t/{code}']")).await;
    bea.reads_in("rules", "1,000").await;
    bea.press("sit").await;
    for person in [&ada, &bea] {
        person.see("roll").await;
    }
    ada.reads_in("roll", "1,000").await;
    for person in [&ada, &bea] {
        person.has_a_calm_console(Weather::Fair).await;
    }
}

/// Each game is explained with pictures, and played from there with one tap.
#[tokio::test(flavor = "multi_thread")]
async fn every_game_is_explained_and_can_be_played_from_there() {
    let stage = Stage::as_installed();
    let ada = stage.person("Ada", Screen::PHONE).await;
    for game in parlor_catalog::registry().games().map(|game| game.spec().id) {
        ada.visit(&format!("/help/{game}")).await;
        ada.see("help-play").await;
        ada.until(&format!("a picture of {game}"), async || {
            let pictures: u32 = ada.ask(PICTURES, json!([])).await;
            Ok((pictures > 0).then_some(()))
        })
        .await;
        ada.fits_in_width().await;
        ada.takes_pictures(&format!("help-{game}")).await;
        ada.press("help-play").await;
        ada.until("the game to be opened", async || Ok((ada.path().await == format!("/local/{game}")).then_some(())))
            .await;
    }
}

/// How many boards, tiles, cards or drawings a page of rules shows.
const PICTURES: &str =
    "return document.querySelectorAll('main svg, main canvas, main [role=grid], main .cn-card').length";

/// Where a thing is on the screen, and how high that is.
const IN_SIGHT: &str = "const box = document.querySelector(`[data-test='${arguments[0]}']`).getBoundingClientRect();
    return [box.top, box.bottom, innerHeight]";

/// The whole shelf shows without scrolling; on a phone it has two columns. A card tells that somewhere a seat is free, and
/// what is typed after a slash works as at a table.
#[tokio::test(flavor = "multi_thread")]
async fn all_games_are_seen_at_once() {
    let stage = Stage::as_installed();
    let (ada, bea) = (stage.person("Ada", Screen::DESK).await, stage.person("Bea", Screen::PHONE).await);
    for person in [&ada, &bea] {
        person.visit("/").await;
        person.introduces_themselves().await;
    }
    let lowest: [f64; 2] = ada
        .ask(
            "const cards = [...document.querySelectorAll('.card')].map(card => card.getBoundingClientRect().bottom);
            return [Math.max(...cards), innerHeight]",
            json!([]),
        )
        .await;
    assert!(lowest[0] <= lowest[1], "the shelf ends at {} on a screen of {}", lowest[0], lowest[1]);
    let columns: usize = bea
        .ask("return new Set([...document.querySelectorAll('.card')].map(card => card.getBoundingClientRect().left)).size", json!([]))
        .await;
    assert_eq!(columns, 2);
    ada.takes_pictures("shelf").await;
    bea.takes_pictures("shelf").await;
    bea.press("card-pong").await;
    bea.see("play-bot-easy").await;
    bea.fits_in_width().await;
    bea.takes_pictures("sheet").await;
    bea.press("dialog-close").await;
    bea.sees_no_more("game-sheet").await;
    ada.opens_a_table("hope", "public", "seat-person").await;
    bea.reads_in("news-battleship", "1 waiting").await;
    bea.reads_in("here-now", "waits at Battleship").await;
    bea.types("code-input", "/hope").await;
    bea.press("join").await;
    bea.reads_in("lobby-told", "/hope challenge").await;
    bea.has_a_calm_console(Weather::Fair).await;
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
