//! The lobby: games to choose, tables to join.

mod bet;
mod cards;
mod code;
mod invitee;
mod lists;
mod nearby;
mod open;
mod quick;
mod shelf;

pub use open::OpenDialog;
pub use quick::Seeker;

use crate::{
    house::http::{self, GameInfo},
    ui::Header,
};
use cards::GameCard;
use code::CodeForm;
use leptos::{prelude::*, task::spawn_local};
use lists::{MyGames, OpenTables};
use nearby::HousesNearby;
use shelf::Coming;

/// Where everyone comes in.
#[component]
pub fn LobbyPage() -> impl IntoView {
    let games = RwSignal::new(None::<Result<Vec<GameInfo>, String>>);
    spawn_local(async move {
        // The page may be gone by the time the answer comes.
        games.try_set(Some(http::games().await.map_err(|problem| problem.detail)));
    });
    let opening = RwSignal::new(false);
    view! {
        <Header />
        <main class="page lobby">
            <div class="greeting">
                <h1>"What shall we play?"</h1>
                <CodeForm />
                <button
                    type="button"
                    class="button primary"
                    data-key="o"
                    data-test="open-table"
                    on:click=move |_| opening.set(true)
                >
                    "Open a table"
                </button>
                <OpenDialog open=opening />
            </div>
            <div class="rooms">
                <section class="games" aria-label="Games">
                    {move || match games.get() {
                        None => view! { <div class="card placeholder" aria-hidden="true"></div> }.into_any(),
                        Some(Err(sentence)) => view! { <p class="trouble" role="alert">{sentence}</p> }.into_any(),
                        Some(Ok(games)) => {
                            let cards = games.into_iter().map(|game| view! { <GameCard game /> }).collect_view();
                            view! { <div class="cards">{cards}</div> }.into_any()
                        }
                    }}
                </section>
                <aside class="tables" aria-label="Tables">
                    <MyGames />
                    <OpenTables />
                    <HousesNearby />
                </aside>
                {move || {
                    let games = games.get()?.ok()?;
                    let present = games.into_iter().map(|game| game.id).collect();
                    Some(view! { <Coming present /> })
                }}
            </div>
        </main>
    }
}
