//! The lobby: a shelf of games, a sheet for each, and who and what is there.

mod bet;
mod change;
mod code;
mod fields;
mod here;
mod invitee;
mod lists;
mod nearby;
mod open;
mod quick;
mod sheet;
mod shelf;
mod wish;

pub use change::change_rules;
pub use open::{OpenDialog, open_choice};
pub use quick::Seeker;

use crate::ui::Header;
use code::CodeForm;
use here::HereNow;
use leptos::prelude::*;
use lists::{MyGames, OpenTables, my_games, open_tables};
use nearby::HousesNearby;
use sheet::GameSheet;
use shelf::Shelf;

/// Where everyone comes in.
#[component]
pub fn LobbyPage() -> impl IntoView {
    let (opening, lost) = (RwSignal::new(false), RwSignal::new(false));
    let (open, mine) = (open_tables(lost), my_games());
    view! {
        <Header />
        <main class="page lobby">
            <div class="greeting">
                <h1>"What shall we play?"</h1>
                <CodeForm />
                <div class="unreachable" role="status">
                    {move || lost.get().then(|| view! {
                        <p data-test="lost">
                            "The house cannot be reached just now. What is played on this screen works all the same."
                        </p>
                    })}
                </div>
            </div>
            <div class="rooms">
                <Shelf open mine opening />
                <aside class="tables" aria-label="Tables and people">
                    <MyGames mine />
                    <OpenTables open />
                    <HereNow />
                    <HousesNearby />
                </aside>
            </div>
            <GameSheet open />
            <OpenDialog open=opening />
        </main>
    }
}
