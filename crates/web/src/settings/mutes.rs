//! Whom we have muted.

use crate::{house::House, ui::person_name};
use leptos::prelude::*;
use parlor_wire::Person;

/// Everyone we do not want to hear, with a way to hear them again.
#[component]
pub fn Mutes() -> impl IntoView {
    let house = House::expect();
    let mutes = house.mutes.list();
    let row = move |person: Person| {
        let id = person.id;
        view! {
            <li class="line-item" data-test="muted-person">
                <span class="line-words">{person_name(&person)}</span>
                <button
                    type="button"
                    class="button"
                    aria-label=format!("Unmute {}", person.name)
                    data-test="unmute"
                    on:click=move |_| house.unmute(id)
                >
                    "Unmute"
                </button>
            </li>
        }
    };
    view! {
        <section class="sheet" aria-label="People you have muted" data-test="mutes">
            <h2>"People you have muted"</h2>
            <Show
                when=move || mutes.with(|mutes| !mutes.is_empty())
                fallback=|| view! { <p class="muted">"You have muted no one. You can mute a player beside what they say at a table."</p> }
            >
                <ul>{move || mutes.get().into_iter().map(row).collect_view()}</ul>
            </Show>
        </section>
    }
}
