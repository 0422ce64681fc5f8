//! How friends find the table.

use super::TableCtx;
use crate::{
    browser,
    house::House,
    place::address_of,
    ui::{Dialog, Icon, Qr, icon},
};
use leptos::{prelude::*, task::spawn_local};
use std::time::Duration;

/// The code, the link and the QR code.
#[component]
pub fn Invite(ctx: TableCtx) -> impl IntoView {
    let link = address_of(&format!("/t/{}", ctx.code()));
    view! {
        <section class="invite" aria-label="Invite friends">
            <div class="invite-words">
                <p class="muted">"Read out the code, or send the link."</p>
                <p class="big-code" data-test="big-code">{ctx.code().to_string()}</p>
                <p class="link" data-test="link">{link.clone()}</p>
                <div class="row">
                    <CopyLink link=link.clone() />
                    <ShareLink title="A table is set for you" link=link.clone() />
                </div>
            </div>
            <Qr link />
        </section>
    }
}

/// A table's code, which is also the button that opens its [`ShareDialog`].
#[component]
pub fn ShareButton(
    /// Which table.
    ctx: TableCtx,
    /// Whether the dialog shows.
    open: RwSignal<bool>,
) -> impl IntoView {
    view! {
        <button
            type="button"
            class="button quiet share-code"
            aria-label=format!("{}, share this table", ctx.code())
            title="Share this table"
            data-test="share"
            on:click=move |_| open.set(true)
        >
            <span class="bar-code" data-test="code">{ctx.code().to_string()}</span>
        </button>
    }
}

/// The invitation, for a table where no room is left for it: spectators may come at any time.
#[component]
pub fn ShareDialog(
    /// Which table.
    ctx: TableCtx,
    /// Whether it shows.
    open: RwSignal<bool>,
) -> impl IntoView {
    view! {
        <Dialog open title="Share this table" test="share-dialog">
            <Invite ctx />
        </Dialog>
    }
}

/// Puts a link on the clipboard and says so.
#[component]
pub fn CopyLink(
    /// What to copy.
    #[prop(into)]
    link: String,
) -> impl IntoView {
    let house = House::expect();
    let copied = RwSignal::new(false);
    let copy = move |_| {
        let link = link.clone();
        spawn_local(async move {
            if browser::copy(&link).await {
                copied.set(true);
                set_timeout(move || copied.set(false), Duration::from_secs(2));
            } else {
                house.toast.say("This browser will not copy. Please select the link and copy it by hand.");
            }
        });
    };
    view! {
        <button type="button" class="button primary" data-test="copy-link" on:click=copy>
            {move || icon(if copied.get() { Icon::Check } else { Icon::Copy })}
            <span aria-live="polite">{move || if copied.get() { "Copied" } else { "Copy link" }}</span>
        </button>
    }
}

/// Hands a link to the device's own way of sharing, where there is one.
#[component]
pub fn ShareLink(
    /// What it is.
    #[prop(into)]
    title: String,
    /// Where it leads.
    #[prop(into)]
    link: String,
) -> impl IntoView {
    browser::can_share().then(|| {
        view! {
            <button type="button" class="button" data-test="share-link" on:click=move |_| browser::share(&title, &link)>
                {icon(Icon::Share)}
                "Share"
            </button>
        }
    })
}
