//! What the turns of a finished match could have been: worked out in this browser, a turn at a time.

mod graph;
mod summary;
mod turns;

use crate::{
    browser::encoded,
    house::House,
    replay::{Reel, seat_class},
    ui::thousands,
};
use leptos::{html, prelude::*};
use parlor_kernel::{Library, Record, Replay};
use parlor_words::{
    Words,
    analysis::{Assessment, assess},
    gcg::Gcg,
};
use std::time::Duration;

/// What it is called in its document, and in addresses that lead to it.
pub const ID: &str = "analysis";

/// How many alternatives are shown of each turn.
const BEST: usize = 5;

/// A turn and where it is in the replay.
#[derive(Clone, PartialEq, Debug)]
pub struct Assessed {
    /// The position of the replay after it.
    pub position: usize,
    /// Every score after it.
    pub scores: Vec<i32>,
    /// What it was, and what it could have been; nothing for what is no turn's move.
    pub turn: Option<Assessment>,
}

/// The analysis of a match, below its replay.
pub fn analysis(record: Record) -> AnyView {
    let library = House::expect().catalog.library();
    let names: Vec<_> = record.header.seats.iter().map(|seat| seat.name.clone()).collect();
    let Ok(replay) = Replay::<Words>::new(record.clone(), &library) else { return ().into_any() };
    let (total, found) = (replay.len(), RwSignal::new(Vec::<Assessed>::new()));
    work(replay, found);
    let reel = use_context::<Reel>();
    let done = Memo::new(move |_| found.with(Vec::len) >= total);
    let progress = move || {
        (!done.get()).then(|| {
            let share = move || (found.with(Vec::len) as f64 / total.max(1) as f64).to_string();
            view! {
                <label class="loading-line" data-test="analysis-progress">
                    "Looking at every turn…"
                    <progress max="1" value=share></progress>
                </label>
            }
        })
    };
    let names = StoredValue::new(names);
    let place = NodeRef::<html::Section>::new();
    Effect::new(move |_| {
        let asked = window().location().hash().is_ok_and(|hash| hash.strip_prefix('#') == Some(ID));
        if let Some(place) = place.get().filter(|_| asked) {
            place.scroll_into_view();
        }
    });
    view! {
        <section class="wd-analysis" id=ID node_ref=place data-test="analysis" data-done=move || done.get().then_some("")>
            <header class="row">
                <h2>"Analysis"</h2>
                <span class="spacer"></span>
                {download(record, &library)}
            </header>
            {progress}
            {names.with_value(|names| summary::summary(found, names))}
            <div class="wd-graphs">
                {names.with_value(|names| graph::scores(found, names, total, reel))}
                {names.with_value(|names| graph::chances(found, names, total, reel))}
            </div>
            {names.with_value(|names| turns::turns(found, names, reel))}
        </section>
    }
    .into_any()
}

/// Works the match out, a turn at a time, and lets the page breathe in between.
fn work(replay: Replay<Words>, found: RwSignal<Vec<Assessed>>) {
    let replay = StoredValue::new_local(replay);
    set_timeout(move || go_on(replay, found), Duration::ZERO);
}

fn go_on(replay: StoredValue<Replay<Words>, LocalStorage>, found: RwSignal<Vec<Assessed>>) {
    // The page may be gone by now.
    let next = replay.try_update_value(|replay| {
        let before = replay.game().clone();
        let step = replay.step().ok().flatten()?;
        let turn = step.action.and_then(|(seat, action)| assess(&before, seat, &action, BEST));
        let scores = replay.game().common().scores.clone();
        Some(Assessed { position: replay.position(), scores, turn })
    });
    if let Some(assessed) = next.flatten() {
        let noted = found.try_update(|found| found.push(assessed));
        if noted.is_some() {
            set_timeout(move || go_on(replay, found), Duration::ZERO);
        }
    }
}

/// The match as GCG, for other programs.
fn download(record: Record, library: &Library) -> Option<impl IntoView + use<>> {
    let name =
        format!("{}.gcg", record.header.seats.iter().map(|seat| seat.name.as_str()).collect::<Vec<_>>().join("-"));
    let text = Gcg::of_match(record, library).ok()?.to_string();
    let address = format!("data:text/plain;charset=utf-8,{}", encoded(&text));
    Some(view! {
        <a class="button quiet" href=address download=name rel="external" data-test="gcg">"Download GCG"</a>
    })
}

/// The position goes to a turn.
fn show(reel: Option<Reel>, position: usize) {
    if let Some(reel) = reel {
        reel.go(position);
    }
}

/// Hundredths of a point as points: "3.4".
fn points(hundredths: i32) -> String {
    match hundredths / 100 {
        whole @ 1_000.. => thousands(whole.unsigned_abs()),
        _ => format!("{:.1}", f64::from(hundredths) / 100.0),
    }
}
