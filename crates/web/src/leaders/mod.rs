//! The best players of each game.

mod list;
mod runs;

use crate::{games, place::href_of, ui::Header};
use leptos::prelude::*;
use leptos_router::hooks::{use_params_map, use_query_map};
use list::List;
use parlor_kernel::{Solo, Spec};
use parlor_wire::http::LeaderOrder;
use runs::Runs;

/// Which list: everything of it is in the address, so that it can be shared and gone back to.
#[derive(Clone, PartialEq, Debug)]
struct Wanted {
    game: String,
    by: LeaderOrder,
    bots: bool,
    /// The best runs of a way to play alone instead.
    solo: Option<&'static Solo>,
}

impl Wanted {
    fn path(&self) -> String {
        if let Some(solo) = self.solo {
            return format!("/leaderboards/{}?solo={}", self.game, solo.id);
        }
        let by = if self.by == LeaderOrder::Wins { "wins" } else { "rating" };
        format!("/leaderboards/{}?by={by}&bots={}", self.game, self.bots)
    }
}

/// The ways to play a game alone for a record.
fn solos(game: &str) -> &'static [Solo] {
    games::face(game).map_or_else(Default::default, |face| face.solos)
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
        let game = params.read().get("game").unwrap_or(first);
        let solo = query.read().get("solo").and_then(|id| solos(&game).iter().find(|solo| solo.id == id));
        Wanted { game, by, bots, solo }
    });
    let tabs = games::faces().map(|face| {
        let Spec { id, name, .. } = face.game;
        let there = move || Wanted { game: id.into(), solo: None, ..wanted.get() };
        let here = move || wanted.with(|wanted| wanted.game == id);
        view! {
            <Tab path=Signal::derive(move || there().path()) here=Signal::derive(here) test=format!("leaders-{id}")>
                {games::mark(id)}
                {name}
            </Tab>
        }
    });
    let by = move |by: LeaderOrder, words: &'static str, test: &str| {
        let there = move || Wanted { by, solo: None, ..wanted.get() }.path();
        let here = move || wanted.with(|wanted| wanted.by == by && wanted.solo.is_none());
        view! { <Tab path=Signal::derive(there) here=Signal::derive(here) test=test.to_owned()>{words}</Tab> }
    };
    let of = move |bots: bool, words: &'static str, test: &str| {
        let there = move || Wanted { bots, ..wanted.get() }.path();
        let here = move || wanted.with(|wanted| wanted.bots == bots);
        view! { <Tab path=Signal::derive(there) here=Signal::derive(here) test=test.to_owned()>{words}</Tab> }
    };
    // Runs alone are people's.
    let alone = move || {
        let game = wanted.with(|wanted| wanted.game.clone());
        let tab = |solo: &'static Solo| {
            let there = move || Wanted { solo: Some(solo), ..wanted.get() }.path();
            let here = move || wanted.with(|wanted| wanted.solo == Some(solo));
            let (there, here) = (Signal::derive(there), Signal::derive(here));
            view! { <Tab path=there here test=format!("by-{}", solo.id)>{solo.name}</Tab> }
        };
        solos(&game).iter().map(tab).collect_view()
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
                    {alone}
                </nav>
                <nav class="tabs small" aria-label="Who" hidden=move || wanted.with(|wanted| wanted.solo.is_some())>
                    {of(false, "People", "of-people")}
                    {of(true, "Bots", "of-programs")}
                </nav>
            </div>
            {move || match wanted.get() {
                Wanted { game, solo: Some(solo), .. } => view! { <Runs game solo /> }.into_any(),
                wanted => view! { <List wanted /> }.into_any(),
            }}
        </main>
    }
}

/// One of several views of the same page: a link, marked where one is.
#[component]
fn Tab(path: Signal<String>, here: Signal<bool>, test: String, children: Children) -> impl IntoView {
    view! {
        <a class="tab" href=move || href_of(&path.read()) aria-current=move || here.get().then_some("page") data-test=test>
            {children()}
        </a>
    }
}
