//! The match as two pictures: the scores, and the chance to win.

use super::{Assessed, seat_class, show};
use crate::replay::Reel;
use leptos::{ev, prelude::*};
use parlor_kernel::Seat;
use wasm_bindgen::JsCast;

/// The size of a picture, in its own units.
const SIZE: (f64, f64) = (600.0, 160.0);

/// Lines differ by more than their colour.
const DASHES: [&str; 4] = ["none", "7 3", "2 3", "9 3 2 3"];

/// A line through values, each from 0 at the bottom to 1 at the top.
fn line(values: &[(f64, f64)]) -> String {
    let point = |(x, y): &(f64, f64)| format!("{:.1} {:.1}", x * SIZE.0, (1.0 - y) * SIZE.1);
    let points: Vec<_> = values.iter().map(point).collect();
    if points.is_empty() { String::new() } else { format!("M{}", points.join("L")) }
}

/// Where a position is, from left to right.
fn across(position: usize, total: usize) -> f64 {
    position as f64 / total.max(1) as f64
}

/// The score of every player, turn by turn.
pub fn scores(
    found: RwSignal<Vec<Assessed>>,
    names: &[String],
    total: usize,
    reel: Option<Reel>,
) -> impl IntoView + use<> {
    let most = Memo::new(move |_| {
        let all = |found: &Vec<Assessed>| found.iter().flat_map(|assessed| assessed.scores.clone()).max();
        found.with(all).unwrap_or(0).max(50)
    });
    let path = move |seat: Seat| {
        found.with(|found| {
            let height = |assessed: &Assessed| f64::from(assessed.scores[seat.index()].max(0)) / f64::from(most.get());
            let points: Vec<_> = found.iter().map(|turn| (across(turn.position, total), height(turn))).collect();
            line(&[vec![(0.0, 0.0)], points].concat())
        })
    };
    let seats: Vec<_> = Seat::all(names.len() as u8).zip(names.to_vec()).collect();
    let lines = seats.iter().map(|(seat, _)| {
        let seat = *seat;
        let dash = DASHES[seat.index() % DASHES.len()];
        view! { <path class=format!("wd-line {}", seat_class(seat)) stroke-dasharray=dash d=move || path(seat)></path> }
    });
    let legend =
        seats.iter().map(|(seat, name)| view! { <li class=seat_class(*seat)>{name.clone()}</li> }).collect_view();
    let top = move || most.get();
    picture(
        "Score",
        "analysis-graph-score",
        total,
        reel,
        lines.collect_view().into_any(),
        Signal::derive(move || top().to_string()),
        legend.into_any(),
    )
}

/// The first player's chance to win after each turn; only for two.
pub fn chances(
    found: RwSignal<Vec<Assessed>>,
    names: &[String],
    total: usize,
    reel: Option<Reel>,
) -> Option<impl IntoView + use<>> {
    let [first, second] = names else { return None };
    let values = move || {
        found.with(|found| {
            let chance = |assessed: &Assessed| {
                let turn = assessed.turn.as_ref()?;
                let [_, after] = turn.chance?;
                let first = if turn.seat == Seat(0) { after } else { 100 - after };
                Some((across(assessed.position, total), f64::from(first) / 100.0))
            };
            [vec![(0.0, 0.5)], found.iter().filter_map(chance).collect()].concat()
        })
    };
    let area = move || {
        let values = values();
        let end = values.last().map_or(0.0, |(x, _)| *x);
        format!("{}L{:.1} {:.1}L0 {:.1}Z", line(&values), end * SIZE.0, SIZE.1, SIZE.1)
    };
    let (width, middle) = (SIZE.0, SIZE.1 / 2.0);
    let content = view! {
        <rect class="wd-chance-second" x="0" y="0" width={width} height={SIZE.1}></rect>
        <path class="wd-chance-first" d=area></path>
        <path class="wd-middle" d=format!("M0 {middle}L{width} {middle}")></path>
    };
    let legend = view! {
        <li class="seat-0">{first.clone()}</li>
        <li class="seat-1">{second.clone()}</li>
    };
    Some(picture(
        "Chance to win",
        "analysis-graph-chance",
        total,
        reel,
        content.into_any(),
        Signal::stored("100 %".into()),
        legend.into_any(),
    ))
}

/// A picture that can be pressed: it leads to the turn.
fn picture(
    title: &'static str,
    test: &'static str,
    total: usize,
    reel: Option<Reel>,
    content: AnyView,
    top: Signal<String>,
    legend: AnyView,
) -> impl IntoView {
    let now = move || {
        let x = reel.map_or(0.0, |reel| across(reel.position.get(), total)) * SIZE.0;
        format!("M{x:.1} 0V{}", SIZE.1)
    };
    let press = move |event: ev::MouseEvent| {
        let Some(target) = event.current_target().and_then(|target| target.dyn_into::<web_sys::Element>().ok()) else {
            return;
        };
        let rect = target.get_bounding_client_rect();
        let share = (f64::from(event.client_x()) - rect.left()) / rect.width().max(1.0);
        show(reel, (share * total as f64).round().clamp(0.0, total as f64) as usize);
    };
    view! {
        <figure class="wd-graph">
            <figcaption>
                <b>{title}</b>
                <ul class="wd-legend">{legend}</ul>
                <span class="wd-top-mark figures muted">{top}</span>
            </figcaption>
            <svg
                viewBox=format!("0 0 {} {}", SIZE.0, SIZE.1)
                preserveAspectRatio="none"
                role="img"
                aria-label=title
                data-test=test
                on:click=press
            >
                {content}
                <path class="wd-now" d=now></path>
            </svg>
        </figure>
    }
}
