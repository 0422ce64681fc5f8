//! Tetris: on one screen without the house, and between two browsers.

use crate::{
    arcade::open_for_two,
    person::{Person, Weather},
    pong::ESCAPE,
    screen::Screen,
    stage::Stage,
};
use serde_json::json;
use std::time::SystemTime;

/// The left arrow, as WebDriver has it.
const LEFT: &str = "\u{e012}";

/// The Enter key.
const ENTER: &str = "\u{e007}";

/// A finger by its number, and where it is: shares of the field's size.
type Finger = (u8, f64, f64);

#[tokio::test(flavor = "multi_thread")]
async fn a_person_stacks_against_a_bot_without_the_house() {
    let mut stage = Stage::as_installed();
    let ada = stage.person("Ada", Screen::DESK).await;
    ada.visit("/").await;
    ada.goes_into("tetris", "local-tetris").await;
    ada.takes_pictures("tetris-choice").await;
    ada.chooses("local-preset-guideline").await;
    ada.press("local-bot-medium").await;
    ada.reads_in("status", "The player with no room left loses.").await;
    ada.stands("countdown").await;
    ada.takes_pictures("tetris-countdown").await;
    ada.has_a_calm_console(Weather::Fair).await;
    // From here on the house is not needed.
    stage.kill_house();
    ada.stands("playing").await;
    ada.sees_the_theme_at_once().await;
    // All the way to the left, and down.
    ada.holds(&["KeyA"], true).await;
    ada.until("the piece to be at the wall", async || Ok(ada.is_filled_above(0).await.then_some(()))).await;
    ada.holds(&["KeyA"], false).await;
    ada.strikes(" ").await;
    ada.until("the piece to be dropped", async || Ok((ada.score("near-score").await > 0).then_some(()))).await;
    ada.until("it to lie in the corner", async || Ok(ada.is_filled_below(0).await.then_some(()))).await;
    // And with the other half of the keyboard to the right.
    ada.holds(&["ArrowRight"], true).await;
    ada.until("the piece to be at the wall", async || Ok(ada.is_filled_above(9).await.then_some(()))).await;
    ada.holds(&["ArrowRight"], false).await;
    ada.holds(&["Enter"], true).await;
    ada.holds(&["Enter"], false).await;
    ada.until("the piece to lie in the corner", async || Ok(ada.is_filled_below(9).await.then_some(()))).await;
    ada.takes_pictures("tetris-playing").await;
    ada.fits_on_the_screen().await;

    // Escape pauses and goes on.
    ada.strikes(ESCAPE).await;
    ada.stands("paused").await;
    ada.reads_in("status", "Paused").await;
    ada.sees_the_theme_at_once().await;
    ada.takes_pictures("tetris-paused").await;
    ada.press("resume").await;
    ada.stands("countdown").await;
    ada.stands("playing").await;

    // How keys repeat is a matter of taste, and remembered.
    ada.press("handling-change").await;
    ada.slides("handling-delay", 0).await;
    ada.reads_in("handling-dialog", "at once").await;
    ada.takes_pictures("tetris-handling").await;
    ada.press("dialog-close").await;
    // Meanwhile nothing went on, and the keys are for the game again.
    ada.stands("paused").await;
    ada.has_let_go().await;
    ada.strikes(ESCAPE).await;
    ada.stands("playing").await;
    ada.strikes(" ").await;
    assert!(!ada.sees("handling-dialog").await);
    let kept: u8 = ada.ask("return JSON.parse(localStorage.parlor).numbers['tetris.delay']", json!([])).await;
    assert_eq!(kept, 0);
    ada.has_a_calm_console(Weather::Stormy).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_share_a_keyboard_to_the_end_of_tetris() {
    let stage = Stage::as_installed();
    let ada = stage.person("Ada", Screen::DESK).await;
    ada.visit("/local/tetris").await;
    ada.press("local-two").await;
    ada.stands("playing").await;
    ada.takes_pictures("tetris-pair").await;
    // The right player has a taste of their own.
    ada.press("handling-change").await;
    ada.chooses("handling-player-2").await;
    ada.slides("handling-delay", 0).await;
    ada.reads_in("handling-dialog", "at once").await;
    ada.chooses("handling-player-1").await;
    ada.reads_in("handling-dialog", "167 ms").await;
    ada.slides("handling-delay", 20).await;
    ada.press("dialog-close").await;
    let kept: [u8; 2] = ada
        .ask(
            "const chosen = JSON.parse(localStorage.parlor).numbers;
            return ['tetris.delay', 'tetris-2.delay'].map(name => chosen[name])",
            json!([]),
        )
        .await;
    assert_eq!(kept, [20, 0]);
    ada.press("resume").await;
    ada.stands("playing").await;
    // The right player just drops.
    ada.drops_until("Enter", "local-result").await;
    ada.reads_in("local-headline", "Left won").await;
    ada.reads_in("local-result", "Pieces per second").await;
    ada.see("scene").await;
    ada.takes_pictures("tetris-local-result").await;
    // The result takes the focus, and Enter plays again.
    ada.until("the result to have the focus", async || {
        let focused: bool = ada.ask("return document.activeElement.dataset.test === 'local-result'", json!([])).await;
        Ok(focused.then_some(()))
    })
    .await;
    ada.strikes(ENTER).await;
    ada.stands("countdown").await;
    assert_eq!(ada.score("far-score").await, 0);
    ada.has_a_calm_console(Weather::Fair).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thumb_stacks_on_a_small_phone() {
    let stage = Stage::as_installed();
    let ada = stage.person("Ada", Screen::SMALL_PHONE).await;
    ada.visit("/local/tetris").await;
    ada.fits_on_the_screen().await;
    ada.press("local-bot-easy").await;
    ada.stands("playing").await;
    ada.fits_on_the_screen().await;
    for _ in 0..6 {
        ada.taps("touch-left").await;
    }
    // A thumb rests on the field while the other taps: that turns the piece and moves it nowhere.
    ada.rests_a_thumb_and_taps().await;
    // Whatever presses a button without a finger presses it, too.
    let before = ada.score("near-score").await;
    ada.ask::<Option<bool>>("document.querySelector('[data-test=touch-hard]').click()", json!([])).await;
    ada.until("the piece to be dropped", async || Ok((ada.score("near-score").await > before).then_some(()))).await;
    ada.until("the piece to lie at the left", async || {
        Ok((ada.is_filled_below(0).await || ada.is_filled_below(1).await || ada.is_filled_below(2).await).then_some(()))
    })
    .await;
    // A finger on the field: it drags to the right and flicks down, without caring where exactly down is.
    ada.until("the next piece", async || Ok(ada.is_filled_above(4).await.then_some(()))).await;
    ada.drags_across(0.4).await;
    let before = ada.score("near-score").await;
    ada.flicks_down().await;
    // What falls by itself makes no points.
    ada.until("the piece to be dropped", async || Ok((ada.score("near-score").await > before).then_some(()))).await;
    ada.until("the piece to lie in the corner", async || Ok(ada.is_filled_below(9).await.then_some(()))).await;
    ada.takes_pictures("tetris-thumb").await;
    ada.turns_the_phone_and_sees(".near [data-test=field]", Screen::PHONE_ON_ITS_SIDE).await;
    ada.fits_on_the_screen().await;
    ada.taps("touch-left").await;
    ada.takes_pictures("tetris-on-its-side").await;
    ada.press("pause").await;
    ada.stands("paused").await;
    ada.visit("/help/tetris").await;
    ada.press("demo-play").await;
    ada.stands("countdown").await;
    ada.fits_in_width().await;
    ada.takes_pictures("tetris-help").await;
    ada.has_a_calm_console(Weather::Fair).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_browsers_play_tetris_to_the_end() {
    let stage = Stage::as_installed();
    let (ada, bea) = (stage.person_in_motion("Ada", Screen::DESK).await, stage.person("Bea", Screen::PHONE).await);
    for person in [&ada, &bea] {
        person.visit("/").await;
        person.introduces_themselves().await;
    }
    ada.goes_into("tetris", "open-tetris").await;
    ada.chooses("preset-hope").await;
    ada.press("open-submit").await;
    let code = ada.reads("code").await;
    bea.joins_by_code(&code).await;
    for person in [&ada, &bea] {
        person.stands("playing").await;
    }
    ada.strikes(" ").await;
    ada.until("the piece to be dropped", async || Ok((ada.score("near-score").await > 0).then_some(()))).await;
    bea.until("the other to see it", async || Ok((bea.score("far-score").await > 0).then_some(()))).await;
    bea.fits_on_the_screen().await;
    ada.takes_pictures("tetris").await;
    bea.takes_pictures("tetris").await;
    ada.reads_in("net", "ms").await;

    // After writing, the player plays on with a press on the field, or Escape.
    ada.press("chat-input").await;
    ada.press_by("her own field", ".near [data-test=field]").await;
    ada.drops_one_by_hand().await;
    ada.press("chat-input").await;
    ada.strikes(ESCAPE).await;
    ada.drops_one_by_hand().await;
    assert!(!bea.sees("pause-ask").await);
    bea.turns_the_phone_and_sees(".near [data-test=field]", Screen::PHONE_ON_ITS_SIDE).await;
    bea.takes_pictures("tetris-table-on-its-side").await;

    // A pause needs both, and either ends it. A player who declines is merely asked again.
    ada.strikes(ESCAPE).await;
    bea.reads_in("pause-ask", "Ada asks for a pause").await;
    bea.press("pause-decline").await;
    bea.sees_no_more("pause-ask").await;
    ada.press("pause-drop").await;
    ada.sees_no_more("pause-ask").await;
    ada.strikes(ESCAPE).await;
    bea.reads_in("pause-ask", "Ada asks for a pause").await;
    bea.press("pause-agree").await;
    for person in [&ada, &bea] {
        person.stands("paused").await;
    }
    // A reload finds the match as it is.
    ada.reload().await;
    ada.stands("paused").await;
    ada.press("resume").await;
    for person in [&ada, &bea] {
        person.stands("playing").await;
    }

    ada.drops_until("Space", "result").await;
    bea.see("result").await;
    ada.reads_in("status", "no room left").await;
    ada.reads_in("stats", "Rows sent").await;
    ada.takes_pictures("tetris-result").await;
    bea.takes_pictures("tetris-result").await;
    ada.press("replay").await;
    ada.press("replay-last").await;
    ada.stands("over").await;
    ada.press("replay-scrub").await;
    ada.takes_pictures("tetris-replay").await;
    play_on_beside_the_film(&ada).await;
    ada.press("fairness-verdict").await;
    ada.reads_in("fairness", "matches the promise").await;
    for person in [&ada, &bea] {
        person.has_a_calm_console(Weather::Fair).await;
    }
}

/// Playing on has the keys for itself: the film waits where it was left.
async fn play_on_beside_the_film(person: &Person) {
    let place = async || -> String {
        person.ask("return document.querySelector('[data-test=replay-scrub]').value", json!([])).await
    };
    person.press("replay-first").await;
    person.press("replay-play").await;
    person.press("play-from-here").await;
    person.stands("paused").await;
    let left_at = place().await;
    person.press("resume").await;
    person.stands("playing").await;
    let before = person.score("near-score").await;
    person
        .until("a piece to be dropped", async || {
            person.strikes(" ").await;
            Ok((person.score("near-score").await > before).then_some(()))
        })
        .await;
    person.strikes(LEFT).await;
    assert_eq!(place().await, left_at);
    person.press("back-to-replay").await;
    person.see("play-from-here").await;
    assert_eq!(place().await, left_at);
    // And moving the film shows it again.
    person.press("play-from-here").await;
    person.stands("paused").await;
    person.press("replay-first").await;
    person.sees_no_more("back-to-replay").await;
}

/// Each for themselves, with the other's points beside.
#[tokio::test(flavor = "multi_thread")]
async fn two_compete_for_points() {
    let stage = Stage::as_installed();
    let (ada, bea) = (stage.person("Ada", Screen::DESK).await, stage.person("Bea", Screen::DESK).await);
    for person in [&ada, &bea] {
        person.visit("/").await;
        person.introduces_themselves().await;
    }
    ada.goes_into("tetris", "open-tetris").await;
    ada.chooses("preset-blitz").await;
    ada.press("open-submit").await;
    let code = ada.reads("code").await;
    bea.joins_by_code(&code).await;
    ada.reads_in("status", "Most points win").await;
    ada.stands("playing").await;
    ada.drops_until("Space", "no-result-yet").await;
    ada.reads_in("lead", "+").await;
    bea.reads_in("lead", "−").await;
    ada.reads_in("clock", "1:").await;
    ada.takes_pictures("tetris-points").await;
    bea.drops_until("Enter", "result").await;
    ada.see("result").await;
    for person in [&ada, &bea] {
        person.has_a_calm_console(Weather::Fair).await;
    }
}

/// A key that comes up for the house before it went down, because the way there was too long, is nothing to complain about.
#[tokio::test(flavor = "multi_thread")]
async fn a_key_that_came_too_late_is_not_complained_about() {
    let stage = Stage::as_installed();
    let (ada, bea) = (stage.person("Ada", Screen::DESK).await, stage.person("Bea", Screen::DESK).await);
    open_for_two(&ada, &bea, "tetris", "hope").await;
    ada.stands("playing").await;
    // What is pressed gets lost on the way.
    let loses = "const send = WebSocket.prototype.send;
        WebSocket.prototype.send = function (text) {
            this.addEventListener('message', ({ data }) => { if (data.includes('not_down')) window.refused = data });
            if (!text.includes('\"press\"')) send.call(this, text);
        }";
    ada.ask::<Option<bool>>(loses, json!([])).await;
    ada.until("the house to refuse the release", async || {
        ada.holds(&["KeyA"], true).await;
        ada.holds(&["KeyA"], false).await;
        Ok(ada.ask::<Option<String>>("return window.refused", json!([])).await.map(drop))
    })
    .await;
    assert_eq!(ada.reads("refusal").await, "");
    ada.has_a_calm_console(Weather::Fair).await;
}

impl Person {
    /// Waits until the match is in that phase.
    pub async fn stands(&self, phase: &str) {
        self.until(&format!("the match to be in {phase}"), async || {
            let script = "return document.querySelector('[data-test=room]')?.dataset.phase ?? ''";
            let now: String = self.ask(script, json!([])).await;
            Ok((now == phase).then_some(()))
        })
        .await;
    }

    /// The points behind that hook.
    pub async fn score(&self, hook: &str) -> u64 {
        let digits: String = self.reads(hook).await.chars().filter(char::is_ascii_digit).collect();
        digits.parse().unwrap_or(0)
    }

    /// Whether a piece lies at the bottom of a column of the own field. Two rows: an S or a Z leaves one of its lower corners empty.
    pub async fn is_filled_below(&self, x: u32) -> bool {
        self.dots(x, 0, 2).await
    }

    /// Whether any cell in the upper half of a column is filled.
    pub async fn is_filled_above(&self, x: u32) -> bool {
        self.dots(x, 8, 12).await
    }

    /// Whether any of so many rows of a column of the own field is filled, from `y` up.
    pub async fn dots(&self, x: u32, y: u32, rows: u32) -> bool {
        let script = "const [x, y, rows] = arguments;
            const canvas = document.querySelector('.near [data-test=field] canvas');
            const cell = canvas.width / 15, pen = canvas.getContext('2d');
            const at = row => pen.getImageData((1.1 + x) * cell, (20.1 - row) * cell, 1, 1).data[3] > 200;
            return [...Array(rows).keys()].some(row => at(y + row))";
        self.ask(script, json!([x, y, rows])).await
    }

    /// Drops one piece with that key, as soon as there is one.
    pub async fn drops_one(&self, key: &str) {
        let before = self.score("near-score").await;
        self.until("a piece to be dropped", async || {
            self.holds(&[key], true).await;
            self.holds(&[key], false).await;
            Ok((self.score("near-score").await > before).then_some(()))
        })
        .await;
    }

    /// Drops one piece with the space bar, wherever the focus is.
    async fn drops_one_by_hand(&self) {
        self.has_let_go().await;
        let before = self.score("near-score").await;
        self.until("a piece to be dropped", async || {
            self.strikes(" ").await;
            Ok((self.score("near-score").await > before).then_some(()))
        })
        .await;
    }

    /// Drops pieces with that key until something can be seen, or there is no room any more.
    pub async fn drops_until(&self, key: &str, hook: &str) {
        self.until(&format!("{hook} after many drops"), async || {
            self.holds(&[key], true).await;
            self.holds(&[key], false).await;
            let out = self.ask::<bool>("return !!document.querySelector('.tetris-field.out')", json!([])).await;
            Ok((self.sees(hook).await || out && hook == "no-result-yet").then_some(()))
        })
        .await;
    }

    /// Moves a slider.
    async fn slides(&self, hook: &str, to: u8) {
        let script = "const slider = document.querySelector(`[data-test=${arguments[0]}]`);
            slider.value = arguments[1]; slider.dispatchEvent(new Event('input', { bubbles: true }))";
        self.ask::<Option<bool>>(script, json!([hook, to])).await;
    }

    /// Changes the theme, and looks at the edge of the field two pictures later.
    async fn sees_the_theme_at_once(&self) {
        for theme in ["dark", "light"] {
            let script = "document.documentElement.dataset.theme = arguments[0];
                return new Promise(seen => requestAnimationFrame(() => requestAnimationFrame(() => {
                    const canvas = document.querySelector('.near [data-test=field] canvas');
                    const cell = canvas.width / 15, pen = canvas.getContext('2d');
                    const [r, g, b] = pen.getImageData(Math.round(0.6 * cell), 10 * cell, 1, 1).data;
                    seen([`rgb(${r}, ${g}, ${b})`, getComputedStyle(canvas).getPropertyValue('--tetris-line')]);
                })))";
            let [drawn, wanted]: [String; 2] = self.ask(script, json!([theme])).await;
            assert_eq!(drawn, wanted, "{theme}");
        }
        self.ask::<Option<bool>>("delete document.documentElement.dataset.theme", json!([])).await;
    }

    /// A short tap on a button.
    async fn taps(&self, hook: &str) {
        let script = "const button = document.querySelector(`[data-test=${arguments[0]}]`);
            for (const kind of ['pointerdown', 'pointerup'])
                button.dispatchEvent(new PointerEvent(kind, { bubbles: true, buttons: 1 }))";
        self.ask::<Option<bool>>(script, json!([hook])).await;
    }

    /// Drags a finger across the own field, by a share of its width.
    async fn drags_across(&self, share: f64) {
        self.touches(&[(0.3, 0.4), (0.3 + share / 2.0, 0.4), (0.3 + share, 0.4)]).await;
    }

    /// Near the bottom, and beyond it.
    async fn flicks_down(&self) {
        self.touches(&[(0.5, 0.92), (0.48, 1.05), (0.44, 1.2)]).await;
    }

    /// One thumb is down on the left, the other taps on the right.
    async fn rests_a_thumb_and_taps(&self) {
        let (left, right) = ((0, 0.2, 0.5), (1, 0.8, 0.5));
        self.has_fingers_at(&[
            ("touchStart", &[left]),
            ("touchStart", &[left, right]),
            ("touchEnd", &[left]),
            ("touchEnd", &[]),
        ])
        .await;
    }

    /// Leads a finger over the own field; the places are shares of its size.
    async fn touches(&self, places: &[(f64, f64)]) {
        let fingers: Vec<_> = places.iter().map(|&(x, y)| [(0, x, y)]).collect();
        let kinds = std::iter::once("touchStart").chain(std::iter::repeat("touchMove"));
        let moves = kinds.zip(&fingers).map(|(kind, finger)| (kind, &finger[..]));
        self.has_fingers_at(&moves.chain([("touchEnd", &[][..])]).collect::<Vec<_>>()).await;
    }

    /// Has fingers on the own field, one moment after the other.
    async fn has_fingers_at(&self, moments: &[(&str, &[Finger])]) {
        let field: [f64; 4] = self
            .ask(
                "const field = document.querySelector('.near [data-test=field]').getBoundingClientRect();
                return [field.left, field.top, field.width, field.height]",
                json!([]),
            )
            .await;
        let [left, top, wide, high] = field;
        let finger = |&(id, x, y): &Finger| json!({ "id": id, "x": left + wide * x, "y": top + high * y });
        // The fingers say themselves when they were where, so that they are as quick on a busy machine.
        let start = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).expect("a time after 1970").as_secs_f64();
        for (index, (kind, fingers)) in moments.iter().enumerate() {
            let points: Vec<_> = fingers.iter().map(finger).collect();
            let event = json!({ "type": kind, "touchPoints": points, "timestamp": start + 0.03 * index as f64 });
            self.tell_browser("Input.dispatchTouchEvent", event).await;
        }
    }
}
