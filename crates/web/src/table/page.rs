//! A table as a page.

use super::{Place, TableView};
use crate::{
    house::House,
    place::href_of,
    ui::{Chrome, Header},
    windows::Windows,
};
use leptos::prelude::*;
use leptos_router::hooks::use_params_map;
use parlor_wire::TableCode;

/// The table whose code is in the address.
#[component]
pub fn TablePage() -> impl IntoView {
    let params = use_params_map();
    let code = Memo::new(move |_| params.read().get("code").and_then(|code| code.parse::<TableCode>().ok()));
    move || match code.get() {
        Some(code) => view! { <Room code /> }.into_any(),
        None => view! { <NotACode /> }.into_any(),
    }
}

#[component]
fn Room(code: TableCode) -> impl IntoView {
    // A table is in one place only.
    Windows::expect().close(code);
    let ctx = House::expect().enter(code);
    // A player who waits in another tab sees there whose turn it is.
    Chrome::expect().call_page(move || ctx.status().with(|status| format!("{status} {code}")));
    view! {
        <main class="table-page">
            <TableView ctx place=Place::Page />
        </main>
    }
}

#[component]
fn NotACode() -> impl IntoView {
    view! {
        <Header />
        <main class="page sorry" data-test="sorry">
            <h1>"That is no table code"</h1>
            <p>"A code has six letters and digits, like K7QX2M. Have another look at the link."</p>
            <a class="button primary" href=href_of("/")>"To the lobby"</a>
        </main>
    }
}
