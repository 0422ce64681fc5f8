//! Taking everything along, and being forgotten.

use crate::{
    account::{Place, place_of},
    house::{House, http::accounts},
    place::{href_of, use_navigate},
    ui::{Dialog, PasswordField, Typed},
};
use leptos::{ev, prelude::*, task::spawn_local};
use leptos_router::NavigateOptions;
use parlor_wire::http::Password;

/// What the house keeps about us: to have, or to have it deleted.
#[component]
pub fn Goodbye() -> impl IntoView {
    let open = RwSignal::new(false);
    view! {
        <section class="sheet" aria-label="What the house keeps about you">
            <h2>"What the house keeps about you"</h2>
            <div class="line-item">
                <span class="line-words">
                    <span>"Everything in one file"</span>
                    <span class="muted small">"Your account, sessions, records and matches, as JSON."</span>
                </span>
                <a class="button" href=href_of(accounts::EXPORT) rel="external" download="parlor.json" data-test="export">
                    "Download"
                </a>
            </div>
            <div class="line-item">
                <span class="line-words">
                    <span>"Be forgotten"</span>
                    <span class="muted small">"Your name goes from everything you have played. The matches stay."</span>
                </span>
                <button type="button" class="button danger" data-test="delete-me" on:click=move |_| open.set(true)>
                    "Delete me"
                </button>
            </div>
            <Dialog open title="Delete everything about you?" test="delete-dialog">
                <Delete open />
            </Dialog>
        </section>
    }
}

#[component]
fn Delete(open: RwSignal<bool>) -> impl IntoView {
    let house = House::expect();
    let navigate = use_navigate();
    let account = house.visitor.has_account();
    let password = Typed::new("");
    let trouble = RwSignal::new(None::<String>);
    let go = move |event: ev::SubmitEvent| {
        event.prevent_default();
        let proof = account.then(|| Password::new(password.now()).filter(|_| !password.now().is_empty()));
        let proof = match proof {
            Some(None) => return password.refuse("delete-password", "Type your password to go on."),
            Some(proof) => proof,
            None => None,
        };
        let navigate = navigate.clone();
        spawn_local(async move {
            match house.delete_me(proof).await {
                Ok(()) => {
                    open.set(false);
                    house.toast.say("You are forgotten here. Come again whenever you like.");
                    navigate("/", NavigateOptions::default());
                }
                Err(problem) if place_of(&problem) == Place::Password || problem.status == 401 => {
                    password.refuse("delete-password", problem.detail);
                }
                Err(problem) => _ = trouble.try_set(Some(problem.detail)),
            }
        });
    };
    view! {
        <form class="stack" on:submit=go novalidate=true>
            <p>
                "Your name, your records, your bots and every sign-in are gone at once, and games you are in are forfeited. This cannot be undone."
            </p>
            {account.then(|| view! {
                <PasswordField
                    id="delete-password"
                    label="Password"
                    typed=password
                    autocomplete="current-password"
                />
            })}
            <p class="trouble" role="alert">{trouble}</p>
            <div class="row end">
                <button type="button" class="button" data-test="delete-cancel" on:click=move |_| open.set(false)>
                    "Keep me"
                </button>
                <button type="submit" class="button danger" data-test="delete-confirm">"Delete for good"</button>
            </div>
        </form>
    }
}
