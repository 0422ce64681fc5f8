//! The whole page: routes, and what floats above them.

use crate::{
    account::{SignInPage, SignUpPage},
    games,
    gold::{Gold, GoldPage},
    house::House,
    invitations::{InvitationCards, InvitationsPage},
    leaders::LeaderboardsPage,
    lobby::{LobbyPage, Seeker},
    prefs::Prefs,
    profile::{MePage, ProfilePage},
    replay::ReplayPage,
    settings::SettingsPage,
    sound,
    table::TablePage,
    ui::{Chrome, Header, Keys, NameDialog, Settings, Toast},
    windows::{Windows, WindowsLayer},
};
use leptos::prelude::*;
use leptos_router::{
    components::{Route, Router, Routes},
    hooks::{use_params_map, use_query_map},
    path,
};

/// The house in the browser.
#[component]
pub fn App() -> impl IntoView {
    let prefs = Prefs::load();
    provide_context(prefs);
    let house = House::new(prefs);
    provide_context(house);
    provide_context(Gold::new(house));
    provide_context(Windows::new(prefs));
    provide_context(Chrome::new());
    sound::wait_for_hand();
    view! {
        <Router>
            <Routes fallback=NoSuchPage>
                <Route path=path!("/") view=LobbyPage />
                <Route path=path!("/t/:code") view=TablePage />
                <Route path=path!("/replay/:id") view=ReplayRoute />
                <Route path=path!("/help/:game") view=HelpPage />
                <Route path=path!("/local/:game") view=LocalPage />
                <Route path=path!("/sign-in") view=SignInPage />
                <Route path=path!("/sign-up") view=SignUpPage />
                <Route path=path!("/me") view=MePage />
                <Route path=path!("/me/gold") view=GoldPage />
                <Route path=path!("/people/:id") view=ProfilePage />
                <Route path=path!("/leaderboards") view=LeaderboardsPage />
                <Route path=path!("/leaderboards/:game") view=LeaderboardsPage />
                <Route path=path!("/invitations") view=InvitationsPage />
                <Route path=path!("/settings") view=SettingsPage />
            </Routes>
            <WindowsLayer />
            <Seeker />
            <InvitationCards />
        </Router>
        <NameDialog />
        <Settings />
        <Keys />
        <Toast />
    }
}

#[component]
fn ReplayRoute() -> impl IntoView {
    view! {
        <Header />
        <main class="page">
            <ReplayPage />
        </main>
    }
}

#[component]
fn HelpPage() -> impl IntoView {
    let params = use_params_map();
    view! {
        <Header />
        <main class="page prose" data-test="help">
            {move || games::show(&params.read().get("game").unwrap_or_default(), |screen| screen.how_to())}
        </main>
    }
}

#[component]
fn LocalPage() -> impl IntoView {
    let (params, query) = (use_params_map(), use_query_map());
    move || {
        let bot = query.read_untracked().get("bot");
        games::show(&params.read().get("game").unwrap_or_default(), |screen| match screen.local() {
            Some(page) => page(bot.as_deref()),
            None => view! { <NoSuchPage /> }.into_any(),
        })
    }
}

#[component]
fn NoSuchPage() -> impl IntoView {
    view! {
        <Header />
        <main class="page sorry">
            <h1>"There is no such room"</h1>
            <p>"The address leads nowhere in this house."</p>
            <a class="button primary" href="/">"To the lobby"</a>
        </main>
    }
}
