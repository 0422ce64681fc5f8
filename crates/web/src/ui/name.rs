//! The display name.

use super::{Chrome, Dialog, Icon, icon};
use crate::{house::House, prefs::Prefs};
use leptos::{ev, html, prelude::*, task::spawn_local};
use parlor_wire::{MAX_NAME, display_name};

/// Our name; a tap changes it.
#[component]
pub fn NameTag() -> impl IntoView {
    let chrome = Chrome::expect();
    let (house, prefs) = (House::expect(), Prefs::expect());
    let name = move || house.me().get().map(|me| me.name).or_else(|| prefs.name.get());
    view! {
        <button
            type="button"
            class="button quiet name-tag"
            title="Change your name"
            data-test="name-open"
            on:click=move |_| chrome.name.set(true)
        >
            <span class="name" data-test="name">
                {move || name().unwrap_or_else(|| "Choose a name".into())}
            </span>
            {icon(Icon::Down)}
        </button>
    }
}

/// Where the name is changed.
#[component]
pub fn NameDialog() -> impl IntoView {
    let open = Chrome::expect().name;
    view! {
        <Dialog open title="What shall we call you?">
            <NameForm open />
        </Dialog>
    }
}

#[component]
fn NameForm(open: RwSignal<bool>) -> impl IntoView {
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
                Ok(()) => open.set(false),
                Err(problem) => trouble.set(Some(problem.detail)),
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
