//! The dialog in which people choose their keys.

use super::{
    Control, Keymap,
    keymap::{key_name, rows},
};
use crate::ui::{Dialog, Press};
use leptos::{ev, prelude::*};

/// Keys that change what others do: the browser has uses of its own for whatever is pressed with them.
const RESERVED: [&str; 3] = ["Control", "Alt", "Meta"];

/// Lists what keys do; a tap on one waits for another key.
#[component]
pub fn RemapDialog(
    /// Whether it shows.
    open: RwSignal<bool>,
    /// Whose keys.
    keymap: Keymap,
    /// Whether two play at this keyboard.
    pair: bool,
) -> impl IntoView {
    view! {
        <Dialog open=open title="Keys" test="keymap-dialog">
            <Remap keymap pair />
        </Dialog>
    }
}

#[component]
fn Remap(keymap: Keymap, pair: bool) -> impl IntoView {
    let waiting = RwSignal::new(None::<&'static str>);
    let refused = RwSignal::new(false);
    let heard = window_event_listener(ev::keydown, move |event| {
        let Some(id) = waiting.get_untracked() else { return };
        event.prevent_default();
        event.stop_propagation();
        let key = event.code();
        // A key without a place on the keyboard cannot be found again.
        refused.set(key.is_empty() || RESERVED.iter().any(|reserved| key.starts_with(reserved)));
        if refused.get_untracked() {
            return;
        }
        waiting.set(None);
        if let Some(control) = keymap.controls().iter().find(|control| control.id == id) {
            keymap.bind(control, key);
        }
    });
    on_cleanup(move || heard.remove());
    let choice = move |control: &'static Control| {
        let is_waiting = move || waiting.get() == Some(control.id);
        let words = move || if is_waiting() { "press a key…".to_owned() } else { key_name(&keymap.key(control)) };
        view! {
            <button
                type="button"
                class="button key-choice"
                aria-pressed=move || is_waiting().to_string()
                data-test=format!("keymap-{}", control.id)
                on:click=move |_| {
                    refused.set(false);
                    waiting.set(Some(control.id));
                }
            >
                <kbd>{words}</kbd>
            </button>
        }
    };
    let row = |(words, controls): (String, Vec<&'static Control>)| {
        view! {
            <dt>{words}</dt>
            <dd class="row">{controls.into_iter().map(choice).collect_view()}</dd>
        }
    };
    view! {
        <dl class="keymap">{rows(keymap.controls(), pair).into_iter().map(row).collect_view()}</dl>
        <p class="option-problem" role="alert" data-test="keymap-refused">
            {move || refused.get().then_some("Ctrl, Alt and the logo key belong to the browser. Press another key.")}
        </p>
        <div class="row">
            <Press test="keymap-reset" class="quiet" on_press=move || keymap.reset()>"Reset keys"</Press>
        </div>
    }
}
