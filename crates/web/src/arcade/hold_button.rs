//! A button that does something for as long as a finger is on it.

use leptos::prelude::*;

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
    let let_go = move || {
        if held.try_update_value(std::mem::take) == Some(true) {
            hold.run(false);
        }
    };
    view! {
        <button
            type="button"
            class="arcade-button"
            aria-label=label
            data-test=format!("touch-{id}")
            on:pointerdown=move |event| {
                event.prevent_default();
                held.set_value(true);
                hold.run(true);
            }
            on:pointerup=move |_| let_go()
            on:pointercancel=move |_| let_go()
            on:pointerleave=move |_| let_go()
            on:contextmenu=|event| event.prevent_default()
        >
            {sign}
        </button>
    }
}
