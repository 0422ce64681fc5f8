//! Small panels around the boards: who still floats, how well one shoots.

use super::{Desk, ships};
use crate::games::kit::plural;
use leptos::prelude::*;
use parlor_battleship::{Config, SeatTally, ShipClass};
use parlor_kernel::Seat;
use std::sync::Arc;

/// The ships of a seat: those that float, and those that have sunk.
#[component]
pub fn FleetStrip(desk: Desk, config: Arc<Config>, seat: Seat) -> impl IntoView {
    let left = Memo::new({
        let config = Arc::clone(&config);
        move |_| {
            desk.view
                .with(|view| view.as_ref().map(|view| view.ships_left(&config, seat).collect::<Vec<_>>()))
                .unwrap_or_default()
        }
    });
    strip(&config, Signal::derive(move || left.get()))
}

/// A fleet as a row of ships; those not in `left` have sunk.
pub fn strip(config: &Config, left: Signal<Vec<u8>>) -> impl IntoView + use<> {
    let ship = |(ship, kind)| silhouette(kind, Signal::derive(move || !left.read().contains(&ship)));
    let ships = (0..).zip(&config.fleet).map(ship).collect_view();
    view! { <ul class="bs-strip" role="list">{ships}</ul> }
}

fn silhouette(kind: &ShipClass, sunk: Signal<bool>) -> impl IntoView + use<> {
    let name = kind.name.clone();
    let label = Signal::derive(move || format!("{name}, {}", if sunk.get() { "sunk" } else { "afloat" }));
    view! {
        <li class="bs-silhouette" class:sunk=sunk title=label>
            {ships::portrait(kind)}
            <span class="for-ears">{label}</span>
        </li>
    }
}

/// How a seat has shot so far.
#[component]
pub fn Record(desk: Desk, seat: Seat) -> impl IntoView {
    let tally = Memo::new(move |_| {
        desk.view.with(|view| view.as_ref().map(|view| view.tallies[seat.index()].clone())).unwrap_or_default()
    });
    let words = move || format!("{}: {}", desk.names.with(|names| names.who(seat).to_owned()), tally.with(record));
    view! { <p class="bs-record">{words}</p> }
}

/// "42 % · 12 shots · 5 hits": where room is short, the end is cut off.
pub fn record(tally: &SeatTally) -> String {
    let SeatTally { shots, hits, .. } = tally;
    match tally.accuracy() {
        None => "No shot fired yet".into(),
        Some(percent) => {
            let count = |n: u32, one, many| plural(n as usize, one, many);
            format!("{percent} % · {} · {}", count(*shots, "shot", "shots"), count(*hits, "hit", "hits"))
        }
    }
}
