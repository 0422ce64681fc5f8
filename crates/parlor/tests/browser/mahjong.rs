//! American Mahjong: from the deal through the Charleston to the end, with bots and with people.

use crate::{
    person::{Person, Weather},
    screen::Screen,
    stage::Stage,
};
use serde_json::json;

/// What may be on the screen to be done or seen, in the order in which it is looked for.
const CHOICES: [&str; 9] =
    ["result", "next-deal", "mahjong", "vote-stop", "bid-0", "pass", "discard", "decline", "ready-for-deal"];

/// A tile that may be passed or discarded, and is not raised.
const SPARE: &str = "[data-test='tile'][aria-pressed='false']:not([data-tile='J']):not([data-tile='X'])";

#[tokio::test(flavor = "multi_thread")]
async fn a_person_and_three_bots_play_from_the_deal_to_the_end() {
    let stage = Stage::with_quick_bots();
    let ada = stage.person_in_motion("Ada", Screen::DESK).await;
    ada.visit("/").await;
    ada.goes_into("mahjong", "play-bot-easy").await;
    ada.reads_in("status", "Choose three tiles to pass right").await;
    assert_eq!(ada.counts("tile").await, 14, "East is dealt fourteen");
    ada.fits_on_the_screen().await;

    // Exact counts, and jokers stay: the button says why it does nothing.
    let why: String = ada.ask("return document.querySelector('[data-test=pass]').title", json!([])).await;
    assert!(why.contains("Choose exactly 3 tiles"), "{why}");
    ada.press("show-hints").await;
    ada.reads_in("why-hint", " needs ").await;
    ada.press("hint-raise").await;
    ada.takes_pictures("mahjong-charleston").await;
    ada.passes().await;
    ada.press("panel-close").await;
    ada.reads_in("status", "across").await;

    let mut discards = 0;
    loop {
        let choice = ada.next_choice().await;
        match choice.as_str() {
            "result" => break,
            "discard" => {
                discards += 1;
                if discards == 3 {
                    ada.takes_pictures("mahjong-turn").await;
                    ada.looks_at_the_card().await;
                }
            }
            _ => {}
        }
        ada.plays(&choice).await;
    }
    assert!(discards > 0, "nothing was discarded");
    let settled = ada.reads("why").await;
    assert!(settled.contains("Mahjong!") || settled.contains("none pays"), "{settled}");
    ada.reads_in("stats", "Paid").await;
    ada.takes_pictures("mahjong-result").await;

    ada.press("replay").await;
    ada.press("replay-last").await;
    // Four hands of thirteen, and the tile that won.
    let open: usize =
        ada.ask("return document.querySelectorAll('[data-test=open-hand] [data-tile]').length", json!([])).await;
    assert!((52..=53).contains(&open), "{open} tiles lie open");
    ada.takes_pictures("mahjong-replay").await;
    ada.press("fairness-verdict").await;
    ada.reads_in("fairness-verdict", "everything left to chance").await;
    ada.has_a_calm_console(Weather::Fair).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_claim_window_survives_a_reload() {
    let stage = Stage::with_quick_bots();
    let (ada, ben) = (stage.person("Ada", Screen::DESK).await, stage.person("Ben", Screen::DESK).await);
    ada.visit("/").await;
    ada.goes_into("mahjong", "open-mahjong").await;
    // No Charleston and no clocks: a player who reloads has time enough.
    ada.chooses("preset-training").await;
    ada.press("open-submit").await;
    let code = ada.reads("code").await;
    ben.visit("/").await;
    ben.joins_by_code(&code).await;
    ada.seats_a_bot().await;
    ada.seats_a_bot().await;
    for person in [&ada, &ben] {
        person.see("rack").await;
        // Nothing is let go before the player has seen it.
        person.press("table-looks").await;
        person.press("switch-quick").await;
        person.press("dialog-close").await;
    }
    ada.reads_in("status", "choose a discard").await;
    ada.plays("discard").await;

    let prompt = ben.see("claim-prompt").await;
    let offered = prompt.attr("data-tile").await.expect("a page").expect("a tile");
    let rack = ben.tiles().await;
    ben.press("show-scores").await;
    ben.reads_in("ledger", "In all").await;
    let told = ben.reads("told-moves").await;
    assert!(told.contains("discards"), "{told}");
    ben.takes_pictures("mahjong-claim").await;
    ben.reload().await;
    let again = ben.see("claim-prompt").await.attr("data-tile").await.expect("a page").expect("a tile");
    assert_eq!(again, offered, "the same discard is offered");
    assert_eq!(ben.tiles().await, rack, "and the rack is the same");
    let again = ben.reads("told-moves").await;
    assert!(again.starts_with(&told), "and what happened is told again: {again}");
    ben.plays("decline").await;

    // The match goes on: Ben has a turn, and Ada is offered what he discards.
    for _ in 0..40 {
        let choice = ben.next_choice_with(&ada).await;
        ben.plays(&choice).await;
        if choice == "discard" {
            break;
        }
    }
    ada.until("another discard", async || Ok((ada.counts("discarded").await >= 2).then_some(()))).await;
    for person in [&ada, &ben] {
        let hidden: usize =
            person.ask("return document.querySelectorAll('.mj-player .mj-backs [data-tile]').length", json!([])).await;
        assert_eq!(hidden, 0, "{} sees what others hide", person.name);
        person.has_a_calm_console(Weather::Fair).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn mahjong_is_played_by_touch_on_a_phone() {
    let stage = Stage::with_quick_bots();
    let ada = stage.person("Ada", Screen::PHONE).await;
    ada.visit("/").await;
    ada.goes_into("mahjong", "play-bot-easy").await;
    ada.see("pass").await;
    ada.fits_on_the_screen().await;
    let tile: f64 =
        ada.ask("return document.querySelector('[data-test=tile]').getBoundingClientRect().width", json!([])).await;
    assert!(tile >= 40.0, "tiles of {tile} px");
    ada.takes_pictures("mahjong-phone-charleston").await;
    let mut discards = 0;
    while discards < 3 {
        let choice = ada.next_choice().await;
        if choice == "result" {
            break;
        }
        ada.plays(&choice).await;
        ada.fits_on_the_screen().await;
        discards += u8::from(choice == "discard");
    }
    ada.press("show-card").await;
    ada.see("hand-C1").await;
    ada.fits_on_the_screen().await;
    ada.takes_pictures("mahjong-phone-card").await;
    ada.press("panel-close").await;
    ada.takes_pictures("mahjong-phone").await;
    ada.turns_the_phone_and_fits(Screen::PHONE_ON_ITS_SIDE).await;
    ada.has_a_calm_console(Weather::Fair).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn mahjong_is_learnt_and_practised_without_the_house() {
    let stage = Stage::as_installed();
    let ada = stage.person("Ada", Screen::DESK).await;
    ada.visit("/help/mahjong").await;
    for tile in ["9C", "N", "7D"] {
        ada.press_by(tile, &format!("[data-test='demo-tile'][data-tile='{tile}']")).await;
    }
    ada.press("demo-pass").await;
    ada.reads_in("demo-says", "Well passed").await;
    ada.takes_pictures("mahjong-howto").await;
    // Thirteen of fourteen tiles: a hand that is nearly there, or there already if the last one was dealt or drawn by luck.
    ada.visit("/local/mahjong?bot=easy&hand=C1&tiles=13").await;
    ada.reads_in("status", "choose a discard").await;
    ada.press("show-card").await;
    ada.until("a hand that is nearly there", async || {
        let text = ada.reads("hand-C1").await;
        Ok(["1 to go", "complete"].iter().any(|words| text.contains(words)).then_some(()))
    })
    .await;
    ada.press("panel-close").await;
    ada.press("sort").await;
    ada.press_by("a spare tile", SPARE).await;
    ada.press("discard").await;
    ada.until("a discard", async || Ok((ada.counts("discarded").await > 0).then_some(()))).await;
    ada.takes_pictures("mahjong-local").await;
    // What is chosen afterwards is played, and not that hand again.
    ada.press("local-stop").await;
    ada.press("local-bot-easy").await;
    ada.reads_in("status", "Choose three tiles to pass right").await;
    ada.visit("/local/mahjong?bot=easy&hand=C99").await;
    ada.reads_in("status", "The card has no hand C99").await;
    ada.see("local-bot-easy").await;
    ada.has_a_calm_console(Weather::Fair).await;
}

impl Person {
    /// What the table is doing.
    async fn moment(&self) -> String {
        self.ask("return document.querySelector('.mj')?.dataset.moment ?? ''", json!([])).await
    }

    /// The tiles on the rack, sorted.
    async fn tiles(&self) -> Vec<String> {
        self.until("a rack", async || {
            let script =
                "return [...document.querySelectorAll('[data-test=tile]')].map(tile => tile.dataset.tile).sort()";
            let tiles: Vec<String> = self.ask(script, json!([])).await;
            Ok((!tiles.is_empty()).then_some(tiles))
        })
        .await
    }

    /// What can be done now, or what has come to be seen.
    async fn glance(&self) -> Option<String> {
        let script = "const shown = (hook) => document.querySelector(`[data-test='${hook}']`)?.checkVisibility();
            return arguments[0].find(shown) ?? null";
        self.ask(script, json!([CHOICES])).await
    }

    /// Waits until there is something to do.
    async fn next_choice(&self) -> String {
        self.until("something to do", async || Ok(self.glance().await)).await
    }

    /// The same, while another person lets go what is offered and discards when it is their turn.
    async fn next_choice_with(&self, other: &Self) -> String {
        self.until("something to do", async || {
            if let Some(choice) = self.glance().await {
                return Ok(Some(choice));
            }
            if let Some(choice) = other.glance().await {
                other.plays(&choice).await;
            }
            Ok(None)
        })
        .await
    }

    /// Does the plainest thing there is to do, and waits until something has come of it.
    async fn plays(&self, choice: &str) {
        match choice {
            "pass" => self.passes().await,
            "discard" => {
                self.press_by("a spare tile", SPARE).await;
                self.acts("discard").await;
            }
            // It may have been let go already.
            "decline" => {
                let before = self.moment().await;
                let _: bool =
                    self.ask("document.querySelector('[data-test=decline]')?.click(); return true", json!([])).await;
                self.moves_on_from(&before).await;
            }
            choice => self.acts(choice).await,
        }
    }

    /// Passes as many tiles as are asked for. Tiles that arrive just then may lower those that were raised; they are
    /// raised again.
    async fn passes(&self) {
        let before = self.moment().await;
        let mut passed = false;
        while !passed {
            while self.tiles_to_raise().await > 0 {
                self.press_by("a spare tile", SPARE).await;
            }
            self.press("pass").await;
            passed = self
                .until("the tiles to be passed", async || {
                    let moved_on = self.sees("result").await || self.moment().await != before;
                    Ok((moved_on || self.tiles_to_raise().await > 0).then_some(moved_on))
                })
                .await;
        }
    }

    /// How many more tiles have to be raised before they can be passed.
    async fn tiles_to_raise(&self) -> u8 {
        let script = "const why = document.querySelector('[data-test=pass]')?.title ?? '';
            const [need, raised] = [/exactly (\\d)/.exec(why), /(\\d) raised/.exec(why)];
            return need && raised ? need[1] - raised[1] : 0";
        self.ask(script, json!([])).await
    }

    /// Presses a button, and waits until something has come of it.
    async fn acts(&self, hook: &str) {
        let before = self.moment().await;
        self.press(hook).await;
        self.moves_on_from(&before).await;
    }

    async fn moves_on_from(&self, before: &str) {
        self.until("the table to move on", async || {
            let over = self.sees("result").await;
            Ok((over || self.moment().await != before).then_some(()))
        })
        .await;
    }

    /// Opens the card, sees how far each hand is, and closes it.
    async fn looks_at_the_card(&self) {
        self.press("show-card").await;
        self.reads_in("card", "to go").await;
        self.fits_on_the_screen().await;
        self.takes_pictures("mahjong-card").await;
        self.press("panel-close").await;
    }

    /// As host, puts a bot into an empty seat.
    async fn seats_a_bot(&self) {
        let empty = self.counts("add-bot-easy").await;
        self.press("add-bot-easy").await;
        self.until("a bot to sit down", async || Ok((self.counts("add-bot-easy").await < empty).then_some(()))).await;
    }

    /// Turns the phone, and still sees the whole table.
    async fn turns_the_phone_and_fits(&self, to: Screen) {
        let Screen { width, height, touch } = to;
        let metrics = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": touch });
        self.tell_browser("Emulation.setDeviceMetricsOverride", metrics).await;
        self.until("the rack to be seen", async || {
            let script = "const rack = document.querySelector('[data-test=rack]').getBoundingClientRect();
                return innerHeight === arguments[0] && rack.top >= 0 && rack.bottom <= innerHeight && rack.right <= innerWidth";
            Ok(self.ask::<bool>(script, json!([height])).await.then_some(()))
        })
        .await;
        self.fits_on_the_screen().await;
        self.takes_pictures("mahjong-sideways").await;
    }
}
