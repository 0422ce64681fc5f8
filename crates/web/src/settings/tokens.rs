//! Tokens: what a program proves itself with.

use crate::{
    house::{Asked, House, http::accounts},
    ui::{CopyButton, Dialog, TextField, Typed, when},
};
use leptos::{ev, prelude::*, task::spawn_local};
use parlor_wire::{
    UserId,
    http::{BotInfo, NewToken, Scope, SessionInfo},
};

/// What a scope lets a program do.
const fn words_of(scope: Scope) -> (&'static str, &'static str) {
    match scope {
        Scope::Read => ("read", "Look and watch"),
        Scope::Play => ("play", "Open tables, sit down and act"),
        Scope::Chat => ("chat", "Talk"),
    }
}

/// A token that was made before: its name, what it may do, and the way to take it back.
#[component]
pub fn Token(bot: UserId, token: SessionInfo, bots: Asked<Vec<BotInfo>>) -> impl IntoView {
    let house = House::expect();
    let SessionInfo { id, label, created_at, scopes, .. } = token;
    let scopes: Vec<_> = scopes.into_iter().map(|scope| words_of(scope).0).collect();
    let aloud = format!("Take back {label}");
    let revoke = move |_| {
        let id = id.clone();
        spawn_local(async move {
            match accounts::revoke(bot, &id).await {
                Ok(()) => bots.again(),
                Err(problem) => house.complain(problem),
            }
        });
    };
    view! {
        <li class="line-item" data-test="token">
            <span class="line-words">
                <span>{label}</span>
                <span class="muted small">{scopes.join(", ")} " · made " {when(created_at)}</span>
            </span>
            <button type="button" class="button" aria-label=aloud data-test="token-revoke" on:click=revoke>
                "Take back"
            </button>
        </li>
    }
}

/// Makes a token and shows it, once.
#[component]
pub fn NewTokenDialog(bot: UserId, name: String, open: RwSignal<bool>, bots: Asked<Vec<BotInfo>>) -> impl IntoView {
    let made = RwSignal::new(None::<String>);
    // Only after the token has been seen: drawing the list anew takes this dialog with it.
    Effect::new(move |was: Option<bool>| {
        let is = open.get();
        if was == Some(true) && !is && made.get_untracked().is_some() {
            made.set(None);
            bots.again();
        }
        is
    });
    view! {
        <Dialog open title=format!("A token for {name}") test="token-dialog">
            {move || match made.get() {
                Some(token) => view! { <Secret token /> }.into_any(),
                None => view! { <TokenForm bot made /> }.into_any(),
            }}
        </Dialog>
    }
}

#[component]
fn TokenForm(bot: UserId, made: RwSignal<Option<String>>) -> impl IntoView {
    let house = House::expect();
    let label = Typed::new("");
    let chosen = RwSignal::new(Scope::ALL.to_vec());
    let make = move |event: ev::SubmitEvent| {
        event.prevent_default();
        let words = label.now().trim().to_owned();
        if words.is_empty() {
            return label.refuse("token-label", "Call it something you will recognise.");
        }
        let wish = NewToken { label: words, scopes: chosen.get_untracked() };
        if wish.scopes.is_empty() {
            return label.refuse("token-label", "Let it do at least one thing.");
        }
        spawn_local(async move {
            match accounts::new_token(bot, &wish).await {
                Ok(token) => _ = made.try_set(Some(token.token)),
                Err(problem) => house.complain(problem),
            }
        });
    };
    let scopes = Scope::ALL.map(|scope| {
        let (id, words) = words_of(scope);
        let change = move |event: ev::Event| {
            let on = event_target_checked(&event);
            chosen.update(|chosen| {
                chosen.retain(|other| *other != scope);
                if on {
                    chosen.push(scope);
                    chosen.sort_unstable();
                }
            });
        };
        view! {
            <label class="switch">
                <input
                    type="checkbox"
                    prop:checked=move || chosen.with(|chosen| chosen.contains(&scope))
                    on:change=change
                    data-test=format!("scope-{id}")
                />
                <span>{words}</span>
            </label>
        }
    });
    view! {
        <form class="stack" on:submit=make novalidate=true>
            <TextField id="token-label" label="What is it for?" typed=label hint="On my laptop, say." autocomplete="off" />
            <fieldset class="setting">
                <legend>"It may"</legend>
                {scopes.into_iter().collect_view()}
            </fieldset>
            <div class="row end">
                <button type="submit" class="button primary" data-test="token-make">"Make the token"</button>
            </div>
        </form>
    }
}

/// The token itself. The house keeps only a fingerprint of it.
#[component]
fn Secret(token: String) -> impl IntoView {
    let secret = token.clone();
    view! {
        <p>"Copy it now: it is shown this once."</p>
        <code class="token" data-test="token-secret">{token}</code>
        <div class="row end">
            <CopyButton text=move || secret.clone() label="Copy" test="token-copy" autofocus=true />
        </div>
    }
}
