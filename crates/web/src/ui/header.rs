//! The bar on top of every page but a table's.

use super::{Chrome, Icon, Who, icon};
use crate::{house::House, place::href_of};
use leptos::prelude::*;
use parlor_client::LineStatus;

/// The house's name, the way to the leaderboards, who we are, and the way to the settings.
#[component]
pub fn Header() -> impl IntoView {
    let (chrome, turns) = (Chrome::expect(), House::expect().turns.count());
    view! {
        <header class="top">
            <a href=href_of("/") class="brand">
                <svg class="brand-mark" viewBox="0 0 32 32" aria-hidden="true">
                    <path d="M8 27h16M12 27v-4h8v4M9 14h14l-2.500 9h-9zM11 14l2-9h6l2 9" />
                </svg>
                "Parlor"
            </a>
            <LineState />
            <span class="spacer"></span>
            {move || {
                let count = turns.get();
                (count > 0).then(|| view! {
                    <a href=href_of("/") class="button quiet" title="Games that wait for you" data-test="turns">
                        "Your turn"
                        <span class="count">{count}</span>
                    </a>
                })
            }}
            <a href=href_of("/leaderboards") class="button quiet leaders-link" title="Leaderboards" data-test="leaderboards">
                {icon(Icon::Podium)}
                <span class="wide-only">"Leaderboards"</span>
            </a>
            <Who />
            <button
                type="button"
                class="button quiet round"
                aria-label="Settings"
                title="Settings"
                data-test="settings"
                on:click=move |_| chrome.settings.set(true)
            >
                {icon(Icon::Gear)}
            </button>
        </header>
    }
}

/// Says so when the line is down, and nothing otherwise.
#[component]
pub fn LineState() -> impl IntoView {
    let house = House::expect();
    let (line, online) = (house.line.status(), house.line.online());
    let words = move || if online.get() { "reconnecting…" } else { "You are offline" };
    view! {
        <span class="line-state" role="status" data-test="line">
            {move || {
                (line.get() == LineStatus::Lost).then(|| view! { <span class="line-down" class:offline=move || !online.get()>{words}</span> })
            }}
        </span>
    }
}
