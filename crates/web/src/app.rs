//! The whole page: routes, and what floats above them.

use crate::{
    games,
    gold::Gold,
    house::House,
    lobby::LobbyPage,
    parts::{self, Above, Page, later},
    place::{self, href_of},
    prefs::Prefs,
    sound,
    ui::{Chrome, Header, Title, Toast, hear_keys},
    windows::Windows,
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
    let chrome = Chrome::new();
    provide_context(chrome);
    hear_keys(chrome, prefs);
    sound::wait_for_hand();
    view! {
        <Router base=place::base()>
            <Routes fallback=NoSuchPage>
                <Route path=path!("/") view=LobbyPage />
                <Route path=path!("/t/:code") view=TableRoute />
                <Route path=path!("/replay/:id") view=|| show(Page::Replay) />
                <Route path=path!("/help/:game") view=HelpPage />
                <Route path=path!("/local/:game") view=LocalPage />
                <Route path=path!("/run/:game/:solo") view=RunPage />
                <Route path=path!("/sign-in") view=|| show(Page::SignIn) />
                <Route path=path!("/sign-up") view=|| show(Page::SignUp) />
                <Route path=path!("/me") view=|| show(Page::Me) />
                <Route path=path!("/me/gold") view=|| show(Page::Gold) />
                <Route path=path!("/people/:id") view=|| show(Page::Profile) />
                <Route path=path!("/leaderboards") view=|| show(Page::Leaderboards) />
                <Route path=path!("/leaderboards/:game") view=|| show(Page::Leaderboards) />
                <Route path=path!("/invitations") view=|| show(Page::Invitations) />
                <Route path=path!("/settings") view=|| show(Page::Settings) />
                <Route path=path!("/admin") view=|| later(parts::admin, |make| make()) />
            </Routes>
            <Title />
            <Above />
        </Router>
        <Toast />
    }
}

/// A page that is no part of the lobby.
fn show(page: Page) -> AnyView {
    later(move || parts::page(page), |make| make())
}

/// A table. Its game is on its way as soon as it is known which one it is.
#[component]
fn TableRoute() -> impl IntoView {
    let (house, params) = (House::expect(), use_params_map());
    Effect::new(move |_| {
        params.read().get("code").and_then(|code| code.parse().ok()).map(|code| house.expect_table(code))
    });
    later(parts::table, |table| (table.page)())
}

#[component]
fn HelpPage() -> impl IntoView {
    let params = use_params_map();
    view! {
        <Header />
        <main class="page prose" data-test="help">
            {move || games::show(&params.read().get("game").unwrap_or_default(), |screen| screen.how_to())}
            {move || params.read().get("game").filter(|game| games::face(game).is_some()).map(|game| view! {
                <p class="help-play">
                    <a class="button large primary" href=href_of(&format!("/local/{game}?bot=easy")) data-test="help-play">"Play now"</a>
                    <a class="button large" href=href_of(&format!("/?game={game}"))>"Other ways to play"</a>
                </p>
            })}
        </main>
    }
}

#[component]
fn LocalPage() -> impl IntoView {
    let (params, query) = (use_params_map(), use_query_map());
    move || {
        let bot = query.read_untracked().get("bot");
        games::show(&params.read().get("game").unwrap_or_default(), move |screen| screen.local(bot.as_deref()))
    }
}

/// A game alone, for a record.
#[component]
fn RunPage() -> impl IntoView {
    let params = use_params_map();
    move || {
        let (game, solo) =
            (params.read().get("game").unwrap_or_default(), params.read().get("solo").unwrap_or_default());
        games::show(&game, move |screen| screen.solo(&solo))
    }
}

#[component]
fn NoSuchPage() -> impl IntoView {
    view! {
        <Header />
        <main class="page sorry">
            <h1>"There is no such room"</h1>
            <p>"The address leads nowhere in this house."</p>
            <a class="button primary" href=href_of("/")>"To the lobby"</a>
        </main>
    }
}
