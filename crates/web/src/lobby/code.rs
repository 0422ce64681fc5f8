//! Joining by code, and typing commands.

use crate::{
    house::{House, http},
    parts,
    place::use_navigate,
    table::slash::{Typed, Where},
};
use leptos::{ev, prelude::*, task::spawn_local};
use leptos_router::NavigateOptions;
use parlor_wire::TableCode;
use std::rc::Rc;

/// Takes a code as people type it, a whole link as people paste it, or a command as in the chat of a table.
#[component]
pub fn CodeForm() -> impl IntoView {
    let (house, navigate) = (House::expect(), use_navigate());
    let told = RwSignal::new(Vec::<String>::new());
    let typed = RwSignal::new(String::new());
    let trouble = RwSignal::new(None::<String>);
    let busy = RwSignal::new(false);
    let endings = RwSignal::new(Vec::<String>::new());
    let suggest = move || {
        let line = typed.get_untracked();
        if !line.starts_with('/') {
            return endings.set(Vec::new());
        }
        spawn_local(async move {
            if let Ok(above) = parts::above().await {
                endings.try_set((above.complete)(&line));
            }
        });
    };
    let join = move |event: ev::SubmitEvent| {
        event.prevent_default();
        let text = typed.get_untracked();
        told.set(Vec::new());
        if text.trim().starts_with('/') {
            let navigate = navigate.clone();
            let show = move |answer| match answer {
                Typed::Done => _ = typed.try_set(String::new()),
                // The page may be gone by now.
                Typed::Told(lines) => _ = told.try_set(lines),
                Typed::Goto(page) => navigate(&page, NavigateOptions::default()),
            };
            return spawn_local(async move {
                match parts::above().await {
                    Ok(above) => show((above.carry_out)(Where::Lobby(house), text.trim(), Rc::new(show.clone()))),
                    Err(why) => _ = trouble.try_set(Some(why.to_string())),
                }
            });
        }
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
                placeholder="Code or /command"
                aria-label="Table code or command"
                list="commands"
                aria-invalid=move || trouble.with(Option::is_some).then_some("true")
                data-key="/"
                data-test="code-input"
                bind:value=typed
                on:input=move |_| {
                    trouble.set(None);
                    told.set(Vec::new());
                    suggest();
                }
            />
            <button type="submit" class="button" aria-busy=move || busy.get().to_string() data-test="join">
                "Join"
            </button>
            <datalist id="commands">
                {move || endings.get().into_iter().map(|line| view! { <option value=line></option> }).collect_view()}
            </datalist>
            <p class="trouble" role="alert" data-test="code-trouble">{trouble}</p>
            {move || {
                let lines = told.get();
                (!lines.is_empty()).then(|| view! {
                    <div class="told" role="status" data-test="lobby-told">
                        {lines.into_iter().map(|line| view! { <p>{line}</p> }).collect_view()}
                    </div>
                })
            }}
        </form>
    }
}
