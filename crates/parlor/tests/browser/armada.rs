//! The armada's rules: attacks are planned with patterns, changed, dropped and confirmed.

use crate::{
    person::{Person, Weather},
    screen::Screen,
    stage::Stage,
};

#[tokio::test(flavor = "multi_thread")]
async fn armada_plans_and_patterns() {
    let stage = Stage::with_quick_bots();
    let ada = stage.person("Ada", Screen::DESK).await;
    ada.visit("/").await;
    ada.opens_a_table("armada", "private", "seat-bot-easy").await;
    ada.lays_out_at_random().await;
    ada.press("fleet-ready").await;
    ada.is_on_turn().await;

    plan(&ada, "cross", "E5", "Cross at E5 is planned").await;
    ada.press("cancel-attack").await;
    ada.reads_in("status", "choose a target").await;
    ada.sees_no_more("cancel-attack").await;

    plan(&ada, "square", "H8", "Square at H8 is planned").await;
    // Another pattern and another target change the plan; nothing has been fired yet.
    plan(&ada, "cross", "C3", "Cross at C3 is planned").await;
    assert!(ada.waters("enemy").await.values().all(|word| word == "unknown"), "a plan is not an attack");
    let button = ada.reads("confirm-attack").await;
    assert!(button.contains("C3"), "{button}");

    ada.press("confirm-attack").await;
    ada.until("the attack to land", async || Ok((ada.waters("enemy").await["C3"] != "unknown").then_some(()))).await;
    let waters = ada.waters("enemy").await;
    for cell in ["C3", "C2", "B3", "D3", "C4"] {
        assert_ne!(waters[cell], "unknown", "{cell} is part of the cross");
    }
    assert_eq!(waters.values().filter(|word| *word != "unknown").count(), 5, "and nothing else is");
    let cross = ada.see("pattern-cross").await.attr("aria-label").await.expect("a label").unwrap_or_default();
    assert_eq!(cross, "Cross, 1 left");

    // A typed shot that is refused fires nothing else: the plan that stood goes with it.
    ada.is_on_turn().await;
    plan(&ada, "square", "H8", "Square at H8 is planned").await;
    ada.says("/fire C3").await;
    ada.reads_in("status", "choose a target").await;
    ada.says("/gc and nothing flies").await;
    ada.reads_in("chat-lines", "and nothing flies").await;
    assert_eq!(ada.waters("enemy").await, waters);
    ada.says("/fire H8").await;
    ada.until("the shot to land", async || Ok((ada.waters("enemy").await["H8"] != "unknown").then_some(()))).await;
    let fired = ada.waters("enemy").await.values().filter(|word| *word != "unknown").count();
    assert_eq!(fired, 6, "one more cell, and not a square");
    ada.has_a_calm_console(Weather::Fair).await;
}

/// Takes a pattern and aims it at a cell.
async fn plan(person: &Person, pattern: &str, cell: &str, words: &str) {
    person.press(&format!("pattern-{pattern}")).await;
    person.press(&format!("enemy-{cell}")).await;
    person.reads_in("status", words).await;
}
