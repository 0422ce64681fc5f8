//! Who we are, and where that leads: the menu in the header.

use super::{Chrome, Icon, icon, kind_mark, thousands};
use crate::{
    account,
    gold::Gold,
    house::House,
    place::{href_of, use_navigate, use_path},
    prefs::Prefs,
};
use leptos::{html, prelude::*, task::spawn_local};
use leptos_router::NavigateOptions;
use parlor_wire::Kind;

/// Our name; it opens the menu.
#[component]
pub fn Who() -> impl IntoView {
    let (house, prefs) = (House::expect(), Prefs::expect());
    let name = move || house.visitor.me().get().map(|me| me.name).or_else(|| prefs.name.get());
    let mark = move || house.visitor.me().get().and_then(|me| kind_mark(me.kind));
    view! {
        <button type="button" class="button quiet name-tag" title="You" popovertarget="you" data-test="who">
            <span class="name" data-test="name">{move || name().unwrap_or_else(|| "Guest".into())}</span>
            {mark}
            {move || count(house)}
            {icon(Icon::Down)}
        </button>
        <Menu />
    }
}

/// How many invitations wait for our answer.
fn count(house: House) -> Option<impl IntoView> {
    let waiting = house.invitations.waiting();
    let words = if waiting == 1 { " invitation waits for you" } else { " invitations wait for you" };
    (waiting > 0).then(|| {
        view! {
            <span class="count" data-test="invitations-count">
                {waiting} <span class="for-ears">{words}</span>
            </span>
        }
    })
}

/// The browser's own popover: Escape and a tap beside it close it.
#[component]
fn Menu() -> impl IntoView {
    let (house, chrome) = (House::expect(), Chrome::expect());
    let (navigate, here) = (use_navigate(), use_path());
    let menu = NodeRef::<html::Nav>::new();
    let close = move |_| {
        if let Some(menu) = menu.get_untracked() {
            // It is closed already if a key did it.
            let _ = menu.hide_popover();
        }
    };
    let sign_out = move |_| {
        let navigate = navigate.clone();
        spawn_local(async move {
            match house.sign_out(false).await {
                Ok(()) => {
                    house.toast.say("You are signed out.");
                    navigate("/", NavigateOptions::default());
                }
                Err(problem) => house.complain(problem),
            }
        });
    };
    let sign_out = StoredValue::new(sign_out);
    let standing = move || match house.visitor.me().get() {
        None => "You are new here.",
        Some(me) if me.kind == Kind::Guest => "You are here as a guest.",
        Some(_) => "You are signed in.",
    };
    let ways = move || {
        if house.visitor.has_account() {
            let sign_out = sign_out.get_value();
            view! {
                <li>
                    <button type="button" class="menu-item" data-test="sign-out" on:click=sign_out>
                        {icon(Icon::Leave)}
                        "Sign out"
                    </button>
                </li>
            }
            .into_any()
        } else {
            view! {
                <li>
                    <button
                        type="button"
                        class="menu-item"
                        data-test="name-open"
                        on:click=move |_| chrome.name.set(true)
                    >
                        {icon(Icon::Pen)}
                        "Change your name"
                    </button>
                </li>
                <li>
                    <a class="menu-item" href=move || href_of(&account::sign_in_from(&here.get())) data-test="sign-in">
                        {icon(Icon::Key)}
                        "Sign in"
                    </a>
                </li>
                <li>
                    <a class="menu-item" href=move || href_of(&account::sign_up_from(&here.get())) data-test="sign-up">
                        {icon(Icon::Plus)}
                        "Create an account"
                    </a>
                </li>
            }
            .into_any()
        }
    };
    let gold = Gold::expect();
    let purse = move || {
        house.visitor.has_account().then(|| {
            view! {
                <li>
                    <a class="menu-item" href=href_of("/me/gold") data-test="my-gold">
                        {icon(Icon::Coin)}
                        "Gold"
                        <span class="spacer"></span>
                        <span class="muted figures">{move || gold.balance().map(thousands)}</span>
                    </a>
                </li>
            }
        })
    };
    view! {
        <nav
            id="you"
            class="menu"
            popover="auto"
            aria-label="You"
            node_ref=menu
            on:click=close
            on:toggle=move |_| gold.look()
            data-test="menu"
        >
            <p class="menu-note">{standing}</p>
            <ul>
                <li>
                    <a class="menu-item" href=href_of("/me") data-test="my-profile">{icon(Icon::Person)} "Profile"</a>
                </li>
                {purse}
                <li>
                    <a class="menu-item" href=href_of("/invitations") data-test="my-invitations">
                        {icon(Icon::Letter)}
                        "Invitations"
                        {move || count(house)}
                    </a>
                </li>
                <li>
                    <a class="menu-item" href=href_of("/settings") data-test="settings-page">{icon(Icon::Gear)} "Settings"</a>
                </li>
                {ways}
            </ul>
        </nav>
    }
}
