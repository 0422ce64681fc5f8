//! The smallest screen people still carry: nothing sticks out to the side.

use crate::{person::Weather, screen::Screen, stage::Stage};

#[tokio::test(flavor = "multi_thread")]
async fn a_small_phone_never_scrolls_sideways() {
    let stage = Stage::with_quick_bots();
    let ada = stage.person("Ada", Screen::SMALL_PHONE).await;
    ada.visit("/").await;
    ada.see("card-battleship").await;
    ada.fits_in_width().await;
    ada.press("open-table").await;
    ada.see("open-submit").await;
    ada.fits_in_width().await;
    ada.chooses("preset-armada").await;
    ada.press("open-submit").await;
    ada.see("big-code").await;
    ada.fits_in_width().await;
    ada.press("add-bot-easy").await;
    ada.see("fleet-ready").await;
    ada.fits_in_width().await;
    ada.lays_out_at_random().await;
    ada.press("fleet-ready").await;
    ada.see("enemy-A1").await;
    ada.fits_on_the_screen().await;
    ada.surrenders().await;
    ada.see("result").await;
    ada.fits_in_width().await;
    ada.visit("/help/battleship").await;
    ada.see("help").await;
    ada.fits_in_width().await;
    ada.has_a_calm_console(Weather::Fair).await;
}
