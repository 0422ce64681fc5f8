//! The page of those who look after the house.

use crate::{people::PASSWORD, person::Weather, screen::Screen, stage::Stage};

#[tokio::test(flavor = "multi_thread")]
async fn an_admin_bans_gives_gold_and_reads_what_was_done() {
    let stage = Stage::as_installed();
    let (ada, eve) = (stage.person("Ada", Screen::DESK).await, stage.person("Eve", Screen::DESK).await);
    ada.signs_up().await;
    eve.signs_up().await;
    ada.visit("/admin").await;
    ada.reads_in("admin-refused", "for those who look after this house").await;
    assert!(!ada.sees("admin-figures").await, "and shows nothing else");

    stage.parlor(&["admin", "promote", "Ada", "--role", "admin"]);
    ada.visit("/admin").await;
    ada.reads_in("admin-figures", "People here").await;
    ada.types("find-person", "ev").await;
    ada.reads_in("kept-person", "Eve").await;
    ada.until("Eve alone", async || Ok((ada.counts("kept-person").await == 1).then_some(()))).await;
    ada.press("give-gold").await;
    ada.types("deed-number", "250").await;
    ada.press("deed-yes").await;
    ada.reads_in("deed-reason-note", "Say why").await;
    ada.types("deed-reason", "won the cup").await;
    ada.press("deed-yes").await;
    ada.reads_in("toast", "more gold").await;
    eve.visit("/me/gold").await;
    eve.reads_in("balance", "1,250").await;

    ada.press("ban").await;
    ada.types("deed-number", "2").await;
    ada.types("deed-reason", "insults").await;
    ada.press("deed-yes").await;
    ada.reads_in("banned", "insults").await;
    eve.signs_in_as("Eve", PASSWORD).await;
    eve.until("to be told why", async || {
        Ok(eve
            .ask::<String>("return document.body.innerText", serde_json::json!([]))
            .await
            .contains("insults")
            .then_some(()))
    })
    .await;
    ada.press("unban").await;
    ada.see("ban").await;
    ada.press("admin-audit").await;
    ada.reads_in("admin-audit-list", "won the cup").await;
    ada.until("all that was done", async || Ok((ada.counts("audit-line").await == 4).then_some(()))).await;
    ada.has_a_calm_console(Weather::Refused).await;
}
