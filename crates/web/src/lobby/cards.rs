//! A game to choose.

use super::{open::OpenDialog, quick::QuickMatch};
use crate::{
    games,
    house::{House, http},
    ui::{Icon, icon},
};
use leptos::{prelude::*, task::spawn_local};
use leptos_router::{NavigateOptions, hooks::use_navigate};
use parlor_kernel::{GameInfo, Level};
use parlor_wire::http::OpenTable;

/// What a game offers: a bot at once, a table for friends, and how it is played.
#[component]
pub fn GameCard(game: GameInfo) -> impl IntoView {
    let opening = RwSignal::new(false);
    let GameInfo { id, name, presets, bots, .. } = game;
    let (face, local) = (games::face(id), has_local(id));
    let seats = presets.first().map_or(2, |preset| preset.seats);
    let levels = bots.into_iter().map(|level| view! { <PlayBot game=id seats level /> }).collect_view();
    view! {
        <article class="card" style=face.map(games::Face::tint) data-game=id data-test=format!("card-{id}")>
            <div class="card-art">{games::mark(id)}</div>
            <div class="card-words">
                <h2>{name}</h2>
                <p class="muted">{face.map(|face| face.tagline)}</p>
                {(seats > 1).then(|| view! { <QuickMatch game=id.to_owned() /> })}
                <div class="play-bot" role="group" aria-label="Play a bot">
                    <span class="play-bot-label">{icon(Icon::Bot)} "Play a bot"</span>
                    {levels}
                </div>
                <div class="row">
                    <button
                        type="button"
                        class="button primary"
                        data-test=format!("open-{id}")
                        on:click=move |_| opening.set(true)
                    >
                        "Invite friends"
                    </button>
                    {local.then(|| view! {
                        <a class="button" href=format!("/local/{id}") data-test=format!("local-{id}")>"On this screen"</a>
                    })}
                    <a class="button quiet" href=format!("/help/{id}") data-test="how-to-play">
                        {icon(Icon::Help)}
                        "How to play"
                    </a>
                </div>
            </div>
            <OpenDialog open=opening game=id />
        </article>
    }
}

/// Whether a game can be played without the house.
fn has_local(game: &str) -> bool {
    games::screen(game).is_some_and(|screen| screen.local().is_some())
}

/// One tap and the game is on: at a table, or on this screen if the house cannot be reached.
#[component]
fn PlayBot(game: &'static str, seats: u8, level: Level) -> impl IntoView {
    let house = House::expect();
    let navigate = use_navigate();
    let busy = RwSignal::new(false);
    let Level { id, blurb } = level;
    let start = move |_| {
        if busy.get_untracked() {
            return;
        }
        busy.set(true);
        let (navigate, wish) = (navigate.clone(), OpenTable::against_bots(game, seats, id));
        spawn_local(async move {
            let opened = async {
                house.arrive().await?;
                http::open(&wish).await
            };
            match opened.await {
                Ok(table) => navigate(&format!("/t/{}", table.code), NavigateOptions::default()),
                // The page can do without the house.
                Err(problem) if http::is_unreachable(&problem) && has_local(game) => {
                    navigate(&format!("/local/{game}?bot={id}"), NavigateOptions::default());
                }
                Err(problem) => house.toast.say(problem.detail),
            }
            busy.try_set(false);
        });
    };
    view! {
        <button
            type="button"
            class="button level"
            title=blurb
            aria-busy=move || busy.get().to_string()
            data-test=format!("play-bot-{id}")
            on:click=start
        >
            {id}
        </button>
    }
}
