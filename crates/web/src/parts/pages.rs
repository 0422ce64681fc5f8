//! The ways into the pages that are not the lobby.

use super::Unloaded;
use crate::{
    account::{SignInPage, SignUpPage},
    admin::AdminPage,
    gold::GoldPage,
    invitations::InvitationsPage,
    leaders::LeaderboardsPage,
    profile::{MePage, ProfilePage},
    replay::ReplayPage,
    settings::SettingsPage,
    table::TablePage,
    ui::Header,
    windows::PaneView,
};
use leptos::{prelude::*, wasm_split::wasm_split};
use parlor_wire::TableCode;

/// Makes what is shown.
pub type Make = fn() -> AnyView;

/// A page beside the lobby, the tables and the games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Page {
    /// A finished match.
    Replay,
    /// Signing in.
    SignIn,
    /// Signing up.
    SignUp,
    /// Our own profile.
    Me,
    /// Our gold.
    Gold,
    /// The profile of a user.
    Profile,
    /// The leaderboards.
    Leaderboards,
    /// All invitations.
    Invitations,
    /// All settings.
    Settings,
}

/// A page.
///
/// # Errors
/// If its part does not come.
#[wasm_split(pages, wasm_split_path = ::leptos::wasm_split, fallible)]
pub(crate) fn page(page: Page) -> Result<Make, Unloaded> {
    Ok(match page {
        Page::Replay => || view! { <Header /> <main class="page"><ReplayPage /></main> }.into_any(),
        Page::SignIn => || view! { <SignInPage /> }.into_any(),
        Page::SignUp => || view! { <SignUpPage /> }.into_any(),
        Page::Me => || view! { <MePage /> }.into_any(),
        Page::Gold => || view! { <GoldPage /> }.into_any(),
        Page::Profile => || view! { <ProfilePage /> }.into_any(),
        Page::Leaderboards => || view! { <LeaderboardsPage /> }.into_any(),
        Page::Invitations => || view! { <InvitationsPage /> }.into_any(),
        Page::Settings => || view! { <SettingsPage /> }.into_any(),
    })
}

/// The page of those who look after the house. A part of its own: hardly any visitor sees it.
///
/// # Errors
/// If its part does not come.
#[wasm_split(admin, wasm_split_path = ::leptos::wasm_split, fallible)]
pub(crate) fn admin() -> Result<Make, Unloaded> {
    Ok(|| view! { <AdminPage /> }.into_any())
}

/// Tables, on a page of their own and in windows.
#[derive(Clone, Copy)]
pub struct TableParts {
    /// The table whose code is in the address.
    pub page: Make,
    /// A table in a window.
    pub pane: fn(TableCode) -> AnyView,
}

/// What shows tables.
///
/// # Errors
/// If its part does not come.
#[wasm_split(table, wasm_split_path = ::leptos::wasm_split, fallible)]
pub(crate) fn table() -> Result<TableParts, Unloaded> {
    Ok(TableParts { page: || view! { <TablePage /> }.into_any(), pane: |code| view! { <PaneView code /> }.into_any() })
}
