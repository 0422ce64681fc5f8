//! Accounts and what comes with them: histories that stay, ratings, quick matches, sessions that end.

use crate::{
    keyboard::{ENTER, tabs_to},
    people::PASSWORD,
    person::{Person, Weather},
    screen::Screen,
    stage::Stage,
};
use serde_json::json;

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_who_signs_up_keeps_their_games() {
    let stage = Stage::with_quick_bots();
    let ada = stage.person("Ada", Screen::DESK).await;
    ada.visit("/").await;
    ada.loses_to_a_bot().await;
    ada.press_by("the offer", "[data-test=keep] a").await;
    ada.fills_in("short").await;
    ada.reads_in("password-field-note", "at least 8 characters").await;
    ada.fills_in(PASSWORD).await;
    // Back where they were, in the same seat under the new name.
    ada.see("result").await;
    ada.until("the seat to have the new name", async || Ok(ada.seats().await.contains(&"Ada".into()).then_some(())))
        .await;
    assert!(!ada.sees("keep").await, "nothing is left to keep");
    ada.press("back").await;
    ada.reads_in("name", "Ada").await;
    ada.looks_at_themselves().await;
    ada.reads_in("profile-kind", "Member").await;
    ada.reads_in("record-battleship", "Accuracy").await;
    has_lost_once(&ada).await;
    ada.has_a_calm_console(Weather::Fair).await;

    ada.signs_out().await;
    ada.signs_in_as("Ada", "not the password").await;
    ada.reads_in("password-field-note", "wrong").await;
    // The name is not case-sensitive, and nothing but the password has to be typed again.
    ada.types("password-field", PASSWORD).await;
    ada.press("sign-submit").await;
    ada.reads_in("name", "Ada").await;
    ada.looks_at_themselves().await;
    has_lost_once(&ada).await;
    ada.press("match-replay").await;
    ada.see("replay").await;
    ada.has_a_calm_console(Weather::Refused).await;
}

async fn has_lost_once(person: &Person) {
    person.reads_in("match-result", "Lost").await;
    person.reads_in("match", "surrendered").await;
    assert_eq!(person.counts("match").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn names_are_ones_own() {
    let stage = Stage::as_installed();
    let (ada, bea) = (stage.person("Ada", Screen::DESK).await, stage.person("Bea", Screen::DESK).await);
    ada.signs_up().await;
    bea.visit("/sign-up").await;
    bea.types("name-field", "ADA").await;
    bea.types("password-field", PASSWORD).await;
    bea.press("sign-submit").await;
    bea.see("name-field-note").await;
    bea.until("to be told beside the name", async || {
        let script = "return document.querySelector('[data-test=name-field]').ariaInvalid";
        let invalid: Option<String> = bea.ask(script, json!([])).await;
        Ok((invalid.as_deref() == Some("true")).then_some(()))
    })
    .await;
    // After many guesses the visitor is asked to wait, and sees for how long.
    for _ in 0..7 {
        bea.signs_in_as("Ada", "a wild guess").await;
        bea.until("an answer", async || {
            let said = [bea.reads("password-field-note").await, bea.reads("lockout").await].concat();
            Ok((!said.is_empty()).then_some(()))
        })
        .await;
    }
    bea.reads_in("lockout", "You can try again in").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rated_game_counts() {
    let stage = Stage::as_installed();
    let (ada, bea) = (stage.person("Ada", Screen::DESK).await, stage.person("Bea", Screen::PHONE).await);
    for person in [&ada, &bea] {
        person.signs_up().await;
    }
    ada.press("open-table").await;
    ada.chooses("preset-voxel").await;
    ada.chooses("rated").await;
    ada.sees_no_more("seat-bot-easy").await;
    ada.press("open-submit").await;
    let code = ada.reads("code").await;
    ada.see("rated-mark").await;
    bea.joins_by_code(&code).await;
    for person in [&ada, &bea] {
        person.lays_out_at_random().await;
        person.press("fleet-ready").await;
    }
    bea.surrenders().await;
    ada.reads_in("headline", "You won").await;
    ada.reads_in("ratings", "+").await;
    bea.reads_in("ratings", "−").await;
    ada.takes_pictures("rated-result").await;
    bea.takes_pictures("rated-result").await;
    ada.press("back").await;

    ada.press("leaderboards").await;
    ada.press("leaders-battleship").await;
    ada.reads_in("leaders-table", "Bea").await;
    let mine: String = ada.ask("return document.querySelector('tr.mine').innerText", json!([])).await;
    assert!(mine.starts_with('1') && mine.contains("Ada") && mine.contains("(you)"), "{mine}");
    ada.takes_pictures("leaderboard").await;
    ada.press("by-wins").await;
    ada.until("only those who have won", async || Ok((ada.counts("leader").await == 1).then_some(()))).await;
    ada.press("of-programs").await;
    ada.reads_in("leaders-empty", "No bot").await;
    ada.press("of-people").await;
    ada.press("by-rating").await;
    ada.press_by("Bea’s name", "[data-test=leader]:not(.mine) [data-test=person]").await;
    ada.reads_in("profile-name", "Bea").await;
    ada.reads_in("rating", "provisional").await;
    ada.reads_in("change", "−").await;
    ada.reads_in("rival", "Ada").await;
    for person in [&ada, &bea] {
        person.has_a_calm_console(Weather::Fair).await;
    }
}

/// Two rated matches make a curve, which is told as well as drawn.
#[tokio::test(flavor = "multi_thread")]
async fn a_profile_shows_how_a_rating_went() {
    let stage = Stage::as_installed();
    let ada = stage.person("Ada", Screen::DESK).await;
    ada.signs_up().await;
    for name in ["Bea", "Cleo"] {
        let other = stage.person(name, Screen::PHONE).await;
        other.signs_up().await;
        ada.visit("/").await;
        ada.press("open-table").await;
        ada.chooses("preset-voxel").await;
        ada.chooses("rated").await;
        ada.press("open-submit").await;
        let code = ada.reads("code").await;
        other.joins_by_code(&code).await;
        for person in [&ada, &other] {
            person.lays_out_at_random().await;
            person.press("fleet-ready").await;
        }
        other.surrenders().await;
        ada.reads_in("headline", "You won").await;
    }
    ada.visit("/me").await;
    ada.reads_in("curve", "highest").await;
    let told: String = ada.ask("return document.querySelector('[data-test=curve] svg').ariaLabel", json!([])).await;
    assert!(told.starts_with("Rating over the last 2 rated matches"), "{told}");
    ada.takes_pictures("profile-curve").await;
    ada.has_a_calm_console(Weather::Fair).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_browsers_find_each_other() {
    let stage = Stage::as_installed();
    let (ada, bea) = (stage.person("Ada", Screen::DESK).await, stage.person("Bea", Screen::PHONE).await);
    for person in [&ada, &bea] {
        person.visit("/").await;
        person.introduces_themselves().await;
    }
    ada.goes_into("battleship", "quick-battleship").await;
    ada.until("time to pass", async || Ok((ada.reads("seeking-time").await != "0:00").then_some(()))).await;
    ada.press("seek-cancel").await;
    ada.sees_no_more("seeking").await;
    ada.press("quick-battleship").await;
    ada.see("seeking").await;
    // A search goes on while one looks around, and through a broken line.
    ada.press("game-leaders").await;
    ada.see("seek-note").await;
    ada.line.cut();
    ada.notices_the_silence().await;
    ada.line.mend();
    ada.is_back().await;
    bea.goes_into("battleship", "quick-battleship").await;
    for person in [&ada, &bea] {
        person.see("fleet-ready").await;
        assert!(person.path().await.starts_with("/t/"));
        person.sees_no_more("seek-note").await;
    }
    let seats = ada.seats().await;
    assert!(seats.contains(&"Ada".to_owned()) && seats.contains(&"Bea".to_owned()), "{seats:?}");
    assert_eq!(seats, bea.seats().await);
    bea.has_a_calm_console(Weather::Fair).await;
    ada.has_a_calm_console(Weather::Stormy).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_is_ended_from_elsewhere() {
    let stage = Stage::with_quick_bots();
    let (desk, phone) = (stage.person("Ada", Screen::DESK).await, stage.person("Adas phone", Screen::PHONE).await);
    desk.signs_up().await;
    // A guest who is in a game is told that it will not come along.
    phone.visit("/").await;
    phone.goes_into("battleship", "play-bot-easy").await;
    phone.see("fleet-ready").await;
    phone.visit("/sign-in").await;
    phone.reads_in("guest-games", "stays with that name").await;
    phone.signs_in_as("ada", PASSWORD).await;
    phone.reads_in("name", "Ada").await;
    assert!(!phone.sees("my-games").await, "those were the guest’s");
    phone.goes_into("battleship", "play-bot-easy").await;
    phone.see("fleet-ready").await;

    desk.visit("/settings").await;
    desk.until("both sessions", async || Ok((desk.counts("session").await == 2).then_some(()))).await;
    desk.press("session-end").await;
    desk.until("one to be left", async || Ok((desk.counts("session").await == 1).then_some(()))).await;
    phone.reads_in("toast", "signed out").await;
    phone.visit("/").await;
    let name = phone.reads("name").await;
    assert_ne!(name, "Ada", "another browser is another person");
    desk.reload().await;
    desk.reads_in("my-name", "Ada").await;
    desk.has_a_calm_console(Weather::Fair).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bots_get_tokens_and_accounts_end() {
    let stage = Stage::as_installed();
    let ada = stage.person("Ada", Screen::DESK).await;
    ada.signs_up().await;
    ada.visit("/settings").await;
    ada.types("bot-name", "Hal").await;
    ada.press("bot-make").await;
    ada.reads_in("bot", "Hal").await;
    ada.press("token-new").await;
    ada.types("token-label", "laptop").await;
    ada.chooses("scope-chat").await;
    ada.press("token-make").await;
    let secret = ada.reads("token-secret").await;
    assert!(secret.len() > 20, "{secret}");
    ada.takes_pictures("token").await;
    ada.press("dialog-close").await;
    let row = ada.reads_in("token", "laptop").await;
    assert!(row.contains("read, play") && !row.contains("chat"), "{row}");
    assert!(!row.contains(&secret), "shown once");
    ada.press("token-revoke").await;
    ada.sees_no_more("token").await;
    ada.types("my-email", "ada@example.org").await;
    ada.press("my-email-save").await;
    ada.reads_in("toast", "saved").await;

    ada.press("delete-me").await;
    ada.types("delete-password", "not the password").await;
    ada.press("delete-confirm").await;
    ada.reads_in("delete-password-note", "not your password").await;
    ada.types("delete-password", PASSWORD).await;
    ada.press("delete-confirm").await;
    ada.see("card-battleship").await;
    ada.reads_in("name", "Guest").await;
    ada.signs_in_as("Ada", PASSWORD).await;
    ada.reads_in("password-field-note", "wrong").await;
    ada.has_a_calm_console(Weather::Refused).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_without_a_pointer() {
    let stage = Stage::as_installed();
    let ada = stage.person("Ada", Screen::DESK).await;
    ada.visit("/").await;
    ada.see("card-battleship").await;
    tabs_to(&ada, "who").await;
    ada.strikes(ENTER).await;
    tabs_to(&ada, "sign-up").await;
    ada.strikes(ENTER).await;
    ada.see("name-field").await;
    tabs_to(&ada, "name-field").await;
    ada.strikes("Ada").await;
    tabs_to(&ada, "password-field").await;
    ada.strikes("short").await;
    ada.strikes(ENTER).await;
    ada.reads_in("password-field-note", "at least 8 characters").await;
    let focus: String = ada.ask("return document.activeElement.id", json!([])).await;
    assert_eq!(focus, "password-field", "trouble leads to where it is");
    ada.strikes(" but longer").await;
    ada.strikes(ENTER).await;
    ada.reads_in("name", "Ada").await;
    ada.see("card-battleship").await;
    ada.has_a_calm_console(Weather::Fair).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_page_is_wider_than_a_small_phone() {
    tour(Screen::SMALL_PHONE).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tour_of_the_pages_at_a_desk() {
    tour(Screen::DESK).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tour_of_the_pages_on_a_phone() {
    tour(Screen::PHONE).await;
}

/// Looks at every page about people, with as much on it as there can be.
async fn tour(screen: Screen) {
    let stage = Stage::with_quick_bots();
    let ada = stage.person("Ada", screen).await;
    ada.visit("/").await;
    ada.loses_to_a_bot().await;
    looks(&ada, "guest-result").await;
    for (page, hook, picture) in [
        ("/sign-in", "sign-form", "sign-in"),
        ("/sign-up", "sign-form", "sign-up"),
        ("/leaderboards", "leaders-empty", "no-leaders"),
    ] {
        ada.visit(page).await;
        ada.see(hook).await;
        looks(&ada, picture).await;
    }
    ada.visit("/sign-up").await;
    ada.types("email-field", "no address").await;
    ada.fills_in(PASSWORD).await;
    ada.reads_in("email-field-note", "does not look like").await;
    looks(&ada, "sign-up-trouble").await;
    ada.types("email-field", "ada.with.a.rather.long.address@mail.example.org").await;
    ada.press("sign-submit").await;
    ada.see("card-battleship").await;
    ada.press("who").await;
    ada.see("sign-out").await;
    looks(&ada, "menu").await;
    ada.press("my-profile").await;
    ada.see("match").await;
    looks(&ada, "profile").await;
    ada.visit("/settings").await;
    ada.see("my-email").await;
    looks(&ada, "settings-top").await;
    ada.see("session").await;
    ada.types("bot-name", "WWWWWWWWWWWWWWWWWWWWWWWW").await;
    ada.press("bot-make").await;
    ada.see("bot").await;
    looks(&ada, "settings").await;
    ada.visit("/").await;
    ada.goes_into("death-roll", "quick-death-roll").await;
    ada.see("seeking").await;
    looks(&ada, "lobby-seeking").await;
    ada.press("dialog-close").await;
    // The note about the search lies over the end of the screen, and what is below it can be scrolled out.
    let _: () =
        ada.ask("document.querySelector('[data-test=open-table]').scrollIntoView({block: 'center'})", json!([])).await;
    ada.press("open-table").await;
    ada.chooses("rated").await;
    looks(&ada, "open-rated").await;
    ada.press("dialog-close").await;
    ada.press("leaderboards").await;
    ada.see("seek-note").await;
    looks(&ada, "seek-note").await;
    ada.has_a_calm_console(Weather::Fair).await;
}

async fn looks(person: &Person, picture: &str) {
    person.fits_in_width().await;
    person.takes_pictures(picture).await;
}
