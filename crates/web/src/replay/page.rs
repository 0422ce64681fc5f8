//! The page of a replay: gets the log and shows it.

use super::{fairness::Fairness, film::Unplayable, source};
use crate::{
    games::{self, Screen},
    house::House,
    place::{address_of, href_of},
    ui::{CopyButton, Press, once_loaded},
};
use leptos::{ev, prelude::*, task::spawn_local};
use leptos_router::hooks::use_params_map;
use parlor_kernel::Record;
use parlor_wire::MatchId;
use wasm_bindgen::JsCast;

/// What the page has.
#[derive(Clone, Debug)]
enum Reel {
    Loading,
    Failed(String),
    Loaded(Box<Record>),
}

/// A finished match by its id, or from a file that is dropped here.
#[component]
pub fn ReplayPage() -> impl IntoView {
    let params = use_params_map();
    let id = Memo::new(move |_| params.read().get("id").and_then(|id| id.parse::<MatchId>().ok()));
    let reel = RwSignal::new(Reel::Loading);
    let local = RwSignal::new(false);
    let again = Trigger::new();
    Effect::new(move |_| {
        again.track();
        local.set(false);
        let Some(id) = id.get() else {
            reel.set(Reel::Failed("Drop the log of a match here, or choose one.".into()));
            return;
        };
        reel.set(Reel::Loading);
        spawn_local(async move {
            let loaded = source::fetch(id).await;
            reel.set(loaded.map_or_else(Reel::Failed, |record| Reel::Loaded(Box::new(record))));
        });
    });
    let open = move |file: web_sys::File| {
        spawn_local(async move {
            let loaded = source::read(file).await;
            local.set(true);
            reel.set(loaded.map_or_else(Reel::Failed, |record| Reel::Loaded(Box::new(record))));
        });
    };
    let dropped = move |event: ev::DragEvent| {
        event.prevent_default();
        let file = event.data_transfer().and_then(|data| data.files()).and_then(|files| files.get(0));
        file.into_iter().for_each(open);
    };
    let chosen = move |event: ev::Event| {
        let file = event_target::<web_sys::HtmlInputElement>(&event).files().and_then(|files| files.get(0));
        file.into_iter().for_each(open);
    };
    view! {
        <div class="replay-page" on:dragover=move |event| event.prevent_default() on:drop=dropped>
            <header class="replay-head">
                <h1>{move || title(&reel.read())}</h1>
                <nav class="row">
                    {move || id.get().filter(|_| !local.get()).map(links)}
                    <label class="button quiet file">
                        "Open a log"
                        <input type="file" accept=".log,.jsonl,.txt" class="for-ears" on:change=chosen data-test="replay-file" />
                    </label>
                </nav>
            </header>
            {move || reel.with(show)}
            <Show when=move || id.get().is_some() && !local.get() && matches!(*reel.read(), Reel::Failed(_))>
                <div class="row middle">
                    <Press test="replay-again" on_press=move || again.notify()>"Try again"</Press>
                </div>
            </Show>
        </div>
    }
}

fn title(reel: &Reel) -> String {
    match reel {
        Reel::Loaded(record) => {
            record.header.seats.iter().map(|seat| seat.name.as_str()).collect::<Vec<_>>().join(" – ")
        }
        Reel::Loading | Reel::Failed(_) => "Replay".into(),
    }
}

fn show(reel: &Reel) -> AnyView {
    match reel {
        Reel::Loading => view! { <p class="muted">"Fetching the log…"</p> }.into_any(),
        Reel::Failed(why) => view! { <p class="replay-error" data-test="replay-error">{why.clone()}</p> }.into_any(),
        Reel::Loaded(record) => {
            let record = Record::clone(record);
            let game = record.header.game.clone();
            if games::face(&game).is_none() {
                return unplayable(&record, format!("This is a log of {game}, a game this page cannot show."));
            }
            games::show(&game, move |screen| {
                let record = record.clone();
                let needs = House::expect().catalog.needs(&record.header.game, &record.header.config);
                once_loaded(needs, move || play(screen, &record))
            })
        }
    }
}

fn play(screen: &dyn Screen, record: &Record) -> AnyView {
    screen.replay(record.clone(), start()).unwrap_or_else(|Unplayable(why)| unplayable(record, why))
}

/// That a match cannot be shown. The proof says why.
fn unplayable(record: &Record, why: String) -> AnyView {
    let proof = Fairness::of(record, Err(why)).panel();
    view! {
        <p class="replay-error" data-test="replay-error">"This match cannot be shown again."</p>
        {proof}
    }
    .into_any()
}

/// The position that the address asks for: `#42`.
fn start() -> usize {
    let hash = window().location().hash().unwrap_or_default();
    hash.trim_start_matches('#').parse().unwrap_or(0)
}

/// The log to keep, and a link to the move on the screen.
fn links(id: MatchId) -> impl IntoView {
    let link = move || {
        let position = document().query_selector("[data-test=replay-scrub]").ok().flatten();
        let position =
            position.and_then(|input| input.dyn_into::<web_sys::HtmlInputElement>().ok()).map(|input| input.value());
        address_of(&format!("/replay/{id}#{}", position.unwrap_or_default()))
    };
    view! {
        <CopyButton text=link label="Copy link" class="quiet" test="replay-link" />
        <a class="button quiet" href=href_of(&source::path(id)) download=format!("parlor-{id}.log") rel="external" data-test="replay-download">"Download log"</a>
    }
}
