//! A position of a finished match: both boards, as one seat saw them or open.

use super::{
    board::Board,
    chart::Chart,
    panels::{record, strip},
    words,
};
use crate::replay::Frame;
use leptos::prelude::*;
use parlor_battleship::{Battleship, Cell, Config, Event};
use parlor_kernel::{Duel, Seat};
use std::sync::Arc;

/// Draws the frames of a replay.
pub fn stage(config: Arc<Config>, frame: Signal<Frame<Battleship>>, names: Vec<String>) -> AnyView {
    let side = |seat: Seat| {
        let name = names.get(seat.index()).cloned().unwrap_or_else(|| seat.to_string());
        let title = format!("{name}’s waters");
        let chart = {
            let config = Arc::clone(&config);
            Signal::derive(move || frame.with(|frame| chart(&config, frame, seat)))
        };
        let left = {
            let config = Arc::clone(&config);
            Signal::derive(move || {
                frame.with(|frame| frame.views[seat.index()].ships_left(&config, seat).collect::<Vec<_>>())
            })
        };
        let shooting = move || frame.with(|frame| record(&frame.views[seat.index()].tallies[seat.index()]));
        let which = if seat == Seat(0) { "own" } else { "enemy" };
        view! {
            <section class="bs-side">
                <header class="bs-head">
                    <h3>{title.clone()}</h3>
                    {strip(&config, left)}
                </header>
                <div class="bs-stage">
                    <Board which=which config=Arc::clone(&config) label=title chart=chart />
                </div>
                <p class="bs-record">{shooting}</p>
            </section>
        }
    };
    view! { <div class="bs"><div class="bs-open">{side(Seat(0))} {side(Seat(1))}</div></div> }.into_any()
}

fn chart(config: &Config, frame: &Frame<Battleship>, seat: Seat) -> Chart {
    let viewer = frame.perspective.unwrap_or(seat);
    Chart::of(config, &frame.views[viewer.index()], seat, &latest(frame, seat))
}

/// The cells of the attack that led to this frame, if it fell on that board.
fn latest(frame: &Frame<Battleship>, on: Seat) -> Vec<Cell> {
    let attack = frame.events.iter().find_map(|event| match event {
        Event::Attacked { seat, shots, .. } if Duel::other(*seat) == on => Some(words::fired(shots)),
        _ => None,
    });
    attack.unwrap_or_default()
}
