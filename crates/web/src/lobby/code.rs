//! Joining by code.

use crate::house::http;
use leptos::{ev, prelude::*, task::spawn_local};
use leptos_router::{NavigateOptions, hooks::use_navigate};
use parlor_wire::TableCode;

/// Takes a code as people type it, or a whole link as people paste it.
#[component]
pub fn CodeForm() -> impl IntoView {
    let navigate = use_navigate();
    let typed = RwSignal::new(String::new());
    let trouble = RwSignal::new(None::<String>);
    let busy = RwSignal::new(false);
    let join = move |event: ev::SubmitEvent| {
        event.prevent_default();
        let text = typed.get_untracked();
        let code = match text.trim().rsplit('/').next().unwrap_or_default().parse::<TableCode>() {
            Ok(code) if !busy.get_untracked() => code,
            Ok(_) => return,
            Err(error) if text.trim().is_empty() => {
                return trouble.set(Some(format!("Type the code first: {error}.")));
            }
            Err(error) => return trouble.set(Some(format!("That does not look right: {error}."))),
        };
        // A mistyped code stays here, to be mended.
        busy.set(true);
        let navigate = navigate.clone();
        spawn_local(async move {
            match http::table(code).await {
                Ok(_) => navigate(&format!("/t/{code}"), NavigateOptions::default()),
                Err(problem) => _ = trouble.try_set(Some(problem.detail)),
            }
            busy.try_set(false);
        });
    };
    view! {
        <form class="code-form" on:submit=join>
            <input
                class="field code-field"
                type="text"
                autocomplete="off"
                autocapitalize="characters"
                spellcheck="false"
                placeholder="Enter code"
                aria-label="Table code"
                aria-invalid=move || trouble.with(Option::is_some).then_some("true")
                data-key="/"
                data-test="code-input"
                bind:value=typed
                on:input=move |_| trouble.set(None)
            />
            <button type="submit" class="button" aria-busy=move || busy.get().to_string() data-test="join">
                "Join"
            </button>
            <p class="trouble" role="alert" data-test="code-trouble">{trouble}</p>
        </form>
    }
}
