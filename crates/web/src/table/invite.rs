//! How friends find the table.

use super::TableCtx;
use crate::{
    browser,
    place::address_of,
    ui::{CopyButton, Dialog, Icon, Qr, icon},
};
use leptos::prelude::*;

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
                    {
                        let link = link.clone();
                        view! { <CopyButton text=move || link.clone() label="Copy link" test="copy-link" /> }
                    }
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
