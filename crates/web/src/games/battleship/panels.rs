//! Small panels around the boards: who still floats, how well one shoots, how long one may think.

use super::{desk::Desk, ships, words};
use leptos::prelude::*;
use parlor_battleship::{Battleship, Config, SeatTally, ShipClass};
use parlor_kernel::Seat;
use std::sync::Arc;

/// When the clock begins to hurry, in milliseconds.
const HURRY_MS: f64 = 10_000.0;

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

/// What a seat has done so far; with its name when it is not plain whose record it is.
#[component]
pub fn Record(desk: Desk, seat: Seat, named: bool) -> impl IntoView {
    let tally = Memo::new(move |_| {
        desk.view.with(|view| view.as_ref().map(|view| view.tallies[seat.index()].clone())).unwrap_or_default()
    });
    let name = move || named.then(|| format!("{}: ", desk.ctx.name_of(seat)));
    view! { <p class="bs-record">{name} {move || tally.with(record)}</p> }
}

/// "12 shots · 5 hits · 42 %".
pub fn record(tally: &SeatTally) -> String {
    let SeatTally { shots, hits, .. } = tally;
    match tally.accuracy() {
        None => "No shot fired yet".into(),
        Some(percent) => {
            let count = |n: u32, one, many| words::plural(n as usize, one, many);
            format!("{} · {} · {percent} %", count(*shots, "shot", "shots"), count(*hits, "hit", "hits"))
        }
    }
}

/// How long the awaited seats may still think, if there is a limit.
#[component]
pub fn Clock(desk: Desk) -> impl IntoView {
    let now = desk.ctx.now_ms();
    let left = Memo::new(move |_| {
        let deadline = desk.view.with(|view| view.as_ref().and_then(|view| view.deadline))?;
        let now = now.get();
        let ms =
            desk.ctx.with(|model| model.game.as_ref().map(|game| game.remaining_ms::<Battleship>(deadline, now)))??;
        Some((ms / 1000.0).ceil() as u32)
    });
    let hurry = move || left.get().is_some_and(|seconds| f64::from(seconds) * 1000.0 <= HURRY_MS);
    move || {
        left.get().map(|seconds| {
            view! {
                <span class="bs-clock" class:hurry=hurry role="timer" data-test="clock">
                    {format!("{}:{:02}", seconds / 60, seconds % 60)}
                </span>
            }
        })
    }
}
