//! Where we are signed in.

use crate::{
    house::{House, ask, http::accounts},
    place::use_navigate,
    ui::when,
};
use leptos::{prelude::*, task::spawn_local};
use leptos_router::NavigateOptions;
use parlor_wire::http::SessionInfo;

/// Every browser that knows us, with a way to be forgotten by it.
#[component]
pub fn Sessions() -> impl IntoView {
    let house = House::expect();
    let navigate = use_navigate();
    let sessions = ask(accounts::sessions);
    let end = Callback::new(move |id: String| {
        spawn_local(async move {
            match accounts::end_session(&id).await {
                Ok(()) => sessions.again(),
                Err(problem) => house.complain(problem),
            }
        });
    });
    let leave = move |_| {
        let navigate = navigate.clone();
        spawn_local(async move {
            match house.sign_out(true).await {
                Ok(()) => {
                    house.toast.say("You are signed out everywhere.");
                    navigate("/", NavigateOptions::default());
                }
                Err(problem) => house.complain(problem),
            }
        });
    };
    let list = move || match sessions.reply().get() {
        None => view! { <p class="muted">"One moment…"</p> }.into_any(),
        Some(Err(problem)) => view! { <p class="trouble" role="alert">{problem.detail}</p> }.into_any(),
        Some(Ok(sessions)) => view! {
            <ul>{sessions.into_iter().map(|session| view! { <Session session end /> }).collect_view()}</ul>
        }
        .into_any(),
    };
    view! {
        <section class="sheet" aria-label="Where you are signed in" data-test="sessions">
            <h2>"Where you are signed in"</h2>
            {list}
            <div class="row end">
                <button type="button" class="button" data-test="sign-out-everywhere" on:click=leave>
                    "Sign out everywhere"
                </button>
            </div>
        </section>
    }
}

#[component]
fn Session(session: SessionInfo, end: Callback<String>) -> impl IntoView {
    let SessionInfo { id, label, created_at, current, .. } = session;
    let label = if label.is_empty() { "A browser".to_owned() } else { label };
    let aloud = format!("Sign out {label}");
    view! {
        <li class="line-item" data-test="session">
            <span class="line-words">
                <span>{label}</span>
                <span class="muted small">"signed in " {when(created_at)}</span>
            </span>
            {if current {
                view! { <span class="muted" data-test="session-current">"this browser"</span> }.into_any()
            } else {
                view! {
                    <button
                        type="button"
                        class="button"
                        aria-label=aloud
                        data-test="session-end"
                        on:click=move |_| end.run(id.clone())
                    >
                        "Sign out"
                    </button>
                }
                .into_any()
            }}
        </li>
    }
}
