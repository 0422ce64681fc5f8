//! Phones: the smallest that people still carry, and those that lie on their side.

use crate::{person::Weather, screen::Screen, stage::Stage, windows::CELL};
use serde_json::json;

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

/// A phone on its side shows the whole board, with cells that a thumb can hit.
#[tokio::test(flavor = "multi_thread")]
async fn battleship_is_played_on_a_phone_on_its_side() {
    let stage = Stage::with_quick_bots();
    let ada = stage.person("Ada", Screen::PHONE_ON_ITS_SIDE).await;
    ada.visit("/").await;
    ada.goes_into("battleship", "open-battleship").await;
    ada.chooses("preset-armada").await;
    ada.chooses("seat-bot-easy").await;
    ada.press("open-submit").await;
    ada.lays_out_at_random().await;
    ada.fits_on_the_screen().await;
    ada.press("fleet-ready").await;
    ada.is_on_turn().await;
    let cell: f64 = ada.ask(CELL, json!([])).await;
    assert!(cell >= 28.0, "cells of {cell} px");
    ada.turns_the_phone_and_sees(".bs-far .bs-board", Screen::PHONE_ON_ITS_SIDE).await;
    ada.fits_on_the_screen().await;
    let target = ada.finds_a_fresh_cell().await;
    ada.fires_at(&target).await;
    ada.takes_pictures("battleship-sideways").await;
    ada.surrenders().await;
    ada.see("result").await;
    ada.fits_on_the_screen().await;
    ada.has_a_calm_console(Weather::Fair).await;
}
