//! The end of a match as a moment: what decided it, the figures that matter, what a player may be proud of, a picture to
//! share; on every screen without scrolling.

use crate::{
    death_roll::Next,
    offline::shown_in,
    person::{Person, Weather},
    screen::Screen,
    stage::Stage,
};
use serde_json::json;
use std::fs;

/// How many matches a player plays at most to win one: each is won as often as lost.
const PATIENCE: usize = 24;

const SCREENS: [Screen; 4] = [Screen::DESK, Screen::PHONE, Screen::PHONE_ON_ITS_SIDE, Screen::SMALL_PHONE];

/// A match is played to its end, told in a sentence, shared as a picture and played again; and the first win is noticed.
#[tokio::test(flavor = "multi_thread")]
async fn the_end_of_a_match_is_a_moment() {
    let stage = Stage::with_quick_bots();
    let ada = stage.person_in_motion("Ada", Screen::DESK).await;
    ada.visit("/").await;
    ada.introduces_themselves().await;
    ada.goes_into("death-roll", "play-bot-easy").await;
    let mut won = false;
    for _ in 0..PATIENCE {
        rolls_to_the_end(&ada).await;
        ada.reads_in("why", "rolled the 1, with a chance of one in").await;
        won = ada.reads("headline").await == "You won";
        if won {
            break;
        }
        ada.press("rematch").await;
        ada.sees_no_more("result").await;
    }
    assert!(won, "not one of {PATIENCE} matches was won");
    ada.reads_in("honours", "Your first win").await;
    let stats = ada.reads("stats").await;
    assert!(stats.contains("Rolls") && stats.contains("Bot (easy)"), "{stats}");
    is_told_once(&ada).await;
    for screen in SCREENS {
        ada.has_a_screen_of(screen).await;
        does_not_scroll(&ada, screen).await;
        ada.takes_pictures(&format!("ending-{}", screen.width)).await;
    }
    ada.has_a_screen_of(Screen::DESK).await;
    ada.press("share-picture").await;
    let picture = ada
        .until("the picture to arrive", async || {
            let files = fs::read_dir(&ada.home).expect("a home").filter_map(|entry| Some(entry.ok()?.path()));
            Ok(files.into_iter().find(|path| path.extension().is_some_and(|ending| ending == "png")))
        })
        .await;
    let bytes = fs::read(&picture).expect("a picture");
    assert!(bytes.starts_with(b"\x89PNG"), "{picture:?} is no picture");
    let side = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().expect("four bytes"));
    assert_eq!((side(16), side(20)), (1200, 630));
    assert!(bytes.len() > 8_000, "{} bytes: nothing was painted", bytes.len());
    ada.press("figures").await;
    ada.reads_in("fairness", "kept the promise").await;
    ada.press("dialog-close").await;
    ada.press("replay").await;
    ada.see("replay-play").await;
    ada.has_a_calm_console(Weather::Fair).await;
}

/// Every game that can be given up shows how it stood, its figures, and all buttons at once.
#[tokio::test(flavor = "multi_thread")]
async fn every_game_ends_on_the_same_stage() {
    let stage = Stage::with_quick_bots();
    let ada = stage.person_in_motion("Ada", Screen::DESK).await;
    for game in ["battleship", "tetris", "pong", "death-roll", "words"] {
        ada.visit("/").await;
        ada.goes_into(game, "play-bot-easy").await;
        ada.see(shown_in(game)).await;
        if game == "battleship" {
            ada.lays_out_at_random().await;
            ada.press("fleet-ready").await;
            ada.is_on_turn().await;
        }
        if game == "death-roll" {
            ada.press("roll").await;
        }
        // The first roll of all may be the last.
        if game != "death-roll" || ada.next_roll().await == Next::Mine {
            ada.surrenders().await;
        }
        ada.see("headline").await;
        if matches!(game, "tetris" | "pong") {
            // A key of the match that is struck once more opens nothing: the next one would be for what it opened.
            ada.strikes("s").await;
            ada.strikes("?").await;
            ada.see("keys-dialog").await;
            ada.press("dialog-close").await;
        }
        let shapes: usize =
            ada.ask("return document.querySelectorAll('[data-test=scene] .drawing > *').length", json!([])).await;
        assert!(shapes >= 3, "{game} draws {shapes} shapes");
        let lines: usize =
            ada.ask("return document.querySelectorAll('[data-test=stats] tbody tr').length", json!([])).await;
        assert!((2..=3).contains(&lines), "{game} tells {lines} figures");
        for screen in SCREENS {
            ada.has_a_screen_of(screen).await;
            does_not_scroll(&ada, screen).await;
            ada.takes_pictures(&format!("ending-{game}-{}", screen.width)).await;
        }
        ada.has_a_screen_of(Screen::DESK).await;
    }
    ada.has_a_calm_console(Weather::Fair).await;
}

async fn rolls_to_the_end(person: &Person) {
    while person.next_roll().await == Next::Mine {
        person.press("roll").await;
        person
            .until("the roll to be under way", async || {
                let words: String =
                    person.ask("return document.querySelector('[data-test=roll]')?.textContent ?? ''", json!([])).await;
                Ok((!words.starts_with("Roll 1–")).then_some(()))
            })
            .await;
    }
}

/// One sentence says how it ended, in the line that is read out; the result beside it is not read out again.
async fn is_told_once(person: &Person) {
    let status = person.status().await;
    assert!(status.starts_with("You won") && status.matches('.').count() == 1, "{status}");
    let script = "return document.querySelectorAll('[data-test=headline][aria-live], [data-test=why][aria-live], \
        [data-test=result][role=alert], [data-test=result][aria-live]').length";
    assert_eq!(person.ask::<usize>(script, json!([])).await, 0);
}

/// All of the result shows.
pub async fn does_not_scroll(person: &Person, screen: Screen) {
    person
        .until(&format!("the result to fit {} by {}", screen.width, screen.height), async || {
            let script = "const place = document.querySelector('.result-place');
                return [place.scrollHeight - place.clientHeight, place.scrollWidth - place.clientWidth, innerWidth]";
            let [down, across, width]: [f64; 3] = person.ask(script, json!([])).await;
            Ok((down <= 1.0 && across <= 1.0 && width as u32 == screen.width).then_some(()))
        })
        .await;
    person.fits_in_width().await;
}

impl Person {
    /// The window becomes a screen of that size.
    pub async fn has_a_screen_of(&self, screen: Screen) {
        let Screen { width, height, touch } = screen;
        let metrics = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": touch });
        self.tell_browser("Emulation.setDeviceMetricsOverride", metrics).await;
    }
}
