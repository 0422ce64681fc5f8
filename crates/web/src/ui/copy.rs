//! Putting something on the clipboard.

use super::{Icon, icon};
use crate::{browser::copy, house::House};
use leptos::{prelude::*, task::spawn_local};
use std::time::Duration;

/// How long a button says that it has been done.
const SAID: Duration = Duration::from_secs(2);

/// A button that copies a text and says so.
#[component]
pub fn CopyButton(
    /// What to copy, asked when it is pressed.
    text: impl Fn() -> String + 'static,
    /// What the button says before.
    label: &'static str,
    /// How it looks.
    #[prop(default = "primary")]
    class: &'static str,
    /// Its name in browser tests.
    test: &'static str,
    /// Whether it has the focus at first.
    #[prop(optional)]
    autofocus: bool,
) -> impl IntoView {
    let house = House::expect();
    let copied = RwSignal::new(false);
    let press = move |_| {
        let text = text();
        spawn_local(async move {
            if copy(&text).await {
                // The button may be gone by now, and by then.
                copied.try_set(true);
                set_timeout(move || _ = copied.try_set(false), SAID);
            } else {
                house.toast.say("This browser will not copy. Please select the text and copy it by hand.");
            }
        });
    };
    view! {
        <button type="button" class=format!("button {class}") autofocus=autofocus data-test=test on:click=press>
            {move || icon(if copied.get() { Icon::Check } else { Icon::Copy })}
            <span aria-live="polite">{move || if copied.get() { "Copied" } else { label }}</span>
        </button>
    }
}
