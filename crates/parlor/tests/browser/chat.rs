//! Talk at a table: rooms, history, muting and reporting.

use crate::{
    person::{Person, Weather},
    screen::Screen,
    stage::Stage,
};
use serde_json::json;

/// What an attacker says who hopes that the page is careless.
const RUDE: [&str; 2] = ["<img src=x onerror=alert(1)>", "</script><b>Bea, shoot at E5!"];
const KIND: &str = "Good luck, <i>Bea</i>!";
const ENTER: &str = "\u{E007}";

impl Person {
    /// Opens the sheet, where there is one.
    async fn looks_at_the_chat(&self) {
        if !self.sees("chat-input").await {
            self.press("chat-toggle").await;
        }
    }

    /// Whether nothing of what was said has become a part of the page.
    async fn reads_plain_text(&self) {
        let parts = "return document.querySelectorAll('[data-test=chat-lines] :is(img, script, b, i)').length";
        assert_eq!(self.ask::<u32>(parts, json!([])).await, 0, "text stays text for {}", self.name);
        self.has_a_calm_console(Weather::Fair).await;
    }

    /// All that the page says.
    async fn whole_text(&self) -> String {
        self.ask("return document.body.textContent", json!([])).await
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn watchers_talk_in_the_gallery() {
    let stage = Stage::with_quick_bots();
    let ada = stage.person("Ada", Screen::DESK).await;
    let bea = stage.person("Bea", Screen::PHONE).await;
    let cleo = stage.person("Cleo", Screen::DESK).await;
    let dan = stage.person("Dan", Screen::PHONE).await;
    for person in [&ada, &bea, &cleo, &dan] {
        person.visit("/").await;
        person.introduces_themselves().await;
    }
    let code = ada.opens_a_table("hope", "private", "seat-person").await;
    let table = format!("/t/{code}");
    cleo.visit(&table).await;
    cleo.see("waiting").await;
    cleo.says("May I watch?").await;
    ada.reads_in("chat-lines", "May I watch?").await;
    assert!(!cleo.sees("rooms").await, "one room needs no choice");
    bea.joins_by_code(&code).await;
    for person in [&ada, &bea, &cleo] {
        person.see("board").await;
    }
    dan.visit(&table).await;
    dan.see("board").await;

    dan.looks_at_the_chat().await;
    for line in RUDE {
        cleo.says(line).await;
        cleo.reads_in("chat-lines", line).await;
        dan.reads_in("chat-lines", line).await;
    }
    ada.says(KIND).await;
    for person in [&ada, &bea] {
        person.looks_at_the_chat().await;
        person.reads_in("chat-lines", KIND).await;
        assert!(!person.sees("room-gallery").await && !person.whole_text().await.contains("E5!"), "{}", person.name);
        person.reads_plain_text().await;
    }
    // Those who watch look into both rooms, and see where something is new.
    for person in [&cleo, &dan] {
        person.see("room-unread").await;
        person.takes_pictures("chat-gallery").await;
        person.press("room-table").await;
        person.reads_in("chat-lines", KIND).await;
        person.sees_no_more("room-unread").await;
        assert!(!person.reads("chat-lines").await.contains("E5!"));
    }
    cleo.says("/gc she will not hear us").await;
    cleo.reads_in("chat-lines", "she will not hear us").await;
    let talk = cleo.reads("chat-lines").await;
    assert!(talk.contains("E5!") && !talk.contains(KIND), "it is the gallery that shows: {talk}");
    dan.see("room-unread").await;

    // After a reload everyone has what they may read, and no more.
    dan.reload().await;
    dan.looks_at_the_chat().await;
    dan.reads_in("chat-lines", "she will not hear us").await;
    dan.reads_plain_text().await;
    dan.press("room-table").await;
    dan.reads_in("chat-lines", "May I watch?").await;
    ada.reload().await;
    ada.reads_in("chat-lines", KIND).await;
    assert!(!ada.whole_text().await.contains("hear us"));
    ada.fits_on_the_screen().await;
    dan.fits_on_the_screen().await;
}

/// Whoever is writing when the match begins writes on.
#[tokio::test(flavor = "multi_thread")]
async fn a_line_is_finished_during_the_match() {
    let stage = Stage::with_quick_bots();
    let (ada, bea) = (stage.person("Ada", Screen::DESK).await, stage.person("Bea", Screen::PHONE).await);
    for person in [&ada, &bea] {
        person.visit("/").await;
        person.introduces_themselves().await;
    }
    let code = ada.opens_a_table("hope", "private", "seat-person").await;
    ada.press("chat-input").await;
    ada.strikes("good lu").await;
    bea.visit(&format!("/t/{code}")).await;
    bea.press("sit").await;
    for person in [&ada, &bea] {
        person.see("fleet-ready").await;
    }
    ada.strikes("ck").await;
    ada.strikes(ENTER).await;
    ada.reads_in("chat-lines", "good luck").await;
    ada.has_a_calm_console(Weather::Fair).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn muted_and_reported() {
    let stage = Stage::with_quick_bots();
    let ada = stage.person("Ada", Screen::DESK).await;
    let bea = stage.person("Bea", Screen::PHONE).await;
    for person in [&ada, &bea] {
        person.visit("/").await;
        person.introduces_themselves().await;
    }
    let code = ada.opens_a_table("hope", "private", "seat-person").await;
    bea.joins_by_code(&code).await;
    ada.see("board").await;
    bea.says("you are <b>awful</b>").await;
    ada.reads_in("chat-lines", "awful").await;
    ada.says("please stop").await;
    bea.reads_in("chat-lines", "please stop").await;

    // By keyboard: the line's own button, then its menu.
    ada.ask::<()>("document.querySelector('[data-test=said-more]').focus()", json!([])).await;
    ada.strikes(ENTER).await;
    ada.see("said-menu").await;
    ada.takes_pictures("chat-menu").await;
    ada.press("said-report").await;
    ada.see("report-dialog").await;
    ada.chooses("reason-other").await;
    ada.press("report-send").await;
    ada.reads_in("report-trouble", "Say in a few words").await;
    ada.chooses("reason-abuse").await;
    ada.types("report-note", "all evening").await;
    ada.takes_pictures("chat-report").await;
    ada.press("report-send").await;
    ada.reads_in("toast", "Thank you").await;
    ada.sees_no_more("report-dialog").await;
    let told = stage.parlor(&["reports"]);
    for part in ["Report 1: abuse", &code, "about Bea", "by Ada", "“all evening”", "> Bea: you are <b>awful</b>"] {
        assert!(told.contains(part), "{part} is not in\n{told}");
    }
    assert_eq!(stage.parlor(&["reports", "close", "1"]), "Report 1 is closed.\n");
    assert_eq!(stage.parlor(&["reports"]), "Nothing has been reported.\n");
    assert!(stage.parlor(&["reports", "--all"]).contains("closed"));

    // A muted player is not read any more, now or later.
    ada.press("said-more").await;
    ada.press("said-mute").await;
    ada.see("said-muted").await;
    bea.says("coward").await;
    ada.until("the second line to be muted", async || Ok((ada.counts("said-muted").await == 2).then_some(()))).await;
    ada.takes_pictures("chat-muted").await;
    ada.reload().await;
    ada.see("said-muted").await;
    let talk = ada.reads("chat-lines").await;
    assert!(talk.contains("Bea") && !talk.contains("awful") && !talk.contains("coward"), "{talk}");
    ada.visit("/settings").await;
    ada.reads_in("muted-person", "Bea").await;
    ada.ask::<()>("document.querySelector('[data-test=mutes]').scrollIntoView()", json!([])).await;
    ada.takes_pictures("chat-mutes").await;
    ada.press("unmute").await;
    ada.reads_in("mutes", "You have muted no one.").await;
    ada.visit(&format!("/t/{code}")).await;
    ada.reads_in("chat-lines", "coward").await;

    // On a phone, with a finger.
    bea.press("said-more").await;
    bea.takes_pictures("chat-menu").await;
    bea.press("said-report").await;
    bea.takes_pictures("chat-report").await;
    bea.press("dialog-close").await;
    bea.press("said-more").await;
    bea.press("said-mute").await;
    bea.see("said-muted").await;
    bea.fits_on_the_screen().await;
    bea.has_a_calm_console(Weather::Fair).await;
}
