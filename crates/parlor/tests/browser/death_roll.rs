//! Death Roll, from the link to the proof.

use crate::{
    person::{Person, Weather},
    screen::Screen,
    stage::Stage,
};
use serde_json::json;

#[tokio::test(flavor = "multi_thread")]
async fn a_newcomer_rolls_against_a_bot() {
    rolls_against_a_bot(Screen::DESK).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_newcomer_rolls_on_a_small_phone() {
    rolls_against_a_bot(Screen::SMALL_PHONE).await;
}

async fn rolls_against_a_bot(screen: Screen) {
    let stage = Stage::with_quick_bots();
    let ada = stage.person("Ada", screen).await;
    ada.visit("/").await;
    ada.press_by("the bot of Death Roll", "[data-test='card-death-roll'] [data-test='play-bot-easy']").await;
    ada.types("salt-number", "4711").await;
    ada.press("salt-add").await;
    ada.reads_in("luck", "4,711").await;
    ada.reads_in("roll", "Roll 1–100").await;
    ada.fits_on_the_screen().await;

    ada.press("roll").await;
    ada.sees_no_more("salt").await;
    while ada.next_roll().await == Next::Mine {
        ada.fits_on_the_screen().await;
        ada.strikes("r").await;
    }
    let (tier, result) = (ada.tier().await, ada.reads("roll-result").await);
    assert!(tier == "death" && result.contains("Death"), "{tier}: {result}");
    let ending = ada.reads_in("status", " rolled 1 of ").await;
    let headline = ada.reads("headline").await;
    assert!(ending.starts_with("You won") == (headline == "You won"), "{headline}: {ending}");
    ada.reads_in("stats", "Lowest escape").await;

    ada.press("replay").await;
    ada.press("replay-last").await;
    ada.reads_in("roll-result", "Death").await;
    ada.press("fairness-verdict").await;
    ada.reads_in("fairness", "matches the promise").await;
    ada.has_a_calm_console(Weather::Fair).await;
}

/// What comes next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    Mine,
    TheEnd,
}

impl Person {
    /// Waits for the own turn with everything landed, or the end.
    pub async fn next_roll(&self) -> Next {
        self.until("a turn or the end", async || {
            if self.sees("result").await {
                return Ok(Some(Next::TheEnd));
            }
            let script = "return document.querySelector('[data-test=roll]')?.textContent ?? ''";
            let words: String = self.ask(script, json!([])).await;
            Ok(words.starts_with("Roll 1–").then_some(Next::Mine))
        })
        .await
    }

    /// How close the number in the tray is.
    async fn tier(&self) -> String {
        self.ask("return document.querySelector('[data-test=roll-result]').dataset.tier", json!([])).await
    }
}
