//! Keys, and the list of them.

use super::{Chrome, Dialog};
use crate::{
    browser::{is_dialog_open, is_typing},
    games::kit::keys::{claims, is_claimed},
    prefs::Prefs,
};
use leptos::{ev, prelude::*};
use wasm_bindgen::JsCast;

/// Keys that work everywhere, and what they do.
const EVERYWHERE: [(&str, &str); 8] = [
    ("?", "This list"),
    ("/", "Enter a table code (lobby)"),
    ("O", "Open a table (lobby)"),
    ("C", "Chat (at a table)"),
    ("M", "Sound on or off"),
    ("S", "Settings"),
    ("Esc", "Close what is open"),
    ("Arrows", "Move the window whose title is focused; with Shift, resize it"),
];

/// Something that keys do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeyRow {
    /// The keys, as they are printed; any of them does it.
    pub keys: Vec<String>,
    /// What they do.
    pub does: String,
}

impl KeyRow {
    /// Rows of keys that never change.
    pub fn list(rows: &[(&str, &str)]) -> Vec<Self> {
        let row = |&(keys, does): &(&str, &str)| Self {
            keys: keys.split(' ').map(str::to_owned).collect(),
            does: does.to_owned(),
        };
        rows.iter().map(row).collect()
    }
}

/// The keys of a part of the page.
#[derive(Clone)]
pub struct KeyGroup {
    /// The part.
    title: &'static str,
    rows: Signal<Vec<KeyRow>>,
}

/// Lists keys on `?` until the current component goes.
pub fn list_keys(title: &'static str, rows: impl Into<Signal<Vec<KeyRow>>>) {
    let (groups, group) = (Chrome::expect().groups, KeyGroup { title, rows: rows.into() });
    let rows = group.rows;
    groups.update(|groups| groups.push(group));
    on_cleanup(move || _ = groups.try_update(|groups| groups.retain(|group| group.rows != rows)));
}

/// Listens for the keys of the house until the current component goes.
pub fn hear_keys(chrome: Chrome, prefs: Prefs) {
    let shift = StoredValue::new(String::new());
    let heard = window_event_listener(ev::keydown, move |event| {
        if event.key() == "Shift" {
            shift.set_value(event.code());
        }
        let combined = event.ctrl_key() || event.alt_key() || event.meta_key();
        // A question mark is for the list, unless it comes from two keys of a game that were pressed together.
        let asks = event.key() == "?" && !shift.with_value(|shift| claims(shift));
        // Nobody holds one of these keys down on purpose.
        if combined || event.repeat() || is_typing(&event) || is_dialog_open() || is_claimed(&event) && !asks {
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
}

/// The list of all keys that there are.
#[component]
pub fn Keys() -> impl IntoView {
    let chrome = Chrome::expect();
    // Two tables of one game have the same keys.
    let groups = move || {
        let mut groups = chrome.groups.get();
        groups.dedup_by_key(|group| group.title);
        groups.into_iter().map(|group| section(group.title, group.rows.get())).collect_view()
    };
    view! {
        <Dialog open=chrome.keys title="Keys" test="keys-dialog">
            {groups}
            {section("Everywhere", KeyRow::list(&EVERYWHERE))}
        </Dialog>
    }
}

fn section(title: &'static str, rows: Vec<KeyRow>) -> impl IntoView {
    let row = |KeyRow { keys, does }| {
        view! {
            <dt>{keys.into_iter().map(|key| view! { <kbd>{key}</kbd> }).collect_view()}</dt>
            <dd>{does}</dd>
        }
    };
    view! {
        <section class="stack">
            <h3>{title}</h3>
            <dl class="keys">{rows.into_iter().map(row).collect_view()}</dl>
        </section>
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
