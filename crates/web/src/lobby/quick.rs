//! Quick match: one tap, and the house finds opponents.

use crate::{
    house::{House, Seeking},
    place::{use_navigate, use_path},
    prefs::Prefs,
    sound::{self, Cue},
    ui::{Icon, icon, rated_mark, stretch},
};
use leptos::{ev, prelude::*};
use leptos_router::{NavigateOptions, hooks::use_query_map};

/// The button on a game's sheet, or how the search goes.
#[component]
pub fn QuickMatch(
    /// Which game.
    #[prop(into)]
    game: String,
) -> impl IntoView {
    let (house, prefs) = (House::expect(), Prefs::expect());
    let account = Memo::new(move |_| house.visitor.has_account());
    let game = StoredValue::new(game);
    let here = Memo::new(move |_| {
        house
            .search
            .seeking()
            .with(|seeking| seeking.clone().filter(|seeking| game.with_value(|game| seeking.game == *game)))
    });
    let seek = move |_| house.seek(&game.get_value(), account.get_untracked() && prefs.rated.get_untracked());
    let rated = move |event: ev::Event| prefs.rated.set(event_target_checked(&event));
    let button = move || {
        view! {
            <button
                type="button"
                class="button way"
                title="The house finds an opponent of your strength"
                data-test=format!("quick-{}", game.get_value())
                on:click=seek
            >
                {icon(Icon::Bolt)}
                "Quick match"
            </button>
            {move || account.get().then(|| view! {
                <label class="switch" title="Counts for everyone’s rating">
                    <input type="checkbox" prop:checked=prefs.rated on:change=rated data-test="quick-rated" />
                    <span>"Rated"</span>
                </label>
            })}
        }
    };
    view! {
        <div class="quick">
            {move || match here.get() {
                Some(seeking) => view! { <Search seeking /> }.into_any(),
                None => button().into_any(),
            }}
        </div>
    }
}

/// A search is on: since when, and the way out.
#[component]
fn Search(seeking: Seeking) -> impl IntoView {
    let house = House::expect();
    let Seeking { rated, since_ms, .. } = seeking;
    let seconds = Memo::new(move |_| ((house.clock.now_ms().get().max(since_ms) - since_ms) / 1000.0) as u64);
    view! {
        <span class="seeking-words" data-test="seeking">
            <span role="status">"Looking…" <span class="for-ears">"The house is looking for an opponent."</span></span>
            {rated.then(rated_mark)}
            <span class="figures muted" aria-hidden="true" data-test="seeking-time">{move || stretch(seconds.get())}</span>
        </span>
        <button type="button" class="button" data-test="seek-cancel" on:click=move |_| house.stop_seeking()>
            "Cancel"
        </button>
    }
}

/// Leads to the table when opponents are found, and shows the search wherever the sheet of its game does not.
#[component]
pub fn Seeker() -> impl IntoView {
    let house = House::expect();
    let (navigate, here, query) = (use_navigate(), use_path(), use_query_map());
    Effect::new(move |_| {
        if let Some(table) = house.search.paired().get() {
            house.search.paired().set(None);
            sound::play(Cue::Turn);
            house.toast.say("Opponent found. Have a good game.");
            navigate(&format!("/t/{table}"), NavigateOptions::default());
        }
    });
    move || {
        // The sheet of the game shows it by itself.
        let on_its_sheet = |game: &str| here.get() == "/" && query.read().get("game").as_deref() == Some(game);
        let seeking = house.search.seeking().get().filter(|seeking| !on_its_sheet(&seeking.game))?;
        Some(view! {
            <div class="seek-note" data-test="seek-note">
                {crate::games::mark(&seeking.game)}
                <Search seeking />
            </div>
        })
    }
}
