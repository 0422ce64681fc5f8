//! The lobby: games to choose, tables to join.

mod bet;
mod cards;
mod code;
mod fields;
mod invitee;
mod lists;
mod nearby;
mod open;
mod quick;
mod wish;

pub use open::OpenDialog;
pub use quick::Seeker;

use crate::{house::House, ui::Header};
use cards::GameCard;
use code::CodeForm;
use leptos::prelude::*;
use lists::{MyGames, OpenTables};
use nearby::HousesNearby;

/// Where everyone comes in.
#[component]
pub fn LobbyPage() -> impl IntoView {
    let games = House::expect().catalog.games();
    let cards = games.into_iter().map(|game| view! { <GameCard game /> }).collect_view();
    let (opening, lost) = (RwSignal::new(false), RwSignal::new(false));
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
                <div class="unreachable" role="status">
                    {move || lost.get().then(|| view! {
                        <p data-test="lost">
                            "The house cannot be reached just now. What is played on this screen works all the same."
                        </p>
                    })}
                </div>
            </div>
            <div class="rooms">
                <section class="games" aria-label="Games">
                    <div class="cards">{cards}</div>
                </section>
                <aside class="tables" aria-label="Tables">
                    <MyGames />
                    <OpenTables lost />
                    <HousesNearby />
                </aside>
            </div>
        </main>
    }
}
