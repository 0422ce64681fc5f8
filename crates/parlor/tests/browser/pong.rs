//! Pong: on one screen without the house, and between two browsers.

use crate::{
    person::{Person, Weather},
    screen::Screen,
    stage::Stage,
};
use serde_json::json;
use std::time::Duration;
use tokio::time::sleep;

/// The Escape key, as WebDriver has it.
pub const ESCAPE: &str = "\u{e00c}";
/// The Tab key: what was typed into a field counts when it is left.
const TAB: &str = "\u{e004}";

#[tokio::test(flavor = "multi_thread")]
async fn a_person_plays_a_bot_without_the_house() {
    let mut stage = Stage::as_installed();
    let ada = stage.person("Ada", Screen::DESK).await;
    ada.visit("/").await;
    ada.goes_into("pong", "local-pong").await;
    ada.takes_pictures("pong-choice").await;
    ada.chooses("local-preset-hope").await;
    ada.press("local-bot-easy").await;
    ada.reads_in("status", "First to 5. You serve.").await;
    ada.is_in("countdown").await;
    ada.has_a_calm_console(Weather::Fair).await;
    // From here on the house is not needed.
    stage.kill_house();
    ada.moves_their_paddle('w', Go::Up).await;
    ada.is_in("rally").await;
    ada.moves_their_paddle('s', Go::Down).await;
    ada.takes_pictures("pong-rally").await;
    ada.fits_on_the_screen().await;

    // Escape pauses and goes on.
    ada.strikes(ESCAPE).await;
    ada.is_in("paused").await;
    ada.reads_in("status", "Paused").await;
    ada.takes_pictures("pong-paused").await;
    ada.strikes(ESCAPE).await;
    ada.sees_no_more("paused").await;
    ada.is_in("rally").await;

    // A player who looks away finds it as they left it.
    ada.ask::<Option<bool>>("window.dispatchEvent(new Event('blur'))", json!([])).await;
    ada.is_in("paused").await;
    ada.press("resume").await;
    ada.sees_no_more("paused").await;

    // Keys are a matter of taste, and remembered.
    ada.press("keys-change").await;
    ada.press("keymap-pause").await;
    // Some keys are the browser's.
    ada.holds(&["ControlLeft"], true).await;
    ada.reads_in("keymap-refused", "belong to the browser").await;
    ada.reads_in("keymap-pause", "press a key").await;
    ada.strikes("p").await;
    ada.reads_in("keymap-pause", "P").await;
    assert_eq!(ada.reads("keymap-refused").await, "");
    ada.press("dialog-close").await;
    // Meanwhile nothing went on.
    ada.is_in("paused").await;
    ada.has_let_go().await;
    ada.strikes("p").await;
    ada.sees_no_more("paused").await;
    ada.is_in("rally").await;
    // Nor does the button have the keys that opened the dialog.
    ada.strikes(" ").await;
    assert!(!ada.sees("keymap-dialog").await);
    ada.has_a_calm_console(Weather::Stormy).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_share_a_keyboard_to_the_end() {
    let stage = Stage::as_installed();
    let ada = stage.person("Ada", Screen::WALL).await;
    ada.visit("/local/pong").await;
    ada.chooses("local-preset-blitz").await;
    ada.press("local-two").await;
    ada.is_in("rally").await;
    ada.fits_on_the_screen().await;
    ada.takes_pictures("pong-wall").await;
    // Both run away from the ball.
    ada.holds(&["KeyW", "ArrowUp"], true).await;
    ada.waits_for("local-result").await;
    ada.holds(&["KeyW", "ArrowUp"], false).await;
    let headline = ada.reads("local-headline").await;
    assert!(headline == "Left won" || headline == "Right won", "{headline}");
    ada.see("scene").await;
    ada.takes_pictures("pong-local-result").await;
    ada.press("local-again").await;
    ada.is_in("countdown").await;
    assert_eq!(ada.points().await, (0, 0));
    ada.has_a_calm_console(Weather::Fair).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thumb_plays_on_a_small_phone() {
    let stage = Stage::as_installed();
    let ada = stage.person("Ada", Screen::SMALL_PHONE).await;
    ada.visit("/local/pong").await;
    ada.fits_on_the_screen().await;
    ada.press("local-bot-hard").await;
    ada.is_in("countdown").await;
    ada.fits_on_the_screen().await;
    ada.drags_to(0.1).await;
    ada.until("the paddle to follow the thumb", async || Ok((ada.near_paddle().await < 0.25).then_some(()))).await;
    ada.is_in("rally").await;
    ada.takes_pictures("pong-thumb").await;
    ada.turns_the_phone_and_sees("[data-test=court]", Screen::PHONE_ON_ITS_SIDE).await;
    ada.takes_pictures("pong-on-its-side").await;
    ada.press("pause").await;
    ada.is_in("paused").await;
    ada.visit("/help/pong").await;
    ada.press("demo-play").await;
    ada.is_in("countdown").await;
    ada.fits_in_width().await;
    ada.takes_pictures("pong-help").await;
    ada.has_a_calm_console(Weather::Fair).await;
}

/// Each on a court of their own, with the other's points beside it.
#[tokio::test(flavor = "multi_thread")]
async fn two_challenge_each_other() {
    let stage = Stage::as_installed();
    let (ada, bea) = (stage.person("Ada", Screen::DESK).await, stage.person("Bea", Screen::DESK).await);
    for person in [&ada, &bea] {
        person.visit("/").await;
        person.introduces_themselves().await;
    }
    ada.goes_into("pong", "open-pong").await;
    ada.chooses("preset-challenge").await;
    ada.press_by("the rules", ".options summary").await;
    ada.types("option-points", "1").await;
    ada.strikes(TAB).await;
    ada.types("option-countdown", "8").await;
    ada.press("open-submit").await;
    let code = ada.reads("code").await;
    bea.joins_by_code(&code).await;
    ada.reads_in("rival", "Bea").await;
    bea.reads_in("rival", "Ada").await;
    // Bea plays badly, and Ada not at all.
    bea.holds(&["KeyW"], true).await;
    ada.is_in("rally").await;
    ada.takes_pictures("pong-challenge").await;
    ada.waits_for("result").await;
    bea.see("result").await;
    ada.reads_in("stats", "The machine’s points").await;
    // Playing on from a moment of it gives a court and a machine, and may pause.
    ada.press("replay").await;
    ada.press("replay-next").await;
    ada.press("replay-seat-2").await;
    ada.press("play-from-here").await;
    ada.is_in("paused").await;
    ada.press("resume").await;
    ada.is_in("rally").await;
    assert!(!ada.sees("rival").await);
    for person in [&ada, &bea] {
        person.has_a_calm_console(Weather::Fair).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_browsers_play_pong_to_the_end() {
    let stage = Stage::as_installed();
    let (ada, bea) = (stage.person_in_motion("Ada", Screen::DESK).await, stage.person("Bea", Screen::PHONE).await);
    for person in [&ada, &bea] {
        person.visit("/").await;
        person.introduces_themselves().await;
    }
    ada.goes_into("pong", "open-pong").await;
    ada.chooses("preset-hope").await;
    ada.press_by("the rules", ".options summary").await;
    ada.types("option-points", "2").await;
    ada.strikes(TAB).await;
    ada.types("option-countdown", "10").await;
    ada.press("open-submit").await;
    let code = ada.reads("code").await;
    bea.joins_by_code(&code).await;
    ada.reads_in("status", "First to 2. You serve.").await;
    bea.reads_in("status", "First to 2. Ada serves.").await;

    // A pause needs both.
    ada.strikes(ESCAPE).await;
    ada.reads_in("pause-ask", "Waiting for Bea").await;
    bea.reads_in("pause-ask", "Ada asks for a pause").await;
    bea.takes_pictures("pong-asked").await;
    bea.press("pause-agree").await;
    for person in [&ada, &bea] {
        person.is_in("paused").await;
    }
    // A reload finds the match as it is, and so does coming back from another page. Meanwhile the player is not here.
    ada.reload().await;
    ada.is_in("paused").await;
    // The browser keeps a page that was left as it is, for as long as it likes.
    let goes = async |kind: &str| {
        let script = "window.dispatchEvent(new PageTransitionEvent(arguments[0], { persisted: true }))";
        bea.ask::<Option<bool>>(script, json!([kind])).await;
    };
    goes("pagehide").await;
    ada.reads_in("grace", "away").await;
    goes("pageshow").await;
    ada.sees_no_more("grace").await;
    bea.is_in("paused").await;
    ada.press("resume").await;
    for person in [&ada, &bea] {
        person.sees_no_more("paused").await;
    }

    // Everybody's own paddle is on the left and moves at once.
    ada.moves_their_paddle('w', Go::Up).await;
    bea.drags_to(0.9).await;
    bea.until("the paddle to follow the finger", async || Ok((bea.near_paddle().await > 0.75).then_some(()))).await;
    bea.fits_on_the_screen().await;
    assert!(ada.reads("net").await.contains("ms"));
    ada.takes_pictures("pong").await;
    bea.takes_pictures("pong").await;

    // Bea hides in a corner and Ada follows: one of them scores, and then again.
    bea.drags_to(1.0).await;
    ada.holds(&["KeyW"], true).await;
    ada.waits_for("result").await;
    bea.see("result").await;
    ada.holds(&["KeyW"], false).await;
    let (hers, other) = (ada.points().await, bea.points().await);
    assert_eq!(hers, (other.1, other.0), "each sees their own points on the left");
    assert!(hers.0.max(hers.1) == 2);
    ada.reads_in("stats", "Points").await;
    ada.takes_pictures("pong-result").await;

    ada.press("replay").await;
    watch_again(&ada).await;
    for person in [&ada, &bea] {
        person.has_a_calm_console(Weather::Fair).await;
    }
}

/// Scrubbing, playing, and playing on from there.
async fn watch_again(person: &Person) {
    person.press("replay-scrub").await;
    person.press("replay-play").await;
    let before: String = person.reads("replay-clock").await;
    person.until("the film to run", async || Ok((person.reads("replay-clock").await != before).then_some(()))).await;
    person.press("replay-play").await;
    person.takes_pictures("pong-replay").await;
    person.press("replay-first").await;
    person.press("play-from-here").await;
    person.is_in("paused").await;
    person.press("resume").await;
    person.is_in("countdown").await;
    person.press("back-to-replay").await;
    person.press("replay-last").await;
    person.is_in("over").await;
    person.press("fairness-verdict").await;
    person.reads_in("fairness", "matches the promise").await;
}

/// Which way a paddle goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Go {
    Up,
    Down,
}

impl Person {
    /// Waits until the match is in that phase.
    pub async fn is_in(&self, phase: &str) {
        self.until(&format!("the match to be in {phase}"), async || {
            let script = "return document.querySelector('[data-test=court]')?.dataset.phase ?? ''";
            let now: String = self.ask(script, json!([])).await;
            Ok((now == phase).then_some(()))
        })
        .await;
    }

    /// Waits for the end, however many points that takes; for none of them longer than people wait.
    pub async fn waits_for(&self, end: &str) {
        while !self.sees(end).await {
            let before = self.points().await;
            self.until("a point or the end", async || {
                Ok((self.points().await != before || self.sees(end).await).then_some(()))
            })
            .await;
        }
    }

    /// The points, own ones first.
    async fn points(&self) -> (u8, u8) {
        let [near, far] = [self.reads("points-near").await, self.reads("points-far").await];
        (near.parse().expect("a number"), far.parse().expect("a number"))
    }

    /// Where the middle of the own paddle is drawn, from 0 at the top to 1.
    pub async fn near_paddle(&self) -> f64 {
        let script = "const canvas = document.querySelector('[data-test=court] canvas');
            const x = Math.round(canvas.width * 22 / 400), pen = canvas.getContext('2d');
            const dots = pen.getImageData(x, 0, 1, canvas.height).data;
            const rows = [...Array(canvas.height).keys()].filter(row => dots[4 * row + 3] > 250);
            return rows.length ? (rows[0] + rows[rows.length - 1]) / 2 / canvas.height : -1";
        self.ask(script, json!([])).await
    }

    /// Holds a key until the own paddle has moved.
    async fn moves_their_paddle(&self, key: char, go: Go) {
        let before = self.near_paddle().await;
        let chain = self.browser.action_chain();
        chain.key_down(key).perform().await.expect("a key goes down");
        self.until(&format!("the paddle to go {go:?} from {before}"), async || {
            let moved = self.near_paddle().await - before;
            Ok((if go == Go::Up { moved < -0.02 } else { moved > 0.02 }).then_some(()))
        })
        .await;
        self.browser.action_chain().key_up(key).perform().await.expect("a key goes up");
    }

    /// Presses keys, by their place on the keyboard, or lets go of them.
    pub async fn holds(&self, keys: &[&str], down: bool) {
        let script = "for (const code of arguments[1])
            document.body.dispatchEvent(new KeyboardEvent(arguments[0], { code, key: code, bubbles: true }))";
        let kind = if down { "keydown" } else { "keyup" };
        self.ask::<Option<bool>>(script, json!([kind, keys])).await;
    }

    /// Puts a finger on the pad below the court and moves it down to so much of its height.
    async fn drags_to(&self, share: f64) {
        let place: [f64; 3] = self
            .ask(
                "const pad = document.querySelector('[data-test=touch-pad]').getBoundingClientRect();
                return [pad.left + pad.width / 2, pad.top, pad.height]",
                json!([]),
            )
            .await;
        let finger = |share: f64| json!([{ "x": place[0], "y": place[1] + place[2] * share.min(0.99) }]);
        let touch = async |kind: &str, points| {
            self.tell_browser("Input.dispatchTouchEvent", json!({ "type": kind, "touchPoints": points })).await;
        };
        touch("touchStart", finger(0.5)).await;
        sleep(Duration::from_millis(100)).await;
        touch("touchMove", finger(share)).await;
        touch("touchEnd", json!([])).await;
    }
}
