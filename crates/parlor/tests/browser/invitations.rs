//! Invitations: from a name to a table where both play, and every other way they end.

use crate::{
    keyboard::{ENTER, tabs_to},
    person::{Person, Weather},
    screen::Screen,
    stage::Stage,
};

impl Person {
    /// Comes to the lobby under their own name.
    async fn comes_in(&self) {
        self.visit("/").await;
        self.introduces_themselves().await;
    }

    /// Invites a player to Death Roll, from its card in the lobby.
    async fn invites(&self, name: &str) {
        self.goes_into("death-roll", "open-death-roll").await;
        self.chooses("seat-by-name").await;
        self.types("invitee", name).await;
        self.press("open-submit").await;
    }

    /// Is at a table, and says which.
    async fn comes_to_a_table(&self) -> String {
        self.until("a table", async || Ok(self.path().await.strip_prefix("/t/").map(ToOwned::to_owned))).await
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_name_leads_to_a_table_where_both_play() {
    let stage = Stage::as_installed();
    let (ada, bea) = (stage.person("Ada", Screen::DESK).await, stage.person("Bea", Screen::PHONE).await);
    ada.comes_in().await;
    bea.comes_in().await;
    ada.goes_into("death-roll", "open-death-roll").await;
    ada.chooses("seat-by-name").await;
    ada.types("invitee", "Nobody At All").await;
    ada.press("open-submit").await;
    ada.reads_in("open-trouble", "No player here has that name").await;
    ada.chooses("preset-thousand").await;
    ada.types("invitee", "bEA").await;
    ada.takes_pictures("invitation-form").await;
    ada.press("open-submit").await;

    ada.reads_in("invitation-sent", "Waiting for Bea").await;
    bea.reads_in("invitation-from", "Ada").await;
    bea.reads_in("invitation-terms", "1,000").await;
    bea.reads_in("invitation-announced", "Ada invites you to Death Roll").await;
    bea.reads_in("invitations-count", "1").await;
    bea.fits_in_width().await;
    ada.takes_pictures("invitation-sent").await;
    bea.takes_pictures("invitation").await;
    bea.press("invitation-accept").await;

    let table = bea.comes_to_a_table().await;
    assert_eq!(ada.comes_to_a_table().await, table);
    assert_eq!(ada.seats().await, ["Ada", "Bea"], "the sender has the first seat");
    ada.reads_in("roll", "Roll 1–1,000").await;
    ada.press("roll").await;
    bea.reads_in("history", "1,000").await;
    assert!(!ada.sees("invitation-sent").await && !bea.sees("invitation").await);
    ada.has_a_calm_console(Weather::Fair).await;
    bea.has_a_calm_console(Weather::Fair).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn invitations_are_declined_withdrawn_and_listed() {
    let stage = Stage::with_pushy_people();
    let (ada, bea) = (stage.person("Ada", Screen::DESK).await, stage.person("Bea", Screen::DESK).await);
    ada.comes_in().await;
    bea.comes_in().await;
    ada.invites("bea").await;
    // By keyboard alone.
    bea.see("invitation-decline").await;
    tabs_to(&bea, "invitation-decline").await;
    bea.strikes(ENTER).await;
    ada.reads_in("toast", "Bea has declined").await;
    bea.sees_no_more("invitation").await;

    ada.invites("bea").await;
    bea.see("invitation").await;
    ada.press("invitation-withdraw").await;
    bea.reads_in("toast", "Ada has withdrawn").await;
    bea.sees_no_more("invitation").await;
    ada.sees_no_more("invitation-sent").await;

    // Put aside, it stays in the list.
    ada.invites("bea").await;
    ada.press("invitation-later").await;
    ada.sees_no_more("invitation-sent").await;
    bea.press("invitation-later").await;
    bea.sees_no_more("invitation").await;
    bea.press("who").await;
    bea.press("my-invitations").await;
    bea.reads_in("invitations-in", "Ada").await;
    bea.until("both that are over", async || Ok((bea.counts("invitation-past").await == 2).then_some(()))).await;
    bea.reads_in("invitations-past", "withdrawn").await;
    bea.reads_in("invitations-past", "declined").await;
    bea.takes_pictures("invitations").await;
    bea.press("list-accept").await;
    assert_eq!(ada.comes_to_a_table().await, bea.comes_to_a_table().await);
    ada.has_a_calm_console(Weather::Fair).await;
    bea.has_a_calm_console(Weather::Fair).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_acceptance_is_heard_of_after_a_broken_line() {
    let stage = Stage::as_installed();
    let (ada, bea) = (stage.person("Ada", Screen::DESK).await, stage.person("Bea", Screen::DESK).await);
    ada.signs_up().await;
    bea.signs_up().await;
    bea.looks_at_themselves().await;
    ada.visit(&bea.path().await).await;
    ada.press("invite").await;
    ada.chooses("game-battleship").await;
    ada.chooses("pace-correspondence").await;
    ada.chooses("preset-hope").await;
    ada.press("open-submit").await;
    ada.sees_no_more("open-submit").await;
    bea.see("invitation").await;
    ada.line.cut();
    bea.press("invitation-accept").await;
    let table = bea.comes_to_a_table().await;
    ada.line.mend();
    ada.reads_in("invitation-accepted", "Bea has accepted").await;
    ada.press("invitation-go").await;
    assert_eq!(ada.comes_to_a_table().await, table);
    ada.has_a_calm_console(Weather::Stormy).await;
    bea.has_a_calm_console(Weather::Fair).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_asks_too_often_is_muted_and_reported() {
    let stage = Stage::as_installed();
    let (ada, bea) = (stage.person("Ada", Screen::DESK).await, stage.person("Bea", Screen::SMALL_PHONE).await);
    ada.comes_in().await;
    bea.comes_in().await;
    ada.invites("Bea").await;
    bea.press("invitation-more").await;
    bea.fits_in_width().await;
    bea.takes_pictures("invitation-peace").await;
    bea.press("report").await;
    bea.chooses("reason-spam").await;
    bea.press("report-send").await;
    bea.reads_in("toast", "Thank you").await;
    let told = stage.parlor(&["reports"]);
    assert!(told.contains("Report 1: spam") && told.contains("about Ada") && told.contains("by Bea"), "{told}");
    bea.press("mute").await;
    bea.sees_no_more("invitation").await;
    ada.press("invitation-withdraw").await;
    ada.invites("Bea").await;
    ada.reads_in("open-trouble", "does not want to hear from you").await;

    // From her page she is heard again.
    for dialog in ["open-dialog", "game-sheet"] {
        ada.press_by(dialog, &format!("[data-test='{dialog}'] > .dialog-body > .dialog-head > button")).await;
        ada.sees_no_more(dialog).await;
    }
    ada.looks_at_themselves().await;
    let profile = ada.path().await;
    assert!(!ada.sees("mute").await, "a player cannot mute themselves");
    bea.visit(&profile).await;
    bea.reads_in("mute", "Unmute").await;
    bea.press("mute").await;
    bea.until("Ada to be heard again", async || Ok((bea.reads("mute").await == "Mute").then_some(()))).await;
    bea.fits_in_width().await;
    bea.takes_pictures("profile-peace").await;
    bea.has_a_calm_console(Weather::Fair).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_nobody_answers_runs_out() {
    let stage = Stage::with_short_invitations();
    let (ada, bea) = (stage.person("Ada", Screen::SMALL_PHONE).await, stage.person("Bea", Screen::DESK).await);
    ada.comes_in().await;
    bea.comes_in().await;
    ada.invites("Bea").await;
    bea.see("invitation").await;
    ada.reads_in("invitation-left", "0:0").await;
    ada.fits_in_width().await;
    ada.reads_in("toast", "Bea has not answered in time").await;
    bea.sees_no_more("invitation").await;
    ada.sees_no_more("invitation-sent").await;
    assert_eq!((ada.path().await.as_str(), bea.path().await.as_str()), ("/", "/"), "no ghost game");
    ada.visit("/invitations").await;
    ada.reads_in("invitation-end", "not answered in time").await;
    ada.fits_in_width().await;
    ada.has_a_calm_console(Weather::Fair).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_profile_invites_to_a_game_over_days() {
    let stage = Stage::as_installed();
    let (ada, bea) = (stage.person("Ada", Screen::DESK).await, stage.person("Bea", Screen::PHONE).await);
    ada.signs_up().await;
    bea.signs_up().await;
    bea.looks_at_themselves().await;
    let profile = bea.path().await;
    // Neither needs to be there for it.
    bea.browser.goto("about:blank").await.expect("an empty page");
    ada.visit(&profile).await;
    ada.press("invite").await;
    ada.chooses("game-battleship").await;
    ada.chooses("pace-correspondence").await;
    ada.press("open-submit").await;
    ada.reads_in("open-trouble", "rules without a clock").await;
    ada.takes_pictures("invitation-profile").await;
    ada.chooses("preset-hope").await;
    ada.press("open-submit").await;
    ada.sees_no_more("open-submit").await;
    ada.visit("/invitations").await;
    ada.reads_in("invitations-out", "over days").await;

    bea.visit("/").await;
    bea.reads_in("invitation-terms", "over days").await;
    bea.takes_pictures("invitation-days").await;
    bea.press("invitation-accept").await;
    let table = bea.comes_to_a_table().await;
    // Ada is told, and goes there when she likes: it is no hurry.
    ada.reads_in("invitation-accepted", "Bea has accepted").await;
    bea.lays_out_at_random().await;
    bea.press("fleet-ready").await;
    ada.visit("/").await;
    ada.reads_in("my-game-state", "your turn").await;
    ada.press("my-game-open").await;
    assert_eq!(ada.comes_to_a_table().await, table);
    ada.lays_out_at_random().await;
    ada.press("fleet-ready").await;
    ada.is_on_turn().await;
    ada.has_a_calm_console(Weather::Fair).await;
    bea.has_a_calm_console(Weather::Fair).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn invitations_are_typed() {
    let stage = Stage::with_quick_bots();
    let (ada, bea) = (stage.person("Ada", Screen::DESK).await, stage.person("Bea", Screen::PHONE).await);
    ada.comes_in().await;
    bea.comes_in().await;
    for person in [&ada, &bea] {
        person.goes_into("death-roll", "play-bot-easy").await;
        person.see("roll").await;
    }
    ada.says("/hope cancel").await;
    ada.reads_in("chat-told", "You have not invited anybody").await;
    ada.says("/HOPE Battleship bea").await;
    ada.reads_in("invitation-sent", "Waiting for Bea").await;
    // On a phone it does not lie on the board: it waits behind a line that opens it.
    bea.reads_in("invitations-fold", "1 invitation").await;
    assert!(!bea.sees("invitation").await);
    bea.takes_pictures("invitation-folded").await;
    bea.fits_on_the_screen().await;
    bea.has_a_screen_of(Screen::PHONE_ON_ITS_SIDE).await;
    bea.see("invitations-fold").await;
    assert!(!bea.sees("invitation").await);
    bea.takes_pictures("invitation-folded-sideways").await;
    bea.has_a_screen_of(Screen::PHONE).await;
    bea.press("invitations-fold").await;
    bea.see("invitation").await;
    bea.takes_pictures("invitation-in-a-game").await;
    ada.says("/hope cancel bea").await;
    bea.sees_no_more("invitation").await;
    ada.says("/hope challenge BEA").await;
    bea.reads_in("invitation", "Death Roll").await;
    bea.says("/hope decline eve").await;
    bea.reads_in("chat-told", "eve has not invited you").await;
    let before = ada.path().await;
    bea.says("/hope accept").await;
    // Ada is in a match: she is led there only if she wants to.
    ada.reads_in("invitation-accepted", "Bea has accepted").await;
    assert_eq!(ada.path().await, before);
    ada.takes_pictures("invitation-accepted").await;
    ada.press("invitation-go").await;
    for person in [&ada, &bea] {
        person.until("both", async || Ok((person.seats().await == ["Ada", "Bea"]).then_some(()))).await;
    }
    assert_eq!(ada.path().await, bea.path().await);
    ada.says("/hope pong").await;
    ada.until("Pong on this screen", async || Ok((ada.path().await == "/local/pong").then_some(()))).await;
    ada.has_a_calm_console(Weather::Fair).await;
}
