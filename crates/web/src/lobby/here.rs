//! Who is here: people with what they do, one tap from a game with them.

use super::{lists::refreshed, open::OpenDialog};
use crate::{
    house::{House, http},
    place::href_of,
    ui::{Icon, icon, person_name},
};
use leptos::prelude::*;
use parlor_wire::{
    Person,
    http::{Here, HereAt},
};

/// The people who are here besides us, if there are any.
#[component]
pub fn HereNow() -> impl IntoView {
    let me = House::expect().visitor.me();
    let people = refreshed(
        move || async move {
            if me.get_untracked().is_none() {
                return Ok(Vec::new());
            }
            http::here().await
        },
        move || me.track(),
    );
    // The list is drawn anew all the time; a form that is being filled in must outlive that.
    let (invited, inviting) = (RwSignal::new(None::<Person>), RwSignal::new(false));
    let invite = Callback::new(move |person| {
        invited.set(Some(person));
        inviting.set(true);
    });
    let list = move || {
        let people = people.get().filter(|people| !people.is_empty())?;
        let rows = people.into_iter().map(|here| view! { <Row here invite /> }).collect_view();
        Some(view! {
            <section class="list" aria-label="Here now" data-test="here-now">
                <h2>"Here now"</h2>
                <ul>{rows}</ul>
            </section>
        })
    };
    view! {
        {list}
        {move || invited.get().map(|person| view! { <OpenDialog open=inviting invitee=person /> })}
    }
}

#[component]
fn Row(here: Here, invite: Callback<Person>) -> impl IntoView {
    let Here { person, busy, at } = here;
    let catalog = House::expect().catalog;
    let (busy_with, waits) = (at.clone().filter(|at| at.playing), at.filter(|at| !at.playing));
    let doing = match (&busy_with, &waits, busy) {
        (Some(at), ..) => format!("plays {}", catalog.game_name(&at.game)),
        (None, _, true) => "plays a match".to_owned(),
        (None, Some(at), false) => format!("waits at {}", catalog.game_name(&at.game)),
        (None, None, false) => "is in the house".to_owned(),
    };
    let deed = match (busy_with, waits) {
        (Some(at), _) => lead(&at, "Watch", "here-watch"),
        (None, Some(at)) => lead(&at, "Join", "here-join"),
        (None, None) if busy => ().into_any(),
        (None, None) => {
            let (label, whom) = (format!("Invite {}", person.name), person.clone());
            view! {
                <button
                    type="button"
                    class="button"
                    aria-label=label
                    data-test="here-invite"
                    on:click=move |_| invite.run(whom.clone())
                >
                    {icon(Icon::Letter)}
                    "Invite"
                </button>
            }
            .into_any()
        }
    };
    view! {
        <li class="list-row" data-test="here-person">
            <span class="list-words">
                <span>{person_name(&person)}</span>
                <span class="muted">{doing}</span>
            </span>
            {deed}
        </li>
    }
}

/// The way to the table where they are.
fn lead(at: &HereAt, words: &'static str, test: &'static str) -> AnyView {
    view! { <a class="button" href=href_of(&format!("/t/{}", at.table)) data-test=test>{words}</a> }.into_any()
}
