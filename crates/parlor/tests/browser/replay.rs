//! A finished match: watched again, checked in the page, and checked by the binary.

use crate::{
    house::parlor,
    keyboard::RIGHT,
    person::{Person, Weather},
    screen::Screen,
    stage::Stage,
};
use serde_json::json;
use std::{fs, path::PathBuf};

#[tokio::test(flavor = "multi_thread")]
async fn replay_and_fairness() {
    let stage = Stage::with_quick_bots();
    let ada = stage.person("Ada", Screen::DESK).await;
    watches_a_match_again(&ada).await;

    scrub(&ada).await;
    plays_by_keys(&ada).await;
    tells_each_move_once(&ada).await;
    perspectives(&ada).await;
    ada.press("fairness-verdict").await;
    let proof = ada.reads_in("fairness", "matches the promise").await;
    assert!(proof.contains("Verified"), "{proof}");

    let log = download(&ada).await;
    let verdict = parlor().arg("verify").arg(log).output().expect("the binary runs");
    assert!(verdict.status.success(), "{verdict:?}");
    assert!(String::from_utf8_lossy(&verdict.stdout).starts_with("Fair"), "{verdict:?}");
    ada.has_a_calm_console(Weather::Fair).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_replay_fits_a_phone() {
    let stage = Stage::with_quick_bots();
    let ada = stage.person("Ada", Screen::PHONE).await;
    watches_a_match_again(&ada).await;
    ada.see("replay-play").await;
    ada.fits_in_width().await;
    let script = "const size = what => document.querySelector(what).getBoundingClientRect();
        const play = size('[data-test=replay-play]');
        return [play.width, play.height, size('[data-test=replay-clock]').height, size('.bs-side .bs-sea').width]";
    let [width, height, clock, board]: [f64; 4] = ada.ask(script, json!([])).await;
    assert!((width - height).abs() < 0.5, "a round button of {width} by {height}");
    assert!(clock < 30.0, "the time takes {clock} px, more than one line");
    assert!(board > 300.0, "a board of {board} px");
    ada.takes_pictures("replay-phone").await;
    ada.turns_the_phone_and_sees(".replay-stage", Screen::PHONE_ON_ITS_SIDE).await;
}

/// Plays a few shots against a bot, gives up, and opens the replay.
async fn watches_a_match_again(person: &Person) {
    person.visit("/").await;
    person.goes_into("battleship", "play-bot-easy").await;
    person.lays_out_at_random().await;
    person.press("fleet-ready").await;
    for _ in 0..3 {
        person.is_on_turn().await;
        let cell = person.finds_a_fresh_cell().await;
        person.fires_at(&cell).await;
    }
    person.surrenders().await;
    person.reads_in("why", "surrendered").await;
    person.press("replay").await;
}

/// Space plays and pauses, also right after the slider was used, whose own keys are the arrows.
async fn plays_by_keys(person: &Person) {
    person.press("replay-scrub").await;
    let (middle, _) = position(person).await;
    person.strikes(RIGHT).await;
    assert_eq!(position(person).await.0, middle + 1, "one step, not two");
    let label = "return document.querySelector('[data-test=replay-play]').ariaLabel";
    for expected in ["Pause", "Play"] {
        person.strikes(" ").await;
        assert_eq!(person.ask::<String>(label, json!([])).await, expected);
    }
}

/// A shot is told once, and the shots that fell on a board are told below it, with the name of who fired them.
async fn tells_each_move_once(person: &Person) {
    let script = "return [...document.querySelectorAll('.move')].map(line => line.innerText)";
    let lines: Vec<String> = person.ask(script, json!([])).await;
    assert!(lines.iter().any(|line| line.contains("miss") || line.contains("hit")), "{lines:#?}");
    for line in &lines {
        let notation = line.contains("place at random") || line.contains("fire ");
        assert!(!notation, "told in the game's notation as well: {line}");
    }
    person.press("replay-last").await;
    let script = "return document.querySelector('.bs-side:has([data-test=own-A1]) .bs-record').textContent";
    let record: String = person.ask(script, json!([])).await;
    assert!(record.starts_with("Bot (easy): "), "{record}");
}

/// Steps, jumps and the slider all lead where they should.
async fn scrub(person: &Person) {
    let (start, length) = position(person).await;
    assert_eq!(start, 0);
    assert!(length > 8, "two fleets, five shots and a surrender");
    for (button, expected) in
        [("next", 1), ("last", length), ("prev", length - 1), ("first", 0), ("next", 1), ("prev", 0)]
    {
        person.press(&format!("replay-{button}")).await;
        assert_eq!(position(person).await.0, expected, "{button}");
    }
    // The middle of the slider is the middle of the match.
    person.press("replay-scrub").await;
    let (middle, _) = position(person).await;
    assert!((length / 3..=length * 2 / 3).contains(&middle), "{middle} of {length}");
    person.press("replay-move-7").await;
    assert_eq!(position(person).await.0, 7);
}

/// Before the end each side knows only its own ships, and the film knows all of them.
async fn perspectives(person: &Person) {
    person.press("replay-move-7").await;
    for (eyes, own_ships, enemy_ships) in [("seat-1", true, false), ("seat-2", false, true), ("open", true, true)] {
        person.press(&format!("replay-{eyes}")).await;
        for (side, shown) in [("own", own_ships), ("enemy", enemy_ships)] {
            let waters = person.waters(side).await;
            assert_eq!(waters.values().all(|word| word != "unknown"), shown, "{side} from {eyes}: {waters:?}");
        }
    }
}

/// Where the film stands, and how long it is.
async fn position(person: &Person) -> (usize, usize) {
    let clock = person.reads("replay-clock").await;
    let numbers = clock.rsplit(' ').next().and_then(|numbers| numbers.split_once('/'));
    numbers.and_then(|(at, of)| Some((at.parse().ok()?, of.parse().ok()?))).unwrap_or_else(|| panic!("{clock}"))
}

/// Downloads the log and says where it is.
async fn download(person: &Person) -> PathBuf {
    person.press("replay-download").await;
    person
        .until("the log to arrive", async || {
            let files = fs::read_dir(&person.home).expect("a home").filter_map(|entry| Some(entry.ok()?.path()));
            Ok(files.into_iter().find(|path| path.extension().is_some_and(|ending| ending == "log")))
        })
        .await
}
