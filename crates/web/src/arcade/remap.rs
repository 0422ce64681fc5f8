//! The dialog in which people choose their keys.

use super::{Control, Keymap, keymap::key_name};
use crate::ui::{Dialog, Press};
use leptos::{ev, prelude::*};

/// Lists what keys do; a tap on one waits for another key.
#[component]
pub fn RemapDialog(
    /// Whether it shows.
    open: RwSignal<bool>,
    /// Whose keys.
    keymap: Keymap,
) -> impl IntoView {
    view! {
        <Dialog open=open title="Keys" test="keymap-dialog">
            <Remap keymap />
        </Dialog>
    }
}

#[component]
fn Remap(keymap: Keymap) -> impl IntoView {
    let waiting = RwSignal::new(None::<&'static str>);
    let heard = window_event_listener(ev::keydown, move |event| {
        let Some(id) = waiting.get_untracked() else { return };
        event.prevent_default();
        event.stop_propagation();
        waiting.set(None);
        if let Some(control) = keymap.controls().iter().find(|control| control.id == id) {
            keymap.bind(control, event.code());
        }
    });
    on_cleanup(move || heard.remove());
    let row = |control: &'static Control| {
        let is_waiting = move || waiting.get() == Some(control.id);
        let words = move || if is_waiting() { "press a key…".to_owned() } else { key_name(&keymap.key(control)) };
        view! {
            <dt>{control.does}</dt>
            <dd>
                <button
                    type="button"
                    class="button key-choice"
                    aria-pressed=move || is_waiting().to_string()
                    data-test=format!("keymap-{}", control.id)
                    on:click=move |_| waiting.set(Some(control.id))
                >
                    <kbd>{words}</kbd>
                </button>
            </dd>
        }
    };
    view! {
        <dl class="keymap">{keymap.controls().iter().map(row).collect_view()}</dl>
        <div class="row">
            <Press test="keymap-reset" class="quiet" on_press=move || keymap.reset()>"As they were"</Press>
        </div>
    }
}
