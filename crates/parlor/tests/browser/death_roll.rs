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
    let ada = stage.person_in_motion("Ada", screen).await;
    ada.visit("/").await;
    ada.goes_into("death-roll", "play-bot-easy").await;
    ada.types("salt-number", "4711").await;
    ada.press("salt-add").await;
    ada.reads_in("luck", "4,711").await;
    ada.reads_in("roll", "Roll 1–100").await;
    ada.takes_pictures("death-roll-start").await;
    ada.fits_on_the_screen().await;

    ada.looks_out_for_spoilers("[data-test=roll], [data-test=surrender], .dr-head.awaited", 3).await;
    ada.press("roll").await;
    ada.sees_no_more("salt").await;
    while ada.next_roll().await == Next::Mine {
        ada.fits_on_the_screen().await;
        ada.strikes("r").await;
    }
    ada.was_kept_in_suspense().await;
    let (tier, result) = (ada.tier().await, ada.reads("roll-result").await);
    assert!(tier == "death" && result.contains("Death"), "{tier}: {result}");
    let ending = ada.reads_in("status", " rolled 1 of ").await;
    let headline = ada.reads("headline").await;
    assert!(ending.starts_with("You won") == (headline == "You won"), "{headline}: {ending}");
    ada.reads_in("stats", "Lowest escape").await;
    ada.takes_pictures("death-roll-result").await;

    ada.press("replay").await;
    ada.press("replay-last").await;
    ada.reads_in("roll-result", "Death").await;
    ada.press("fairness-verdict").await;
    ada.reads_in("fairness-verdict", "everything left to chance").await;
    ada.reads_in("fairness", "matches the promise").await;
    ada.takes_pictures("death-roll-replay").await;
    ada.has_a_calm_console(Weather::Fair).await;
}

/// Without the house: one person rolls both sides, to the end and its consolation, and once more.
#[tokio::test(flavor = "multi_thread")]
async fn somebody_rolls_against_themselves_at_a_desk() {
    rolls_against_themselves(Screen::DESK).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn somebody_rolls_against_themselves_on_a_phone() {
    rolls_against_themselves(Screen::PHONE).await;
}

async fn rolls_against_themselves(screen: Screen) {
    let mut stage = Stage::with_quick_bots();
    let ada = stage.person_in_motion("Ada", screen).await;
    ada.visit("/").await;
    ada.goes_into("death-roll", "local-death-roll").await;
    ada.see("local-alone").await;
    ada.takes_pictures("death-roll-solo-choice").await;
    // Nothing of this needs the house.
    stage.kill_house();
    ada.chooses("local-preset-1000").await;
    ada.press("local-alone").await;
    ada.reads_in("roll", "Roll 1–1,000").await;
    ada.reads_in("status", "against yourself").await;
    ada.takes_pictures("death-roll-solo-start").await;
    ada.looks_out_for_spoilers("[data-test=roll], .dr-head.awaited", 2).await;
    ada.press("roll").await;
    let mut pictures = std::collections::BTreeSet::new();
    let mut rolls = 1;
    loop {
        let next = ada.until("a landing", async || {
            if ada.sees("local-result").await {
                return Ok(Some(Next::TheEnd));
            }
            let script = "return document.querySelector('[data-test=roll]')?.textContent ?? ''";
            let words: String = ada.ask(script, json!([])).await;
            Ok(words.starts_with("Roll 1–").then_some(Next::Mine))
        });
        if next.await == Next::TheEnd {
            break;
        }
        let tier = ada.tier().await;
        assert_ne!(tier, "start");
        if pictures.insert(tier.clone()) {
            ada.fits_on_the_screen().await;
            ada.takes_pictures(&format!("death-roll-solo-{tier}")).await;
        }
        ada.reads_in("status", if rolls % 2 == 1 { "Now also you." } else { "Now you." }).await;
        ada.strikes("r").await;
        rolls += 1;
    }
    ada.was_kept_in_suspense().await;
    assert_eq!(ada.tier().await, "death");
    ada.reads_in("local-headline", "You won. You also lost.").await;
    assert!(ada.reads("local-comfort").await.len() > 20);
    ada.reads_in("stats", "Also you").await;
    ada.takes_pictures("death-roll-solo-end").await;
    ada.press("local-again").await;
    ada.reads_in("roll", "Roll 1–1,000").await;
    ada.press("local-stop").await;
    ada.press("local-bot-easy").await;
    ada.press("roll").await;
    ada.until("the bot, or the end", async || {
        let words: String = ada.ask("return document.querySelector('.local-page').innerText", json!([])).await;
        Ok((words.contains("Bot (easy)") || ada.sees("local-result").await).then_some(()))
    })
    .await;
    ada.has_a_calm_console(Weather::Stormy).await;
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

    /// Notes whether, while a number tumbles, there ever are fewer than `count` of what goes away when the match is over,
    /// or there is anything that comes only then.
    async fn looks_out_for_spoilers(&self, selector: &str, count: usize) {
        let script = "const [selector, count] = arguments;
            window.tumbled = 0; window.spoiled = 0;
            new MutationObserver(() => {
                if (document.querySelector('[data-test=roll-result]')?.dataset.tier !== 'rolling') return;
                window.tumbled += 1;
                const told = /rematch|would play again/.test(document.querySelector('main').textContent);
                if (document.querySelectorAll(selector).length < count || told) window.spoiled += 1;
            }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
            return true";
        let _: bool = self.ask(script, json!([selector, count])).await;
    }

    /// Nothing went away before the number had landed.
    async fn was_kept_in_suspense(&self) {
        let (tumbled, spoiled): (u32, u32) = self.ask("return [window.tumbled, window.spoiled]", json!([])).await;
        assert!(tumbled > 0 && spoiled == 0, "{spoiled} of {tumbled} moments gave it away");
    }

    /// How close the number in the tray is.
    async fn tier(&self) -> String {
        self.ask("return document.querySelector('[data-test=roll-result]').dataset.tier", json!([])).await
    }
}
