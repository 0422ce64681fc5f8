//! How we are told that it is our turn while we are away.

use crate::{
    house::{House, ask, http::notices},
    push,
    ui::{Icon, TextField, Typed, icon},
};
use leptos::{ev, prelude::*, task::spawn_local};
use parlor_wire::{
    KnownCode,
    http::{NoticeSettings, Webhook},
};

/// What we are told by, in a game that lasts for days: this browser, and an address of our own.
#[component]
pub fn Notices() -> impl IntoView {
    let settings = ask(notices::settings).reply();
    view! {
        <section class="sheet" aria-label="Tell me when it is my turn" data-test="notices">
            <h2>"Tell me when it is my turn"</h2>
            <p class="muted small">
                "In games that last for days: when it is your turn, when a game has ended, and when you are invited."
            </p>
            {move || match settings.get() {
                None => view! { <p class="muted">"One moment…"</p> }.into_any(),
                Some(Err(problem)) => view! { <p class="trouble" role="alert">{problem.detail}</p> }.into_any(),
                Some(Ok(settings)) => view! { <Ways settings /> }.into_any(),
            }}
        </section>
    }
}

#[component]
fn Ways(settings: NoticeSettings) -> impl IntoView {
    let NoticeSettings { push_key, here, browsers, webhooks, webhook } = settings;
    let others = browsers - u32::from(here);
    view! {
        {push_key.map(|key| view! { <ThisBrowser key here others /> })}
        {(webhooks || webhook.is_some()).then(|| view! { <OwnAddress webhook /> })}
    }
}

#[component]
fn ThisBrowser(key: String, here: bool, others: u32) -> impl IntoView {
    let house = House::expect();
    let told = RwSignal::new(here);
    let trouble = RwSignal::new(None);
    let change = move |event: ev::Event| {
        let (wanted, key) = (event_target_checked(&event), key.clone());
        trouble.set(None);
        spawn_local(async move {
            let refused = if wanted { begin(&key).await } else { end().await };
            // The box shows what is so, whatever was pressed.
            told.try_set(if refused.is_some() { !wanted } else { wanted });
            if refused.is_none() {
                let now = if wanted { "on" } else { "off" };
                house.toast.say(format!("Notifications are {now} in this browser."));
            }
            trouble.try_set(refused);
        });
    };
    let elsewhere = match others {
        0 => "A message appears even while no page of the house is open.".to_owned(),
        1 => "Notifications are also on in one other browser.".to_owned(),
        _ => format!("Notifications are also on in {others} other browsers."),
    };
    view! {
        <label class="switch">
            <input
                type="checkbox"
                data-test="push-here"
                prop:checked=told
                disabled=!push::is_supported()
                on:change=change
            />
            <span>"In this browser" <span class="muted small">{elsewhere}</span></span>
        </label>
        {(!push::is_supported()).then(|| view! {
            <p class="muted small" data-test="push-unsupported">{push::NoPush::Unsupported.sentence()}</p>
        })}
        {move || trouble.get().map(|sentence: String| view! { <p class="trouble" role="alert">{sentence}</p> })}
    }
}

/// Why this browser cannot tell us, if it cannot.
async fn begin(key: &str) -> Option<String> {
    match push::subscribe(key).await {
        Ok(subscription) => notices::subscribe(&subscription).await.err().map(|problem| problem.detail),
        Err(why) => Some(why.sentence().to_owned()),
    }
}

async fn end() -> Option<String> {
    let refused = notices::unsubscribe().await.err();
    if refused.is_none() {
        push::unsubscribe().await;
    }
    refused.map(|problem| problem.detail)
}

/// An address that programs of our own listen at.
#[component]
fn OwnAddress(webhook: Option<Webhook>) -> impl IntoView {
    let house = House::expect();
    let typed = Typed::new(webhook.as_ref().map_or_else(String::new, |webhook| webhook.url.clone()));
    let secret = RwSignal::new(webhook.map(|webhook| webhook.secret));
    let save = move |event: ev::SubmitEvent| {
        event.prevent_default();
        typed.trouble.set(None);
        let url = typed.now().trim().to_owned();
        spawn_local(async move {
            if url.is_empty() {
                match notices::drop_webhook().await {
                    Ok(()) => {
                        secret.try_set(None);
                        house.toast.say("The address is removed.");
                    }
                    Err(problem) => house.complain(problem),
                }
                return;
            }
            match notices::set_webhook(url).await {
                Ok(webhook) => {
                    secret.try_set(Some(webhook.secret));
                    house.toast.say("Saved. Messages will go to this address.");
                }
                Err(problem) if problem.known_code() == Some(KnownCode::BadAddress) => {
                    typed.refuse("webhook", problem.detail)
                }
                Err(problem) => house.complain(problem),
            }
        });
    };
    view! {
        <form class="with-button" on:submit=save novalidate=true>
            <TextField
                id="webhook"
                label="At an address of your own"
                typed
                hint="For software of your own: the house sends a signed message there. Empty it to remove it."
                autocomplete="off"
                keyboard="url"
            />
            <button type="submit" class="button" data-test="webhook-save">{icon(Icon::Check)} "Save"</button>
        </form>
        {move || secret.get().map(|secret| view! {
            <p class="muted small">"Messages are signed with this secret: " <code data-test="webhook-secret">{secret}</code></p>
        })}
    }
}
