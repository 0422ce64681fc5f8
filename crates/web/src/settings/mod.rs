//! All settings on one page: what this browser remembers, and what the house knows about us.

mod account;
mod bots;
mod goodbye;
mod mutes;
mod notices;
mod password;
mod sessions;
mod tokens;

use crate::{
    account::KeepGames,
    house::House,
    place::href_of,
    ui::{Chrome, Header, Icon, Preferences, icon},
};
use account::Account;
use bots::Bots;
use goodbye::Goodbye;
use leptos::prelude::*;
use mutes::Mutes;
use notices::Notices;
use password::ChangePassword;
use sessions::Sessions;

/// The settings.
#[component]
pub fn SettingsPage() -> impl IntoView {
    let (house, chrome) = (House::expect(), Chrome::expect());
    let (visitor, account) =
        (Memo::new(move |_| house.visitor.me().with(Option::is_some)), Memo::new(move |_| house.visitor.has_account()));
    view! {
        <Header />
        <main class="page narrow settings" data-test="settings-all">
            <h1>"Settings"</h1>
            <section class="sheet" aria-label="This browser">
                <h2>"This browser"</h2>
                <Preferences place="page" />
                <div class="row">
                    <button
                        type="button"
                        class="button quiet"
                        data-test="keys-open"
                        on:click=move |_| chrome.keys.set(true)
                    >
                        {icon(Icon::Keyboard)}
                        "Keys"
                    </button>
                </div>
            </section>
            <section class="sheet" aria-label="You" data-test="you">
                <h2>"You"</h2>
                <Name />
                {move || account.get().then(|| view! { <Account /> })}
                {move || (!account.get()).then(|| view! { <Stranger /> })}
            </section>
            {move || account.get().then(|| view! {
                <ChangePassword />
                <Sessions />
                <Bots />
            })}
            {move || visitor.get().then(|| view! {
                <Notices />
                <Mutes />
                <Goodbye />
            })}
        </main>
    }
}

/// The name others see.
#[component]
fn Name() -> impl IntoView {
    let (house, chrome) = (House::expect(), Chrome::expect());
    let name = move || house.visitor.me().get().map_or_else(|| "You have no name yet.".into(), |me| me.name);
    view! {
        <div class="line-item">
            <span class="line-words">
                <span class="muted small">"Name"</span>
                <span data-test="my-name">{name}</span>
            </span>
            <button type="button" class="button" data-test="rename" on:click=move |_| chrome.name.set(true)>
                "Change"
            </button>
        </div>
    }
}

/// What a visitor without an account could have.
#[component]
fn Stranger() -> impl IntoView {
    view! {
        <KeepGames />
        <p class="muted small">
            "Guests are known only to their browser. With an account you can come from anywhere and play for a rating."
        </p>
        <div class="row">
            <a class="button primary" href=href_of("/sign-up?next=/settings")>"Create an account"</a>
            <a class="button" href=href_of("/sign-in?next=/settings")>"Sign in"</a>
        </div>
    }
}
