//! A position of a finished match: both boards, as one seat saw them or open.

use super::{
    board::Board,
    chart::Chart,
    insight::{self, Insight},
    panels::{record, strip},
    words,
};
use crate::replay::{Frame, Reel};
use leptos::prelude::*;
use parlor_battleship::{Battleship, Cell, Config, Event, ShotResult};
use parlor_kernel::{Duel, Seat};
use std::sync::Arc;

/// Draws the frames of a replay.
pub fn stage(config: Arc<Config>, frame: Signal<Frame<Battleship>>, names: Vec<String>) -> AnyView {
    // Where there is no room for two large boards, the one that was fired at last is large.
    let large =
        Memo::new(move |before: Option<&Seat>| frame.with(fired_at).or_else(|| before.copied()).unwrap_or(Seat(0)));
    let (insight, reel) = (Insight::expect(), Reel::expect());
    let name = |seat: Seat| names.get(seat.index()).cloned().unwrap_or_else(|| seat.to_string());
    let side = |seat: Seat| {
        let title = format!("{}’s waters", name(seat));
        let chart = {
            let config = Arc::clone(&config);
            Memo::new(move |_| frame.with(|frame| chart(&config, frame, seat, insight.heat.get())))
        };
        let left = {
            let config = Arc::clone(&config);
            Signal::derive(move || {
                frame.with(|frame| frame.views[seat.index()].ships_left(&config, seat).collect::<Vec<_>>())
            })
        };
        // The shots on this board are the opponent's.
        let rival = Duel::other(seat);
        let shooter = name(rival);
        let shooting = move || {
            let record = frame.with(|frame| record(&frame.views[rival.index()].tallies[rival.index()]));
            let judged = insight.words(rival, reel.position.get());
            format!("{shooter}: {record}{}{judged}", if judged.is_empty() { "" } else { " · " })
        };
        let which = if seat == Seat(0) { "own" } else { "enemy" };
        view! {
            <section class="bs-side" class:large=move || large.get() == seat>
                <header class="bs-head">
                    <h2>{title.clone()}</h2>
                    {strip(&config, left)}
                </header>
                <div class="bs-stage">
                    <Board which=which config=Arc::clone(&config) label=title chart=chart />
                </div>
                <p class="bs-record">{shooting}</p>
            </section>
        }
    };
    view! {
        <div class="bs">
            <div class="bs-open">{side(Seat(0))} {side(Seat(1))} {insight::bar(&names)}</div>
        </div>
    }
    .into_any()
}

fn chart(config: &Config, frame: &Frame<Battleship>, seat: Seat, heat: bool) -> Chart {
    let viewer = frame.perspective.unwrap_or(seat);
    let mut chart = Chart::of(config, &frame.views[viewer.index()], seat, &latest(frame, seat));
    let shooter = Duel::other(seat);
    let known = &frame.views[shooter.index()];
    if heat && known.turn == Some(shooter) {
        chart.heat = insight::heat(config, known, shooter);
    }
    chart
}

/// The cells of the attack that led to this frame, if it fell on that board.
fn latest(frame: &Frame<Battleship>, on: Seat) -> Vec<Cell> {
    attack(frame).filter(|(fell_on, _)| *fell_on == on).map(|(_, shots)| words::fired(shots)).unwrap_or_default()
}

/// The board on which the attack fell that led to this frame.
fn fired_at(frame: &Frame<Battleship>) -> Option<Seat> {
    attack(frame).map(|(on, _)| on)
}

fn attack(frame: &Frame<Battleship>) -> Option<(Seat, &[ShotResult])> {
    frame.events.iter().find_map(|event| match event {
        Event::Attacked { seat, shots, .. } => Some((Duel::other(*seat), shots.as_slice())),
        _ => None,
    })
}
