//! Where logs come from: the house, or a file on this device.

use crate::place::href_of;
use gloo_net::http::Request;
use parlor_kernel::Record;
use parlor_wire::MatchId;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;

/// Where the house keeps the log of a match.
pub fn path(id: MatchId) -> String {
    format!("/api/matches/{id}/log")
}

/// Asks the house for a log.
///
/// # Errors
/// The message for the player.
pub async fn fetch(id: MatchId) -> Result<Record, String> {
    let answer = Request::get(&href_of(&path(id)))
        .send()
        .await
        .map_err(|_| "The house cannot be reached. Check your connection and try again.".to_owned())?;
    match answer.status() {
        200 => {}
        404 => return Err("The house knows no such match. It may still be running, or too old.".into()),
        _ => return Err("The house could not find the log just now. Please try again in a moment.".into()),
    }
    let text = answer.text().await.map_err(|_| "The log broke off on the way here. Please try again.".to_owned())?;
    Record::from_text(&text).map_err(|error| error.to_string())
}

/// Reads a log from a file.
///
/// # Errors
/// What is wrong with the file.
pub async fn read(file: web_sys::File) -> Result<Record, String> {
    let text = JsFuture::from(file.unchecked_ref::<web_sys::Blob>().text()).await;
    let text = text.ok().and_then(|text| text.as_string()).ok_or_else(|| "This file cannot be read.".to_owned())?;
    Record::from_text(&text).map_err(|error| error.to_string())
}
