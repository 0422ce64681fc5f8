//! A button that does something for as long as a finger is on it.

use crate::browser::let_go;
use leptos::prelude::*;
use std::time::Duration;

/// How long a press takes that comes from a keyboard or a screen reader.
const PRESS: Duration = Duration::from_millis(100);

/// Such a button. `hold` hears when the finger comes and when it goes.
#[component]
pub fn HoldButton(
    /// Its hook is `touch-ID`.
    id: &'static str,
    /// What is on it.
    sign: &'static str,
    /// What it does, in words.
    label: &'static str,
    #[prop(into)] hold: Callback<bool>,
) -> impl IntoView {
    let held = StoredValue::new(false);
    // A finger may leave the button, or pass over it, without having pressed it.
    let lift = move || {
        if held.try_update_value(std::mem::take) == Some(true) {
            hold.run(false);
        }
    };
    let press = move || {
        held.set_value(true);
        hold.run(true);
    };
    view! {
        <button
            type="button"
            class=format!("arcade-button touch-{id}")
            aria-label=label
            data-test=format!("touch-{id}")
            on:pointerdown=move |event| {
                event.prevent_default();
                let_go();
                press();
            }
            on:pointerup=move |_| lift()
            on:pointercancel=move |_| lift()
            on:pointerleave=move |_| lift()
            on:click=move |event| {
                // Fingers and mice have been heard already; what presses without them comes with no count.
                if event.detail() == 0 {
                    press();
                    set_timeout(lift, PRESS);
                }
            }
            on:contextmenu=|event| event.prevent_default()
        >
            {sign}
        </button>
    }
}
