//! Keys of the house and the list of them.

use super::{Chrome, Dialog};
use crate::{
    browser::{is_dialog_open, is_typing},
    games::kit::keys::is_claimed,
    prefs::Prefs,
};
use leptos::{ev, prelude::*};
use wasm_bindgen::JsCast;

/// Keys that work everywhere, and what they do. Games list their own under "How to play".
const KEYS: [(&str, &str); 8] = [
    ("?", "This list"),
    ("/", "Enter a table code (lobby)"),
    ("O", "Open a table (lobby)"),
    ("C", "Chat (at a table)"),
    ("M", "Sound on or off"),
    ("S", "Settings"),
    ("Esc", "Close what is open"),
    ("Arrows", "Move the window whose title is focused; with Shift, resize it"),
];

/// Listens for the keys of the house, and lists them on `?`.
#[component]
pub fn Keys() -> impl IntoView {
    let (chrome, prefs) = (Chrome::expect(), Prefs::expect());
    let heard = window_event_listener(ev::keydown, move |event| {
        let combined = event.ctrl_key() || event.alt_key() || event.meta_key();
        if combined || is_typing(&event) || is_dialog_open() || is_claimed(&event) {
            return;
        }
        match event.key().as_str() {
            "?" => chrome.keys.set(true),
            "s" | "S" => chrome.settings.set(true),
            "m" | "M" => prefs.muted.update(|muted| *muted = !*muted),
            "/" => press("[data-key='/']"),
            "o" | "O" => press("[data-key='o']"),
            "c" | "C" => press("[data-key='c']"),
            _ => return,
        }
        event.prevent_default();
    });
    on_cleanup(move || heard.remove());
    let row = |(key, does)| {
        view! {
            <dt><kbd>{key}</kbd></dt>
            <dd>{does}</dd>
        }
    };
    view! {
        <Dialog open=chrome.keys title="Keys" test="keys-dialog">
            <dl class="keys">{KEYS.map(row).into_iter().collect_view()}</dl>
        </Dialog>
    }
}

/// Does what a tap on a control would: a field takes the focus, a button is pressed.
fn press(selector: &str) {
    let found = document().query_selector(selector).ok().flatten();
    let Some(control) = found.and_then(|element| element.dyn_into::<web_sys::HtmlElement>().ok()) else {
        return;
    };
    if control.tag_name() == "INPUT" {
        // It fails only for what cannot take the focus.
        let _ = control.focus();
    } else {
        control.click();
    }
}
