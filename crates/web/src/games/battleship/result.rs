//! What there is to say about a finished match beside who won.

use super::Desk;
use crate::games::kit::{Line, statistics};
use leptos::prelude::*;
use parlor_battleship::{Config, SeatTally, View};
use parlor_kernel::{GameConfig, Seat};

/// The statistics of both seats, side by side.
pub fn details(desk: Desk) -> AnyView {
    let config = desk.config();
    let table = move || {
        let names = desk.names.get();
        desk.view.with(|view| view.as_ref().map(|view| statistics(lines(&config, view), &names)))
    };
    view! { <div class="bs-result">{table}</div> }.into_any()
}

/// Every number worth a line.
fn lines(config: &Config, view: &View) -> Vec<Line> {
    let tally = |read: fn(&SeatTally) -> String| view.tallies.iter().map(read).collect();
    let left = |seat| format!("{} of {}", view.ships_left(config, seat).count(), config.fleet.len());
    vec![
        ("Attacks", tally(|tally| tally.attacks.to_string())),
        ("Shots", tally(|tally| tally.shots.to_string())),
        ("Hits", tally(|tally| tally.hits.to_string())),
        ("Misses", tally(|tally| tally.misses().to_string())),
        ("Accuracy", tally(|tally| tally.accuracy().map_or_else(|| "–".to_owned(), |percent| format!("{percent} %")))),
        ("Ships afloat", Seat::all(config.seats()).map(left).collect()),
    ]
}
