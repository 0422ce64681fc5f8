//! The display name.

use super::{Chrome, Dialog};
use crate::{house::House, prefs::Prefs};
use leptos::{ev, html, prelude::*, task::spawn_local};
use parlor_wire::{MAX_NAME, display_name};

/// Where the name is changed.
#[component]
pub fn NameDialog() -> impl IntoView {
    let open = Chrome::expect().name;
    view! {
        <Dialog open title="What shall we call you?">
            <NameForm on_saved=move || open.set(false) />
        </Dialog>
    }
}

/// The name as it is, to be changed.
#[component]
fn NameForm(
    /// Called when the house knows the new one.
    #[prop(into)]
    on_saved: Callback<()>,
) -> impl IntoView {
    let (house, prefs) = (House::expect(), Prefs::expect());
    let typed = RwSignal::new(prefs.name.get_untracked().unwrap_or_default());
    let trouble = RwSignal::new(None::<String>);
    let field = NodeRef::<html::Input>::new();
    Effect::new(move |_| {
        if let Some(field) = field.get() {
            field.select();
        }
    });
    let save = move |event: ev::SubmitEvent| {
        event.prevent_default();
        let name = match display_name(&typed.get_untracked()) {
            Ok(name) => name,
            Err(error) => return trouble.set(Some(error.to_string())),
        };
        spawn_local(async move {
            match house.rename(name).await {
                Ok(()) => on_saved.run(()),
                // The dialog may be closed by now.
                Err(problem) => _ = trouble.try_set(Some(problem.detail)),
            }
        });
    };
    view! {
        <form class="stack" on:submit=save>
            <input
                node_ref=field
                class="field"
                type="text"
                autocomplete="nickname"
                aria-label="Your name"
                aria-invalid=move || trouble.with(Option::is_some).then_some("true")
                maxlength=MAX_NAME
                placeholder="Your name"
                data-test="name-input"
                bind:value=typed
            />
            <p class="trouble" role="alert">{trouble}</p>
            <div class="row end">
                <button type="submit" class="button primary" data-test="name-save">"That is me"</button>
            </div>
        </form>
    }
}
