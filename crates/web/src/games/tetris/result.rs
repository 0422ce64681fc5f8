//! What there is to say about a finished match beside who won.

use super::words;
use crate::{
    games::kit::{Line, Names, statistics},
    ui::thousands,
};
use leptos::prelude::*;
use parlor_kernel::Seat;
use parlor_tetris::{Config, Position};

/// How many ticks make a second.
const SECOND: f64 = 60.0;

/// The numbers of a match.
pub fn numbers(config: &Config, position: &Position, names: &Names) -> AnyView {
    let seats = || Seat::all(position.wells.len() as u8);
    let seconds = seats().map(|seat| lasted(position, seat)).fold(0.0, f64::max);
    let time = format!("{}:{:02}", seconds as u64 / 60, seconds as u64 % 60);
    // The first to have no room, in a match for two.
    let full = seats()
        .filter(|seat| position.wells.len() == 2 && position.well(*seat).topped_out.is_some())
        .min_by_key(|seat| position.well(*seat).topped_out)
        .map(|seat| format!("{} no room left · ", words::has(names, seat, "You")));
    let played = view! { <p class="muted figures">{format!("{}played for {time}", full.unwrap_or_default())}</p> };
    let columns: Vec<_> = seats().map(|seat| column(position, seat)).collect();
    // Without garbage, nothing is sent.
    let shown = if config.has_garbage() { WHAT.len() } else { 4 };
    let line = |(index, what): (usize, _)| (what, columns.iter().map(|column| column[index].clone()).collect());
    let lines: Vec<Line> = WHAT.into_iter().enumerate().take(shown).map(line).collect();
    view! { {statistics(lines, names)} {played} }.into_any()
}

const WHAT: [&str; 6] = ["Points", "Lines", "Pieces", "Pieces per second", "Rows of garbage", "Rows per minute"];

/// How long a seat played, in seconds.
fn lasted(position: &Position, seat: Seat) -> f64 {
    position.lasted(seat).max(1) as f64 / SECOND
}

/// A seat's values, as [`WHAT`] names them.
fn column(position: &Position, seat: Seat) -> [String; 6] {
    let (well, seconds) = (position.well(seat), lasted(position, seat));
    [
        thousands(well.score),
        well.lines.to_string(),
        well.pieces.to_string(),
        format!("{:.2}", f64::from(well.pieces) / seconds),
        well.sent.to_string(),
        format!("{:.1}", f64::from(well.sent) * 60.0 / seconds),
    ]
}
