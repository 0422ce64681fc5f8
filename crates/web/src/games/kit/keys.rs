//! Keys of the game. Several tables can be open at once: a key belongs to one of them.

use crate::{
    browser::is_typing,
    ui::{KeyRow, list_keys},
};
use leptos::{ev, html, prelude::*};
use wasm_bindgen::JsCast;
use web_sys::{Element, Node};

/// What marks the place of a game that listens for keys.
pub const PLACE: &str = "at-play";

/// Keys and what they do: several keys for one thing are separated by a space.
pub type Listed = &'static [(&'static str, &'static str)];

/// Calls `heard` with every key that is meant for the game in `root`, which has the class [`PLACE`], until the view is
/// gone. A key that `heard` knows is not passed on. The list of keys shows `listed`.
pub fn listen(
    root: NodeRef<html::Div>,
    (title, listed): (&'static str, Listed),
    heard: impl Fn(&str) -> bool + 'static,
) {
    list_keys(title, Signal::stored(KeyRow::list(listed)));
    let listener = window_event_listener(ev::keydown, move |event| {
        let plain = !event.ctrl_key() && !event.alt_key() && !event.meta_key() && !is_typing(&event);
        let Some(root) = root.get_untracked() else { return };
        if plain && is_meant(&event, &root) && heard(&event.key()) {
            event.prevent_default();
        }
    });
    on_cleanup(move || listener.remove());
}

/// Whether a game on the screen has this key for itself, wherever it is on the keyboard: then the house leaves it alone.
pub fn is_claimed(event: &ev::KeyboardEvent) -> bool {
    claims(&event.code())
}

/// Whether a game on the screen has the key in that place of the keyboard for itself.
pub fn claims(code: &str) -> bool {
    document().query_selector(&format!("[data-keys~='{code}']")).is_ok_and(|found| found.is_some())
}

/// Whether the focus is in this game, or nowhere and the pointer is over it or there is no other. Enter and Space
/// belong to the control that has the focus, and all keys to a dialog that has it.
pub fn is_meant(event: &ev::KeyboardEvent, root: &Element) -> bool {
    let target: Option<Element> = event.target().and_then(|target| target.dyn_into().ok());
    let Some(target) = target else { return false };
    let is_in = |place: &str| target.closest(place).ok().flatten().is_some();
    let presses = matches!(event.key().as_str(), "Enter" | " ");
    if is_in("dialog") || presses && is_in("button, a, summary, input") {
        return false;
    }
    if root.contains(Some(target.unchecked_ref::<Node>())) {
        return true;
    }
    let elsewhere = is_in(&format!(".{PLACE}"));
    let only = document().get_elements_by_class_name(PLACE).length() == 1;
    !elsewhere && (only || root.matches(":hover").unwrap_or(false))
}
