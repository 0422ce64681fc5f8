//! Buttons that can say why they do nothing.

use crate::house::House;
use leptos::prelude::*;

/// A button. While `why` has a reason it does nothing but say that reason, on hover, focus and tap.
#[component]
pub fn Press(
    /// Called when it may.
    #[prop(into)]
    on_press: Callback<()>,
    /// Why it does nothing now.
    #[prop(optional, into)]
    why: Signal<Option<String>>,
    /// Its looks.
    #[prop(optional, into)]
    class: &'static str,
    /// Its name for screen readers, if its content is none.
    #[prop(optional, into)]
    label: Option<String>,
    /// Its name in browser tests.
    #[prop(optional)]
    test: Option<&'static str>,
    children: Children,
) -> impl IntoView {
    let house = House::expect();
    let press = move |_| match why.get_untracked() {
        None => on_press.run(()),
        Some(reason) => house.toast.say(reason),
    };
    view! {
        <button
            type="button"
            class=format!("button {class}")
            on:click=press
            aria-disabled=move || why.with(|why| why.is_some()).then_some("true")
            title=move || why.get()
            aria-label=label
            data-test=test
        >
            {children()}
        </button>
    }
}
