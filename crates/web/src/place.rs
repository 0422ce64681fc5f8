//! Where on its site the house is: at the root, or below a path, which the page is told by the house.
//!
//! Everywhere else a page is known by its path inside the house, as `/t/K7QX2M`. What goes to the browser passes through
//! here: links, requests and steps to other pages on the way out, and the path of the page on the way in.

use leptos::prelude::*;
use leptos_router::{NavigateOptions, hooks};
use std::sync::LazyLock;

/// The path that the house is below, without a slash at its end; empty at the root.
static BASE: LazyLock<String> = LazyLock::new(|| {
    let told = document().query_selector("meta[name=base]").ok().flatten();
    let path = told.and_then(|meta| meta.get_attribute("content")).unwrap_or_default();
    path.trim_end_matches('/').to_owned()
});

/// The path that the house is below, without a slash at its end; empty at the root.
pub fn base() -> &'static str {
    &BASE
}

/// The address of a page or a file of the house, on its site.
pub fn href_of(path: &str) -> String {
    format!("{}{path}", base())
}

/// The same as friends can open it.
pub fn address_of(path: &str) -> String {
    format!("{}{}{path}", window().location().origin().unwrap_or_default(), base())
}

/// The path of the page that is shown.
pub fn use_path() -> Signal<String> {
    let whole = hooks::use_location().pathname;
    Signal::derive(move || whole.with(|whole| whole.strip_prefix(base()).unwrap_or(whole).to_owned()))
}

/// Goes to a page of the house.
pub fn use_navigate() -> impl Fn(&str, NavigateOptions) + Clone {
    let navigate = hooks::use_navigate();
    // Left to itself, the router would take the slash from the end of the first page's address.
    move |path: &str, options| navigate(&href_of(path), NavigateOptions { resolve: false, ..options })
}
