//! One seat on the screen: its name and figures, its field, and what is called out over it.

use super::{field::extent, words};
use crate::{
    arcade::{Board, Hands, drags},
    ui::thousands,
};
use leptos::{ev, html, prelude::*};
use parlor_kernel::{Duel, Seat};
use parlor_tetris::Tetris;

/// The seats in the order in which they are shown, the viewer's own first.
pub fn order(board: Board<Tetris>) -> Vec<Seat> {
    let near = board.me().unwrap_or(Seat(0));
    match board.rules(|config| config.seats) {
        1 => vec![Seat(0)],
        _ => vec![near, Duel::other(near)],
    }
}

/// Whether a seat is shown large, with what comes next.
pub fn is_large(board: Board<Tetris>, seat: Seat) -> bool {
    board.me().is_none_or(|me| me == seat)
}

/// A seat: large if it is played here or there is only the audience, else small.
#[component]
pub fn SeatPanel(board: Board<Tetris>, seat: Seat, canvas: NodeRef<html::Canvas>) -> impl IntoView {
    let large = is_large(board, seat);
    let near = order(board).first() == Some(&seat);
    let side = if near { "near" } else { "far" };
    let cells = extent(large);
    let hand = board.hands.seats().iter().position(|&mine| mine == seat);
    let (press, drag, lift) = drags(move |touch| {
        if let Some(hand) = hand {
            board.hands.touch(hand, touch, cells);
        }
    });
    // Fingers here are ours alone: the browser would take a flick for scrolling, and swallow the next tap as the one that stops it.
    let ours = move |event: ev::TouchEvent| {
        if hand.is_some() {
            event.prevent_default();
        }
    };
    let name = move || board.names.with(|names| names.who(seat).to_owned());
    let out = board.memo(move |heads| heads.seat(seat).is_some_and(|figures| figures.out));
    view! {
        <section class=format!("tetris-seat {side}") class:compact=!large style=format!("--ratio: {} / {}", cells.0, cells.1)>
            <header class="tetris-head">
                <b class="tetris-name">{name}</b>
                <Figures board seat side />
            </header>
            <div
                class="tetris-field"
                class:out=move || out.get() == Some(true)
                data-test="field"
                data-seat=seat.0
                on:touchstart=ours
                on:pointerdown=press
                on:pointermove=drag
                on:pointerup=lift
                on:pointercancel=lift
            >
                <canvas node_ref=canvas aria-hidden="true"></canvas>
                <Callout board seat />
                <Veil board seat />
            </div>
        </section>
    }
}

/// Points, lines and level.
#[component]
fn Figures(board: Board<Tetris>, seat: Seat, side: &'static str) -> impl IntoView {
    let score = board.memo(move |heads| heads.seat(seat).map_or(0, |figures| figures.score));
    let lines = board.memo(move |heads| heads.seat(seat).map_or(0, |figures| figures.lines));
    let level = board.memo(move |heads| heads.seat(seat).map_or(1, |figures| figures.level));
    view! {
        <span class="tetris-score" data-test=format!("{side}-score")>{move || thousands(score.get().unwrap_or(0))}</span>
        <span class="tetris-figure">
            <span class="tetris-label">"Lines "</span> <b data-test=format!("{side}-lines")>{move || lines.get().unwrap_or(0)}</b>
        </span>
        <span class="tetris-figure">
            <span class="tetris-label">"Level "</span> <b data-test=format!("{side}-level")>{move || level.get().unwrap_or(1)}</b>
        </span>
    }
}

/// Over a field that no other player sees before the end of a match for points: both get the same pieces.
#[component]
fn Veil(board: Board<Tetris>, seat: Seat) -> impl IntoView {
    let veiled = board.memo(move |heads| heads.veiled.contains(seat));
    view! {
        <Show when=move || veiled.get() == Some(true)>
            <p class="tetris-veil" data-test="veil">"Seen at the end"</p>
        </Show>
    }
}

/// What the last clear was. Every one is an element of its own that appears and goes by itself.
#[component]
fn Callout(board: Board<Tetris>, seat: Seat) -> impl IntoView {
    let last = board.memo(move |heads| heads.seat(seat).and_then(|figures| figures.last_clear));
    move || {
        let (what, more) = words::callout(&last.get().flatten()?);
        Some(view! {
            <p class="tetris-callout" aria-hidden="true" data-test="callout">
                <b>{what}</b>
                <span>{more}</span>
            </p>
        })
    }
}
