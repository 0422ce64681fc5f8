//! What can be chosen before a match: the rules of a table, and bots on this screen.

use crate::{
    person::{Person, Weather},
    screen::Screen,
    stage::Stage,
};
use serde_json::{Value, json};

/// The form that opens a table reaches every part of the rules, and says what is wrong with a board of one's own.
#[tokio::test(flavor = "multi_thread")]
async fn every_rule_is_chosen_in_the_form() {
    let stage = Stage::with_quick_bots();
    let ada = stage.person("Ada", Screen::DESK).await;
    ada.visit("/").await;
    ada.goes_into("words", "open-words").await;
    ada.chooses("preset-hope").await;
    ada.press_by("the rules", ".options > summary").await;
    ada.picks("option-layout", "classic").await;
    ada.picks("option-layout", "hope").await;
    for (field, value) in [
        ("option-layout", "classic"),
        ("option-lexicon", "english"),
        ("option-challenge", "2"),
        ("option-clock", "turn"),
        ("option-turn-time", "60"),
        ("option-clock", "total"),
        ("option-total-time", "600"),
        ("option-overtime", "300"),
        ("option-penalty", "5"),
    ] {
        ada.picks(field, value).await;
    }
    ada.takes_pictures("words-options").await;
    ada.fits_in_width().await;

    ada.press_by("a board of one's own", ".wd-own > summary").await;
    ada.writes("option-own-board", "....").await;
    ada.reads_in("option-own-problem", "15 rows").await;
    let rows = vec![".......\"......."; 15];
    ada.writes("option-own-board", &rows.join("\n")).await;
    ada.writes("option-own-bag", &format!("{} ??", "abcde ".repeat(8))).await;
    ada.until("the mistake to be gone", async || Ok(ada.reads("option-own-problem").await.is_empty().then_some(())))
        .await;
    let shown: String =
        ada.ask(&format!("return {}.selectedOptions[0].textContent", hook("option-layout")), json!([])).await;
    assert_eq!(shown, "your own");
    ada.takes_pictures("words-own-board").await;
    ada.press("open-submit").await;
    let code = ada.reads("code").await;

    let config: Value = ada
        .ask(
            "return fetch(`/api/tables/${arguments[0]}`).then((it) => it.json()).then((it) => it.config)",
            json!([code]),
        )
        .await;
    assert_eq!(config["layout"], json!(rows));
    assert_eq!(config["bag"], json!(format!("{}??", "AAAAAAAABBBBBBBBCCCCCCCCDDDDDDDDEEEEEEEE")));
    assert_eq!(config["challenge"], json!("five"));
    assert_eq!(config["clock"], json!({ "total": { "seconds": 600, "overtime": 300, "penalty": 5 } }));
    assert!(config["lexicon"].as_str().is_some_and(|id| id.starts_with("lexicon/english@")), "{config}");
    ada.has_a_calm_console(Weather::Fair).await;
}

/// Three bots of several levels at one screen: each has its turn, and then it is the player's again.
#[tokio::test(flavor = "multi_thread")]
async fn several_bots_play_on_one_screen() {
    let stage = Stage::with_quick_bots();
    let ada = stage.person("Ada", Screen::PHONE).await;
    ada.visit("/local/words").await;
    ada.picks("local-third", "hard").await;
    ada.picks("local-fourth", "easy").await;
    ada.fits_in_width().await;
    ada.takes_pictures("words-local-choice").await;
    ada.press("local-bot-easy").await;
    ada.see("rack").await;
    let players: Vec<String> = ada
        .ask(
            "return [...document.querySelectorAll('[data-test=player] .wd-name')].map((name) => name.textContent)",
            json!([]),
        )
        .await;
    assert_eq!(players.len(), 4, "{players:?}");
    assert!(
        players.iter().any(|name| name.contains('1')) && players.iter().any(|name| name.contains('2')),
        "{players:?}"
    );
    ada.fits_on_the_screen().await;
    for round in 1..=2 {
        ada.reads_in("status", "Your turn").await;
        let way = ada.asks_for_a_hint().await;
        ada.drags_a_play(&way).await;
        // A press that follows a drag at once may be taken for a part of it.
        let before = turns(&ada).await;
        ada.until("the word to be played", async || {
            if turns(&ada).await > before {
                return Ok(Some(()));
            }
            let _: bool = ada.ask("document.querySelector('[data-test=play]')?.click(); return true", json!([])).await;
            Ok(None)
        })
        .await;
        ada.until("all to have had a turn", async || Ok((turns(&ada).await >= 4 * round).then_some(()))).await;
    }
    ada.takes_pictures("words-local-four").await;
    ada.has_a_calm_console(Weather::Fair).await;
}

/// How many turns the history of a match lists.
async fn turns(person: &Person) -> usize {
    person.ask("return document.querySelectorAll('.wd-match [data-test=history-turn]').length", json!([])).await
}

/// A script that finds a thing by its hook.
fn hook(name: &str) -> String {
    format!("document.querySelector(\"[data-test='{name}']\")")
}

impl Person {
    /// Picks one of the choices of a field.
    async fn picks(&self, field: &str, value: &str) {
        self.press_by(&format!("{value} of {field}"), &format!("[data-test='{field}'] option[value='{value}']")).await;
    }

    /// Writes a text of several lines into a field, in place of what was there, and goes on to the next.
    async fn writes(&self, field: &str, text: &str) {
        self.see(field).await;
        let script = format!(
            "const field = {}; field.value = arguments[0]; field.dispatchEvent(new Event('change', {{ bubbles: true }})); return true",
            hook(field)
        );
        let _: bool = self.ask(&script, json!([text])).await;
    }
}
