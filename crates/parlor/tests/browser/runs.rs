//! Playing alone for a record: the house counts a run, and without it a run is for practice.

use crate::{person::Weather, screen::Screen, stage::Stage};

#[tokio::test(flavor = "multi_thread")]
async fn a_run_is_played_counted_and_watched() {
    let mut stage = Stage::as_installed();
    let ada = stage.person("Ada", Screen::DESK).await;
    ada.visit("/").await;
    ada.goes_into("tetris", "run-sprint").await;
    ada.reads_in("run-ready", "Clear 40 lines").await;
    ada.fits_on_the_screen().await;
    ada.takes_pictures("run-ready").await;
    ada.press("run-start").await;
    ada.stands("playing").await;
    ada.reads_in("run-missing", "40 to go").await;
    ada.reads_in("run-time", "0:0").await;
    assert!(!ada.sees("pause").await, "the clock stops for nothing");
    ada.fits_on_the_screen().await;
    ada.takes_pictures("run-playing").await;
    // A pile is no sprint.
    ada.drops_until("Space", "local-result").await;
    ada.reads_in("local-headline", "No room left").await;

    ada.visit("/run/tetris/marathon").await;
    ada.press("run-start").await;
    ada.stands("playing").await;
    ada.drops_until("Space", "local-result").await;
    ada.reads_in("local-headline", "points").await;
    ada.reads_in("run-note", "Your first run that counts.").await;
    ada.reads_in("local-result", "Create an account").await;
    ada.takes_pictures("run-result").await;
    ada.fits_in_width().await;
    ada.press("run-watch").await;
    ada.see("replay-play").await;
    ada.visit("/run/tetris/marathon").await;
    ada.reads_in("run-best", "points").await;

    // With an account it is on the list, and on the profile.
    ada.signs_up().await;
    ada.visit("/leaderboards/tetris").await;
    ada.press("by-marathon").await;
    ada.reads_in("run-leader", "(you)").await;
    ada.takes_pictures("run-leaders").await;
    ada.press("by-sprint").await;
    ada.see("runs-empty").await;
    ada.visit("/me").await;
    ada.reads_in("best-run", "Tetris marathon").await;
    ada.takes_pictures("run-profile").await;
    ada.has_a_calm_console(Weather::Fair).await;

    ada.visit("/run/tetris/marathon").await;
    ada.see("run-start").await;
    stage.kill_house();
    ada.press("run-start").await;
    ada.see("run-offline").await;
    ada.drops_until("Space", "local-result").await;
    ada.reads_in("run-note", "not counted").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_fits_on_phones() {
    let stage = Stage::as_installed();
    let screens = [Screen::PHONE, Screen::PHONE_ON_ITS_SIDE, Screen::SMALL_PHONE];
    for (name, screen) in ["Ada", "Bea", "Cleo"].into_iter().zip(screens) {
        let ada = stage.person(name, screen).await;
        ada.visit("/run/tetris/sprint").await;
        ada.see("run-start").await;
        ada.fits_on_the_screen().await;
        ada.takes_pictures("run-ready").await;
        ada.press("run-start").await;
        ada.stands("playing").await;
        ada.see("run-time").await;
        ada.fits_on_the_screen().await;
        ada.takes_pictures("run-playing").await;
    }
}
