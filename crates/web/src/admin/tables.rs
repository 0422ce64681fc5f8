//! Tables that are awake.

use super::{Deed, Desk};
use crate::{
    games,
    house::{ask, http::admin},
    place::href_of,
};
use leptos::prelude::*;
use parlor_wire::{Status, TableInfo};

/// The list, with a way to close each.
#[component]
pub fn Tables() -> impl IntoView {
    let desk = Desk::expect();
    let tables = ask(move || {
        desk.changed.track();
        admin::tables()
    });
    let list = move || match tables.reply().get() {
        None => view! { <p class="muted">"One moment…"</p> }.into_any(),
        Some(Err(problem)) => view! { <p class="trouble" role="alert">{problem.detail}</p> }.into_any(),
        Some(Ok(tables)) if tables.is_empty() => view! { <p class="muted">"No table is awake."</p> }.into_any(),
        Some(Ok(tables)) => view! {
            <ul>{tables.into_iter().map(|info| view! { <Table info /> }).collect_view()}</ul>
        }
        .into_any(),
    };
    view! { <section class="sheet" aria-label="Tables" data-test="admin-tables-list">{list}</section> }
}

#[component]
fn Table(info: TableInfo) -> impl IntoView {
    let desk = Desk::expect();
    let code = info.code;
    let status = match info.status {
        Status::Waiting => "waits",
        Status::Playing => "plays",
        Status::Ended => "has played",
    };
    let seats = info.seats.iter().map(|seat| seat.occupant.name().to_string()).collect::<Vec<_>>().join(", ");
    let private = if info.public { "" } else { " · private" };
    view! {
        <li class="line-item" data-test="admin-table">
            <span class="line-words">
                <span>{games::mark(&info.game)} " " <a href=href_of(&format!("/t/{code}"))>{code.to_string()}</a></span>
                <span class="muted small">{info.game.clone()} ", " {status} {private} ": " {seats}</span>
            </span>
            <button
                type="button"
                class="button"
                aria-label=format!("Close table {code}")
                data-test="close-table"
                on:click=move |_| desk.deed.set(Some(Deed::Close(code)))
            >
                "Close"
            </button>
        </li>
    }
}
