//! The best players of each game.

mod list;

use crate::{games, ui::Header};
use leptos::prelude::*;
use leptos_router::hooks::{use_params_map, use_query_map};
use list::List;
use parlor_kernel::Spec;
use parlor_wire::http::LeaderOrder;

/// Which list: everything of it is in the address, so that it can be shared and gone back to.
#[derive(Clone, PartialEq, Debug)]
struct Wanted {
    game: String,
    by: LeaderOrder,
    bots: bool,
}

impl Wanted {
    fn address(&self) -> String {
        let by = if self.by == LeaderOrder::Wins { "wins" } else { "rating" };
        format!("/leaderboards/{}?by={by}&bots={}", self.game, self.bots)
    }
}

/// The leaderboards.
#[component]
pub fn LeaderboardsPage() -> impl IntoView {
    let (params, query) = (use_params_map(), use_query_map());
    let wanted = Memo::new(move |_| {
        let first = games::faces().next().map_or("", |face| face.game.id).to_owned();
        let bots = query.read().get("bots").as_deref() == Some("true");
        // Bots have no ratings.
        let by_wins = bots || query.read().get("by").as_deref() == Some("wins");
        let by = if by_wins { LeaderOrder::Wins } else { LeaderOrder::Rating };
        Wanted { game: params.read().get("game").unwrap_or(first), by, bots }
    });
    let tabs = games::faces().map(|face| {
        let Spec { id, name, .. } = face.game;
        let there = move || Wanted { game: id.into(), ..wanted.get() };
        let here = move || wanted.with(|wanted| wanted.game == id);
        view! {
            <Tab address=Signal::derive(move || there().address()) here=Signal::derive(here) test=format!("leaders-{id}")>
                {games::mark(id)}
                {name}
            </Tab>
        }
    });
    let by = move |by: LeaderOrder, words: &'static str, test: &str| {
        let there = move || Wanted { by, ..wanted.get() }.address();
        let here = move || wanted.with(|wanted| wanted.by == by);
        view! { <Tab address=Signal::derive(there) here=Signal::derive(here) test=test.to_owned()>{words}</Tab> }
    };
    let of = move |bots: bool, words: &'static str, test: &str| {
        let there = move || Wanted { bots, ..wanted.get() }.address();
        let here = move || wanted.with(|wanted| wanted.bots == bots);
        view! { <Tab address=Signal::derive(there) here=Signal::derive(here) test=test.to_owned()>{words}</Tab> }
    };
    view! {
        <Header />
        <main class="page leaders" data-test="leaders">
            <h1>"Leaderboards"</h1>
            <nav class="tabs" aria-label="Game">{tabs.collect_view()}</nav>
            <div class="leaders-choices">
                <nav class="tabs small" aria-label="Ordered by" hidden=move || wanted.with(|wanted| wanted.bots)>
                    {by(LeaderOrder::Rating, "By rating", "by-rating")}
                    {by(LeaderOrder::Wins, "By wins", "by-wins")}
                </nav>
                <nav class="tabs small" aria-label="Who">
                    {of(false, "People", "of-people")}
                    {of(true, "Bots", "of-programs")}
                </nav>
            </div>
            {move || view! { <List wanted=wanted.get() /> }}
        </main>
    }
}

/// One of several views of the same page: a link, marked where one is.
#[component]
fn Tab(address: Signal<String>, here: Signal<bool>, test: String, children: Children) -> impl IntoView {
    view! {
        <a class="tab" href=address aria-current=move || here.get().then_some("page") data-test=test>
            {children()}
        </a>
    }
}
