//! What all games of the arcade have in common: gamepads, challenges, people who look away, and people who are gone.

use crate::{
    person::{Person, Weather},
    screen::Screen,
    stage::Stage,
};
use serde_json::json;

/// A gamepad of the standard layout that a test holds: browsers only show real ones.
const PAD: &str = "
    const state = { axes: [0, 0], down: new Set(), gone: false };
    const button = at => Object.create(GamepadButton.prototype, { pressed: { get: () => state.down.has(at) } });
    const pad = Object.create(Gamepad.prototype, {
        connected: { get: () => !state.gone },
        axes: { get: () => state.axes },
        buttons: { value: [...Array(16).keys()].map(button) },
    });
    window.pad = state;
    navigator.getGamepads = () => [null, pad];";

const START: u8 = 9;

/// Winds a film to the moment before its end.
const MOMENT_BEFORE: &str = "const film = document.querySelector('[data-test=replay-scrub]');
    film.value = film.max - 2; film.dispatchEvent(new Event('input', { bubbles: true }))";
/// The same for a while before the end: keys that came together count for one moment.
const WHILE_BEFORE: &str = "const film = document.querySelector('[data-test=replay-scrub]');
    film.value = film.max - 30; film.dispatchEvent(new Event('input', { bubbles: true }))";

#[tokio::test(flavor = "multi_thread")]
async fn a_gamepad_plays_tetris_and_pong() {
    let stage = Stage::as_installed();
    let ada = stage.person("Ada", Screen::DESK).await;
    ada.visit("/local/tetris").await;
    ada.takes_up_a_gamepad().await;
    ada.press("local-alone").await;
    ada.stands("playing").await;
    ada.pushes_the_stick([1.0, 0.0]).await;
    ada.until("the piece to be at the wall", async || Ok(ada.is_filled_above(9).await.then_some(()))).await;
    ada.pushes_the_stick([0.0, -1.0]).await;
    ada.until("the piece to lie in the corner", async || Ok(ada.is_filled_below(9).await.then_some(()))).await;
    ada.pushes_the_stick([0.0, 0.0]).await;
    ada.presses_on_the_pad(START).await;
    ada.stands("paused").await;
    ada.presses_on_the_pad(START).await;
    ada.stands("playing").await;
    // Its battery dies while the stick is pushed: the keyboard has the piece for itself.
    ada.pushes_the_stick([1.0, 0.0]).await;
    ada.until("the piece to be at the wall", async || Ok(ada.is_filled_above(9).await.then_some(()))).await;
    ada.ask::<Option<bool>>("pad.gone = true", json!([])).await;
    ada.lays_a_piece("KeyA", 0).await;

    ada.visit("/local/pong").await;
    ada.takes_up_a_gamepad().await;
    ada.press("local-alone").await;
    ada.is_in("countdown").await;
    ada.pushes_the_stick([0.0, -1.0]).await;
    ada.until("the paddle to be at the top", async || Ok((ada.near_paddle().await < 0.15).then_some(()))).await;
    ada.pushes_the_stick([0.0, 0.0]).await;
    // The cross is as good as the stick.
    ada.ask::<Option<bool>>("pad.down.add(13)", json!([])).await;
    ada.until("the paddle to be at the bottom", async || Ok((ada.near_paddle().await > 0.85).then_some(()))).await;
    // It is pushed up for three pictures, and gone: a second later the paddle is about where it was.
    let dies = "pad.down.clear(); pad.axes = [0, -1];
        return new Promise(seen => {
            let pictures = 0;
            const next = () => {
                pictures += 1;
                pad.gone = pictures >= 3;
                if (pictures < 63) requestAnimationFrame(next); else seen(true);
            };
            requestAnimationFrame(next);
        })";
    ada.ask::<bool>(dies, json!([])).await;
    let paddle = ada.near_paddle().await;
    assert!(paddle > 0.4, "it is no longer pushed to the top: {paddle}");
    ada.has_a_calm_console(Weather::Fair).await;
}

/// Playing alone against the machine needs no house, not even to open the page.
#[tokio::test(flavor = "multi_thread")]
async fn somebody_practises_pong_alone_without_the_house() {
    let mut stage = Stage::as_installed();
    let ada = stage.person("Ada", Screen::PHONE).await;
    ada.visit("/help/pong").await;
    let kept: bool = ada.ask("return navigator.serviceWorker.ready.then(() => true)", json!([])).await;
    assert!(kept, "the page keeps itself");
    ada.has_a_calm_console(Weather::Fair).await;
    stage.kill_house();
    ada.visit("/").await;
    ada.reads_in("lost", "The house cannot be reached").await;
    ada.takes_pictures("lobby-alone").await;
    ada.goes_into("pong", "local-pong").await;
    ada.reload().await;
    ada.chooses("local-preset-blitz").await;
    ada.press("local-alone").await;
    ada.reads_in("status", "First to 5.").await;
    // Two buttons are under the thumbs.
    ada.fits_on_the_screen().await;
    ada.keeps_a_finger_on("touch-up", true).await;
    ada.until("the paddle to be at the top", async || Ok((ada.near_paddle().await < 0.15).then_some(()))).await;
    ada.keeps_a_finger_on("touch-up", false).await;
    ada.is_in("rally").await;
    ada.takes_pictures("pong-alone").await;
    ada.keeps_a_finger_on("touch-down", true).await;
    ada.waits_for("local-result").await;
    ada.reads_in("local-headline", "won").await;
    ada.reads_in("stats", "The machine").await;
    ada.takes_pictures("pong-alone-result").await;
    ada.has_a_calm_console(Weather::Stormy).await;
    stage.open_house();
    ada.visit("/").await;
    ada.see("open-tables").await;
    ada.sees_no_more("lost").await;
}

/// Both get the same pieces, and the other's points, lines and level are beside one's own field.
#[tokio::test(flavor = "multi_thread")]
async fn two_challenge_each_other_at_tetris() {
    let stage = Stage::as_installed();
    let (ada, bea) = (stage.person("Ada", Screen::DESK).await, stage.person("Bea", Screen::PHONE).await);
    open_for_two(&ada, &bea, "tetris", "challenge").await;
    ada.reads_in("status", "Most points win").await;
    ada.stands("playing").await;
    assert!(!ada.sees("pause").await, "the clock runs for both");
    ada.reads_in("clock", "9:").await;
    // Neither sees on the other's field which pieces are to come.
    for person in [&ada, &bea] {
        person.reads_in("veil", "Seen at the end").await;
    }
    // Ada fills the middle of her field. Bea hears how she stands, and does better.
    ada.drops_until("Space", "no-result-yet").await;
    ada.reads_in("status", "Done, with").await;
    bea.reads_in("status", "Ada has finished with").await;
    assert_eq!(ada.score("near-score").await, bea.score("far-score").await);
    for (hook, figure) in [("far-lines", "0"), ("far-level", "1")] {
        bea.reads_in(hook, figure).await;
        // On a phone, too, she sees it and not only hears it.
        bea.see(hook).await;
    }
    assert!(!ada.sees("result").await && !bea.sees("result").await, "Bea may still do better");
    bea.takes_pictures("tetris-challenge").await;
    ada.takes_pictures("tetris-challenge-waiting").await;
    bea.until("her points to decide it", async || {
        for key in ["ArrowLeft", "ArrowLeft", "ArrowLeft", "Enter"] {
            bea.holds(&[key], true).await;
            bea.holds(&[key], false).await;
        }
        Ok(bea.sees("result").await.then_some(()))
    })
    .await;
    ada.see("result").await;
    assert!(!ada.sees("veil").await && !bea.sees("veil").await, "now they may look");
    ada.reads_in("status", "points").await;
    ada.takes_pictures("tetris-challenge-result").await;
    ada.press("replay").await;
    ada.see("replay-scrub").await;
    // Near the end Ada has nothing left to play on from, and Bea has.
    ada.ask::<Option<bool>>(WHILE_BEFORE, json!([])).await;
    ada.press("replay-seat-1").await;
    ada.sees_no_more("play-from-here").await;
    ada.press("replay-seat-2").await;
    ada.see("play-from-here").await;
    // Playing on from a moment of it keeps no opponent waiting: it can be paused, and has as much time left.
    ada.press("replay-scrub").await;
    ada.sees_the_next_picture().await;
    let left = ada.reads("clock").await;
    ada.press("play-from-here").await;
    ada.stands("paused").await;
    assert_eq!(ada.reads("clock").await, left);
    ada.press("resume").await;
    ada.stands("countdown").await;
    ada.looks_away().await;
    ada.stands("paused").await;
    for person in [&ada, &bea] {
        person.has_a_calm_console(Weather::Fair).await;
    }
}

/// What a challenge fixes is not offered.
#[tokio::test(flavor = "multi_thread")]
async fn the_rules_of_a_challenge_offer_only_what_it_leaves_open() {
    let stage = Stage::as_installed();
    let ada = stage.person("Ada", Screen::DESK).await;
    ada.visit("/").await;
    ada.see("open-tables").await;
    ada.sees_no_more("lost").await;
    ada.goes_into("tetris", "open-tetris").await;
    ada.chooses("preset-challenge").await;
    ada.press_by("the rules", ".options summary").await;
    ada.see("option-level").await;
    let fixed = ["option-contest", "option-time", "option-pause"];
    for hook in fixed {
        assert!(!ada.sees(hook).await, "{hook}");
    }
    ada.types("option-level", "7").await;
    ada.chooses("preset-hope").await;
    for hook in fixed {
        ada.see(hook).await;
    }
    ada.has_a_calm_console(Weather::Fair).await;
}

/// After a reload, or on playing on from a film, keys may be recorded as down that are not held.
#[tokio::test(flavor = "multi_thread")]
async fn keys_that_nobody_holds_are_let_go() {
    let stage = Stage::as_installed();
    let (ada, bea) = (stage.person("Ada", Screen::DESK).await, stage.person("Bea", Screen::DESK).await);
    open_for_two(&ada, &bea, "tetris", "hope").await;
    ada.stands("playing").await;
    ada.pushes_a_piece("KeyD", 9).await;
    ada.reload().await;
    ada.stands("playing").await;
    ada.lays_a_piece("KeyA", 0).await;
    // She gives up with a finger on the key, and looks at the moment before.
    ada.pushes_a_piece("KeyA", 0).await;
    ada.surrenders().await;
    ada.press("replay").await;
    ada.see("replay-scrub").await;
    ada.ask::<Option<bool>>(MOMENT_BEFORE, json!([])).await;
    ada.until("the piece to be at the wall", async || Ok(ada.is_filled_above(0).await.then_some(()))).await;
    ada.press("play-from-here").await;
    ada.press("resume").await;
    ada.stands("playing").await;
    ada.lays_a_piece("KeyD", 9).await;
    for person in [&ada, &bea] {
        person.has_a_calm_console(Weather::Fair).await;
    }
}

/// Looking away pauses what runs in this browser; a match in the house goes on, and is still whole afterwards.
#[tokio::test(flavor = "multi_thread")]
async fn looking_away_pauses_here_and_not_in_the_house() {
    let stage = Stage::as_installed();
    let (ada, bea) = (stage.person("Ada", Screen::DESK).await, stage.person("Bea", Screen::DESK).await);
    ada.visit("/local/tetris").await;
    ada.press("local-alone").await;
    ada.stands("playing").await;
    ada.looks_away().await;
    ada.stands("paused").await;
    open_for_two(&ada, &bea, "tetris", "hope").await;
    ada.stands("playing").await;
    // A key that was held when she looked away is not held any more.
    ada.holds(&["KeyA"], true).await;
    ada.looks_away().await;
    ada.drops_one("Space").await;
    bea.until("the other to see it", async || Ok((bea.score("far-score").await > 0).then_some(()))).await;
    for person in [&ada, &bea] {
        assert!(!person.sees("paused").await && !person.sees("pause-ask").await);
    }
    bea.drops_until("Enter", "result").await;
    ada.see("result").await;
    ada.press("replay").await;
    ada.press("fairness-verdict").await;
    ada.reads_in("fairness", "matches the promise").await;
    for person in [&ada, &bea] {
        person.has_a_calm_console(Weather::Fair).await;
    }
}

/// A player whose line is gone is shown as gone, with the time they have left; then it is ruled.
#[tokio::test(flavor = "multi_thread")]
async fn whoever_is_gone_for_too_long_has_lost() {
    let stage = Stage::with_short_grace();
    let (ada, bea) = (stage.person("Ada", Screen::DESK).await, stage.person("Bea", Screen::DESK).await);
    open_for_two(&ada, &bea, "pong", "hope").await;
    ada.is_in("rally").await;
    bea.line.cut();
    ada.reads_in("grace", "away").await;
    bea.reads_in("line", "reconnecting").await;
    // The match waits for Bea, on the court and in the status line.
    ada.reads_in("held", "The match waits for Bea.").await;
    ada.reads_in("status", "The match waits for Bea.").await;
    ada.takes_pictures("pong-gone").await;
    // Back in time, and it goes on.
    bea.line.mend();
    bea.ask::<Option<bool>>("window.dispatchEvent(new Event('online'))", json!([])).await;
    ada.sees_no_more("grace").await;
    ada.sees_no_more("held").await;
    bea.line.cut();
    let told = ada.reads_in("grace", "away").await;
    ada.until("the countdown to go on", async || Ok((ada.reads("grace").await != told).then_some(()))).await;
    ada.see("result").await;
    ada.reads_in("status", "You won: Bea left.").await;
    bea.line.mend();
    bea.see("result").await;
    ada.has_a_calm_console(Weather::Fair).await;
    bea.has_a_calm_console(Weather::Stormy).await;
}

/// A key that came up while the line was down is up when it is back.
#[tokio::test(flavor = "multi_thread")]
async fn no_key_hangs_when_the_line_is_back() {
    let stage = Stage::as_installed();
    let (ada, bea) = (stage.person("Ada", Screen::DESK).await, stage.person("Bea", Screen::DESK).await);
    open_for_two(&ada, &bea, "tetris", "hope").await;
    bea.stands("playing").await;
    bea.holds(&["KeyA"], true).await;
    bea.until("the piece to be at the wall", async || Ok(bea.is_filled_above(0).await.then_some(()))).await;
    bea.line.cut();
    bea.reads_in("line", "reconnecting").await;
    bea.holds(&["KeyA"], false).await;
    // What Ada presses while the match waits for Bea does not rain on her field afterwards.
    ada.reads_in("held", "The match waits for Bea.").await;
    let points = ada.score("near-score").await;
    ada.holds(&["Space"], true).await;
    ada.holds(&["Space"], false).await;
    bea.line.mend();
    ada.sees_no_more("grace").await;
    ada.sees_no_more("held").await;
    bea.drops_one("Space").await;
    // The next falls where it entered: nothing moves it.
    bea.until("a piece to fall in the middle", async || Ok(bea.dots(4, 14, 3).await.then_some(()))).await;
    assert_eq!(ada.score("near-score").await, points);
    ada.has_a_calm_console(Weather::Fair).await;
    bea.has_a_calm_console(Weather::Stormy).await;
}

/// A key that went down while the line was down, and is still held, counts from when it is back.
#[tokio::test(flavor = "multi_thread")]
async fn a_key_that_is_still_held_counts_when_the_line_is_back() {
    let stage = Stage::as_installed();
    let (ada, bea) = (stage.person("Ada", Screen::DESK).await, stage.person("Bea", Screen::DESK).await);
    open_for_two(&ada, &bea, "pong", "hope").await;
    bea.is_in("rally").await;
    let before = bea.near_paddle().await;
    bea.line.cut();
    bea.reads_in("line", "reconnecting").await;
    bea.holds(&["KeyS"], true).await;
    bea.line.mend();
    bea.until("the paddle to go down", async || Ok((bea.near_paddle().await > before + 0.1).then_some(()))).await;
    bea.holds(&["KeyS"], false).await;
    ada.has_a_calm_console(Weather::Fair).await;
    bea.has_a_calm_console(Weather::Stormy).await;
}

/// Ada opens a table, Bea joins it.
pub async fn open_for_two(ada: &Person, bea: &Person, game: &str, preset: &str) {
    for person in [ada, bea] {
        person.visit("/").await;
        person.introduces_themselves().await;
    }
    ada.goes_into(game, &format!("open-{game}")).await;
    ada.chooses(&format!("preset-{preset}")).await;
    ada.press("open-submit").await;
    let code = ada.reads("code").await;
    bea.joins_by_code(&code).await;
}

impl Person {
    /// Holds a key until the piece is at the wall of that column, and goes on holding it.
    async fn pushes_a_piece(&self, key: &str, column: u32) {
        self.holds(&[key], true).await;
        self.until("the piece to be at the wall", async || Ok(self.is_filled_above(column).await.then_some(()))).await;
    }

    /// Leads a piece to a wall, lets go, and lets it sink: in that time a key that is still down would take it to the
    /// other wall.
    async fn lays_a_piece(&self, key: &str, column: u32) {
        self.pushes_a_piece(key, column).await;
        self.holds(&[key], false).await;
        self.holds(&["KeyS"], true).await;
        self.until("the piece to lie in the corner", async || Ok(self.is_filled_below(column).await.then_some(())))
            .await;
        self.holds(&["KeyS"], false).await;
    }

    async fn takes_up_a_gamepad(&self) {
        self.ask::<Option<bool>>(PAD, json!([])).await;
    }

    async fn pushes_the_stick(&self, axes: [f64; 2]) {
        self.ask::<Option<bool>>("pad.axes = arguments[0]", json!([axes])).await;
    }

    /// Waits until what was just done has been drawn.
    async fn sees_the_next_picture(&self) {
        let script = "return new Promise(seen => requestAnimationFrame(() => requestAnimationFrame(() => seen(true))))";
        self.ask::<bool>(script, json!([])).await;
    }

    /// Presses a button for as long as it takes to be seen.
    async fn presses_on_the_pad(&self, button: u8) {
        let script = "pad.down.add(arguments[0]);
            return new Promise(seen => requestAnimationFrame(() => requestAnimationFrame(() => {
                pad.down.delete(arguments[0]);
                requestAnimationFrame(() => requestAnimationFrame(() => seen(true)));
            })))";
        self.ask::<bool>(script, json!([button])).await;
    }

    async fn keeps_a_finger_on(&self, hook: &str, down: bool) {
        let script = "document.querySelector(`[data-test=${arguments[0]}]`)
            .dispatchEvent(new PointerEvent(arguments[1], { bubbles: true, buttons: 1 }))";
        let kind = if down { "pointerdown" } else { "pointerup" };
        self.ask::<Option<bool>>(script, json!([hook, kind])).await;
    }

    /// Another window is in front.
    pub async fn looks_away(&self) {
        self.ask::<Option<bool>>("window.dispatchEvent(new Event('blur'))", json!([])).await;
    }
}
