//! The screen on which a film runs.

use super::{
    controls::{Controls, Pace, Reel},
    fairness::Fairness,
    film::{Film, Frame, Unplayable},
    moves::Moves,
};
use crate::{browser::media, house::House};
use leptos::{html, prelude::*};
use parlor_kernel::{Game, Playable, Record, Seat, Tick};
use std::sync::Arc;

/// How a game draws the frames of a replay.
pub type Stage<G> = fn(Arc<<G as Game>::Config>, Signal<Frame<G>>, Vec<String>) -> AnyView;

/// A screen so low that the stage takes all of it (as in the style sheet): the page's head scrolls out of its way.
const PHONE_ON_ITS_SIDE: &str = "(max-height: 480px) and (min-aspect-ratio: 3 / 2)";

/// A finished match, from position `start` on.
///
/// # Errors
/// If the log cannot be played.
pub fn viewer<G>(record: Record, start: usize, stage: Stage<G>) -> Result<AnyView, Unplayable>
where
    G: Playable + Sync,
    G::Event: Sync,
{
    let film = Film::<G>::new(record, &House::expect().catalog.library())?;
    let (config, names, moves) = (film.config(), film.names.clone(), Arc::new(film.moves.clone()));
    let fairness = Fairness::of(film.record(), film.verdict.clone());
    let pace = if G::SPEC.real_time { Pace::Time(G::SPEC.ticks_per_second) } else { Pace::Steps };
    let reel = Reel::new(start, film.len(), pace);
    provide_context(reel);
    let seats = names.len() as u8;
    let perspective = RwSignal::new(None);
    let film = StoredValue::new(film);
    let frame = Memo::new(move |_| {
        let (position, perspective) = (reel.position.get(), perspective.get());
        film.try_update_value(|film| film.frame(position, perspective))
    });
    let frame = Signal::derive(move || {
        frame.get().unwrap_or(Frame { views: Vec::new(), perspective: None, events: Vec::new(), tick: Tick::ZERO })
    });
    let stand = NodeRef::<html::Div>::new();
    let on_its_side = media(PHONE_ON_ITS_SIDE);
    Effect::new(move |_| {
        if let (true, Some(stand)) = (on_its_side.get(), stand.get()) {
            stand.scroll_into_view();
        }
    });
    Ok(view! {
        <div class="replay" data-test="replay">
            <div class="replay-stage" node_ref=stand>{stage(config, frame, names.clone())}</div>
            <aside class="replay-side">
                {eyes(perspective, &names, seats)}
                <Moves reel=reel moves=Arc::clone(&moves) />
                {fairness.panel()}
            </aside>
            <Controls reel=reel moves=moves />
        </div>
    }
    .into_any())
}

/// Through whose eyes to look.
fn eyes(perspective: RwSignal<Option<Seat>>, names: &[String], seats: u8) -> impl IntoView + use<> {
    let option = |seat: Option<Seat>, name: String, test: String| {
        view! {
            <button
                type="button"
                class="eye"
                aria-pressed=move || (perspective.get() == seat).to_string()
                data-test=test
                on:click=move |_| perspective.set(seat)
            >
                {name}
            </button>
        }
    };
    let all = if seats > 2 { "All" } else { "Both" };
    let all = option(None, all.into(), "replay-open".into());
    let each = Seat::all(seats)
        .zip(names)
        .map(|(seat, name)| option(Some(seat), name.clone(), format!("replay-seat-{}", seat.0 + 1)))
        .collect_view();
    (seats > 1).then(|| view! { <div class="eyes" role="group" aria-label="Whose view">{all} {each}</div> })
}
