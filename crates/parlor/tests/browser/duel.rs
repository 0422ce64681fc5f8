//! Two people, two browsers, one whole game, and everything that can go wrong on the way.

use crate::{
    person::{Person, Weather},
    screen::Screen,
    stage::Stage,
};
use serde_json::json;
use std::time::Duration;
use tokio::time::sleep;

#[tokio::test(flavor = "multi_thread")]
async fn two_browsers_play_a_whole_game() {
    play_a_whole_game(Screen::DESK).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_phones_play_a_whole_game() {
    play_a_whole_game(Screen::PHONE).await;
}

/// How long a line stays cut.
const TUNNEL: Duration = Duration::from_secs(20);

async fn play_a_whole_game(screen: Screen) {
    let mut stage = Stage::with_quick_bots();
    let (ada, bea) = (stage.person_in_motion("Ada", screen).await, stage.person("Bea", screen).await);
    meet(&ada, &bea).await;
    lay_out(&ada, &bea).await;

    // Ada never misses and Bea never hits, so that seventeen shots decide it.
    battle(&ada, &bea, 3).await;
    ada.takes_pictures("firing").await;
    if screen.touch {
        ada.fits_on_the_screen().await;
        bea.fits_on_the_screen().await;
    }
    let before = ada.waters("enemy").await;
    ada.reload().await;
    ada.see("board").await;
    ada.until("the same waters", async || Ok((ada.waters("enemy").await == before).then_some(()))).await;
    battle(&ada, &bea, 3).await;

    through_a_tunnel(&ada, &bea).await;
    battle(&ada, &bea, 3).await;

    stage.kill_house();
    ada.notices_the_silence().await;
    bea.notices_the_silence().await;
    stage.open_house();
    ada.is_back().await;
    bea.is_back().await;
    battle(&ada, &bea, 17).await;

    finish(&ada, &bea).await;
    for person in [&ada, &bea] {
        person.has_a_calm_console(Weather::Stormy).await;
    }
}

/// Ada opens a table from the lobby, Bea comes by its code.
async fn meet(ada: &Person, bea: &Person) {
    for person in [ada, bea] {
        person.visit("/").await;
        person.introduces_themselves().await;
    }
    let code = ada.opens_a_table("hope", "public", "seat-person").await;
    ada.see("waiting").await;
    ada.takes_pictures("waiting").await;
    // The list looks again every few seconds.
    bea.reads_in("open-tables", "one seat free").await;
    bea.takes_pictures("lobby").await;
    bea.joins_by_code(&code).await;
}

/// Ada begins by hand and leaves the rest to chance, Bea leaves it all to chance.
async fn lay_out(ada: &Person, bea: &Person) {
    ada.drags("carrier", "E2").await;
    for cell in ["C2", "D2", "E2", "F2", "G2"] {
        ada.sees_at("own", cell, "Carrier").await;
    }
    ada.puts_upright("battleship", "B4").await;
    for cell in ["B4", "B5", "B6", "B7"] {
        ada.sees_at("own", cell, "Battleship").await;
    }
    ada.takes_pictures("placing").await;
    for person in [ada, bea] {
        person.lays_out_at_random().await;
        person.press("fleet-ready").await;
        person.has_a_calm_console(Weather::Fair).await;
    }
}

/// Whose turn it is, as both screens agree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Turn {
    Adas,
    Beas,
    Nobodys,
}

/// The battle goes on until Ada has fired so many shots more, or it is over.
async fn battle(ada: &Person, bea: &Person, mut shots: u32) {
    while shots > 0 {
        match ada.until("both to agree whose turn it is", async || Ok(turn(ada, bea).await)).await {
            Turn::Adas => {
                ada.fires_at(&target(bea, is_afloat).await).await;
                shots -= 1;
            }
            Turn::Beas => bea.fires_at(&target(ada, |word| word == "water").await).await,
            Turn::Nobodys => return,
        }
    }
}

async fn turn(ada: &Person, bea: &Person) -> Option<Turn> {
    let (hers, other) = (ada.status().await, bea.status().await);
    match (hers.contains("Your turn"), other.contains("Your turn")) {
        (true, false) if other.contains("Ada’s turn") => Some(Turn::Adas),
        (false, true) if hers.contains("Bea’s turn") => Some(Turn::Beas),
        (false, false) if hers.contains("won") && other.contains("won") => Some(Turn::Nobodys),
        _ => None,
    }
}

/// Whether a cell's words tell of a ship that has not been hit there.
fn is_afloat(word: &str) -> bool {
    !matches!(word, "water" | "miss") && !word.contains(',')
}

/// A look over the other's shoulder: a cell of their own waters that reads so.
async fn target(of: &Person, wanted: impl Fn(&str) -> bool) -> String {
    of.waters("own").await.into_iter().find(|(_, word)| wanted(word)).expect("there is such a cell").0
}

/// Bea's network is gone for a while and comes back; she does nothing about it.
async fn through_a_tunnel(ada: &Person, bea: &Person) {
    for person in [ada, bea] {
        person.has_a_calm_console(Weather::Fair).await;
    }
    bea.line.cut();
    bea.notices_the_silence().await;
    ada.reads_in("grace", "away").await;
    sleep(TUNNEL).await;
    bea.line.mend();
    bea.is_back().await;
    ada.sees_no_more("grace").await;
    ada.has_a_calm_console(Weather::Fair).await;
    bea.has_a_calm_console(Weather::Stormy).await;
}

/// Both see the result, and play again from the same seats.
async fn finish(ada: &Person, bea: &Person) {
    ada.reads_in("headline", "You won").await;
    bea.reads_in("headline", "You lost").await;
    for person in [ada, bea] {
        let stats = person.reads("stats").await;
        assert!(stats.contains("Accuracy") && stats.contains("100 %"), "{stats}");
        person.reads_in("why", "last ship").await;
    }
    ada.takes_pictures("result").await;
    let replay = ada.see("replay").await.attr("href").await.expect("a link").expect("an address");
    let seats = ada.seats().await;
    assert_eq!(seats, bea.seats().await);
    ada.press("rematch").await;
    bea.reads_in("rematch-note", "Ada would play again").await;
    bea.press("rematch").await;
    for person in [ada, bea] {
        person.see("fleet-ready").await;
        assert_eq!(person.seats().await, seats);
    }
    ada.visit(&replay).await;
    ada.press("replay-last").await;
    ada.fits_in_width().await;
    ada.takes_pictures("replay").await;
    gains_insight(ada).await;
}

/// On a phone the reel stays at the bottom of the screen, and what is below the board is scrolled to.
async fn scrolls_to(person: &Person, hook: &str) {
    let scroll =
        "document.querySelector(`[data-test=${arguments[0]}]`).scrollIntoView({ block: 'center' }); return true";
    let _: bool = person.ask(scroll, json!([hook])).await;
}

/// The replay says where the match turned and leads there, how lucky both were, and where `hard` would have looked.
async fn gains_insight(ada: &Person) {
    let clock = ada.reads("replay-clock").await;
    ada.reads_in("turning-point", "Ada at").await;
    let script = "return [...document.querySelectorAll('.bs-record')].map((line) => line.textContent)";
    let records: Vec<String> = ada.ask(script, json!([])).await;
    assert!(records.iter().all(|record| record.contains("luck ") && record.contains("aim ")), "{records:?}");
    // Ada never missed, and Bea never hit.
    assert!(records.iter().any(|record| record.starts_with("Ada: 100 %") && record.contains("luck +")), "{records:?}");
    assert!(records.iter().any(|record| record.starts_with("Bea: 0 %") && record.contains("luck −")), "{records:?}");
    scrolls_to(ada, "turning-point").await;
    ada.press("turning-point").await;
    assert_ne!(ada.reads("replay-clock").await, clock);
    scrolls_to(ada, "heat").await;
    ada.press("heat").await;
    ada.until("warm cells", async || {
        let warm: usize = ada.ask("return document.querySelectorAll('.bs-heat').length", json!([])).await;
        Ok((warm > 20).then_some(()))
    })
    .await;
    let likely: usize =
        ada.ask("return document.querySelectorAll('.bs-cell[aria-label*=likely]').length", json!([])).await;
    assert!(likely > 20, "{likely} cells tell it");
    ada.takes_pictures("replay-heat").await;
}
