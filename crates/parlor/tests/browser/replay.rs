//! A finished match: watched again, checked in the page, and checked by the binary.

use crate::{
    house::parlor,
    person::{Person, Weather},
    screen::Screen,
    stage::Stage,
};
use std::{fs, path::PathBuf};

#[tokio::test(flavor = "multi_thread")]
async fn replay_and_fairness() {
    let stage = Stage::with_quick_bots();
    let ada = stage.person("Ada", Screen::DESK).await;
    ada.visit("/").await;
    ada.press("play-bot-easy").await;
    ada.lays_out_at_random().await;
    ada.press("fleet-ready").await;
    for _ in 0..3 {
        ada.is_on_turn().await;
        let cell = ada.finds_a_fresh_cell().await;
        ada.fires_at(&cell).await;
    }
    ada.surrenders().await;
    ada.reads_in("why", "surrendered").await;
    ada.press("replay").await;

    scrub(&ada).await;
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
