//! Two fingers on the board of a phone.

use crate::{
    person::{Person, Weather},
    screen::Screen,
    stage::Stage,
};
use serde_json::json;

/// Fingers that part show the board larger, around what is between them; fingers that meet show all of it again. Taps still
/// mean what they meant.
#[tokio::test(flavor = "multi_thread")]
async fn two_fingers_pull_the_board_larger() {
    let stage = Stage::with_quick_bots();
    let ada = stage.person("Ada", Screen::PHONE).await;
    ada.visit("/local/words").await;
    ada.press("local-bot-easy").await;
    ada.see("rack").await;
    let (wide, at) = ada.sees_square("5E").await;

    ada.pinches(at, 30.0, 60.0).await;
    ada.see("unzoom").await;
    let (wider, now) = ada.sees_square("5E").await;
    assert!((wider / wide - 2.0).abs() < 0.15, "{wide} px, then {wider} px");
    let strayed = (now.0 - at.0).hypot(now.1 - at.1);
    assert!(strayed < 8.0, "it strayed by {strayed} px");
    let cursors: usize = ada.ask("return document.querySelectorAll('.wd-cell.cursor').length", json!([])).await;
    assert_eq!(cursors, 0, "a pinch is no tap");
    ada.takes_pictures("words-pinched").await;

    // A tap sets the cursor, at the scale that the player has chosen.
    ada.press("square-5E").await;
    ada.until("the cursor", async || {
        let there: bool = ada.ask("return !!document.querySelector('.wd-cell.cursor')", json!([])).await;
        Ok(there.then_some(()))
    })
    .await;
    let (still, _) = ada.sees_square("5E").await;
    assert!((still - wider).abs() < 1.0, "{wider} px, then {still} px");

    // No further than three times as large, and back to all of it.
    let at = ada.sees_square("5E").await.1;
    ada.pinches(at, 10.0, 90.0).await;
    let (widest, _) = ada.sees_square("5E").await;
    assert!((widest / wide - 3.0).abs() < 0.15, "{wide} px, then {widest} px");
    ada.pinches(at, 90.0, 20.0).await;
    ada.sees_no_more("unzoom").await;
    let (whole, _) = ada.sees_square("5E").await;
    assert!((whole - wide).abs() < 1.0, "{wide} px, then {whole} px");
    ada.fits_on_the_screen().await;
    ada.has_a_calm_console(Weather::Fair).await;
}

impl Person {
    /// How wide a square is on the screen, and where its middle is.
    async fn sees_square(&self, square: &str) -> (f64, (f64, f64)) {
        let script =
            "const box = document.querySelector(`[data-test='square-${arguments[0]}']`).getBoundingClientRect();
            return [box.width, [box.x + box.width / 2, box.y + box.height / 2]]";
        self.ask(script, json!([square])).await
    }

    /// Puts two fingers down, so far to the left and to the right of a point, and moves them.
    async fn pinches(&self, (x, y): (f64, f64), from: f64, to: f64) {
        const STEPS: u8 = 6;
        let fingers = |kind: &str, apart: f64| {
            let points = [(0, x - apart), (1, x + apart)].map(|(id, x)| json!({ "id": id, "x": x, "y": y }));
            json!({ "type": kind, "touchPoints": points })
        };
        let moves = (1..=STEPS).map(|step| ("touchMove", from + (to - from) * f64::from(step) / f64::from(STEPS)));
        for (kind, apart) in [("touchStart", from)].into_iter().chain(moves) {
            self.tell_browser("Input.dispatchTouchEvent", fingers(kind, apart)).await;
        }
        self.tell_browser("Input.dispatchTouchEvent", json!({ "type": "touchEnd", "touchPoints": [] })).await;
        // Two pictures later the board stands where it was pulled to.
        let settled =
            "return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))";
        let _: bool = self.ask(settled, json!([])).await;
    }
}
