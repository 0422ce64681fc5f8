//! The e-mail address, and who may see it.

use crate::{
    account::{Place, place_of},
    house::{House, ask, http::accounts},
    ui::{TextField, Typed},
};
use leptos::{ev, prelude::*, task::spawn_local};
use parlor_wire::http::{AccountInfo, ChangeAccount, email_address};

/// What only we may know about our account.
#[component]
pub fn Account() -> impl IntoView {
    let info = ask(accounts::account).reply();
    move || match info.get() {
        None => view! { <p class="muted">"One moment…"</p> }.into_any(),
        Some(Err(problem)) => view! { <p class="trouble" role="alert">{problem.detail}</p> }.into_any(),
        Some(Ok(info)) => view! { <Address info /> }.into_any(),
    }
}

#[component]
fn Address(info: AccountInfo) -> impl IntoView {
    let house = House::expect();
    let typed = Typed::new(info.email.clone().unwrap_or_default());
    let (saved, shown) = (RwSignal::new(info.email), RwSignal::new(info.show_email));
    let change = move |change: ChangeAccount, done: &'static str| {
        spawn_local(async move {
            match accounts::change_account(&change).await {
                Ok(info) => {
                    saved.try_set(info.email);
                    shown.try_set(info.show_email);
                    house.toast.say(done);
                }
                Err(problem) if place_of(&problem) == Place::Email => typed.refuse("my-email", problem.detail),
                Err(problem) => house.complain(problem),
            }
        });
    };
    let save = move |event: ev::SubmitEvent| {
        event.prevent_default();
        let text = typed.now().trim().to_owned();
        if !text.is_empty() && email_address(&text).is_none() {
            return typed.refuse("my-email", "That does not look like an e-mail address.");
        }
        let done = if text.is_empty() { "The address is removed." } else { "The address is saved." };
        change(ChangeAccount { email: Some(text), show_email: None }, done);
    };
    let show = move |event: ev::Event| {
        let show = event_target_checked(&event);
        let done = if show { "Opponents can see the address." } else { "The address is private." };
        change(ChangeAccount { email: None, show_email: Some(show) }, done);
    };
    view! {
        <form class="with-button" on:submit=save novalidate=true>
            <TextField
                id="my-email"
                label="E-mail"
                typed
                hint="Another way to sign in. Empty it to remove it."
                autocomplete="email"
                keyboard="email"
            />
            <button type="submit" class="button" data-test="my-email-save">"Save"</button>
        </form>
        <label class="switch">
            <input
                type="checkbox"
                data-test="show-email"
                prop:checked=shown
                disabled=move || saved.with(Option::is_none)
                on:change=show
            />
            <span>
                "Show the address to opponents who play through Socket.IO"
                <span class="muted small">"Some older clients name players by their address. Off, they see your name."</span>
            </span>
        </label>
    }
}
