//! A match on the screen: the fields side by side, and what hands can do below.

use super::{
    field::Field,
    handling::HandlingDialog,
    heads::Run,
    seat::{SeatPanel, is_large, order},
    touch::Buttons,
    words,
};
use crate::{
    arcade::{Board, Hands, PauseCover, Stand, hold_cover},
    ui::{Icon, icon, thousands},
};
use leptos::{html, prelude::*};
use parlor_kernel::{Seat, Tick};
use parlor_tetris::{Contest, Phase, Tetris};

/// A field on the screen: its seat, and the canvas that it is drawn on.
type Canvas = (Seat, NodeRef<html::Canvas>);

/// The match: a clock, the fields, and buttons for thumbs.
pub fn stage(board: Board<Tetris>) -> AnyView {
    let canvases: Vec<Canvas> = order(board).into_iter().map(|seat| (seat, NodeRef::new())).collect();
    follow(board, canvases.clone());
    let phase = board.memo(|heads| match heads.stand {
        Stand::Countdown => "countdown",
        Stand::Playing => "playing",
        Stand::Paused => "paused",
        Stand::Over => "over",
    });
    let kind = match canvases.iter().filter(|(seat, _)| is_large(board, *seat)).count() {
        2 => "pair",
        _ if canvases.len() == 1 => "solo",
        _ => "duel",
    };
    let panels = canvases.into_iter().map(|(seat, canvas)| view! { <SeatPanel board seat canvas /> }).collect_view();
    view! {
        <Clock board />
        <div class=format!("tetris-room {kind}") data-test="room" data-phase=move || phase.get()>
            {panels}
            <Count board />
            // A replay shows the fields during a pause, too.
            {(!board.is_film()).then(|| view! { <PauseCover pauses=board.pauses() /> })}
            {hold_cover(board.runner)}
        </div>
        {(board.hands.seats().len() == 1).then(|| view! { <Buttons board /> })}
    }
    .into_any()
}

/// Draws every picture.
fn follow(board: Board<Tetris>, canvases: Vec<Canvas>) {
    let plays = !board.hands.seats().is_empty();
    let mut fields: Vec<Option<Field>> = canvases.iter().map(|_| None).collect();
    board.follow(move |shot, _| {
        let position = &shot.view.position;
        let played = position.played(Tick(shot.tick.max(0.0) as u64));
        for (&(seat, canvas), field) in canvases.iter().zip(&mut fields) {
            if field.is_none() {
                *field = canvas.get_untracked().and_then(|canvas| Field::on(canvas, is_large(board, seat)));
            }
            let (Some(field), Some(well)) = (field, position.wells.get(seat.index())) else { continue };
            // The players do not study their fields during a pause.
            if plays && matches!(position.phase, Phase::Paused { .. }) {
                field.refresh(&shot.view.config);
            } else {
                field.draw(&shot.view.config, well, well.garbage.landed(played));
            }
        }
    });
}

/// The button for how keys repeat.
pub fn tools(board: Board<Tetris>) -> AnyView {
    let pair = board.hands.seats().len() == 2;
    let open = RwSignal::new(false);
    view! {
        <button
            type="button"
            class="button quiet"
            aria-label="Handling: how keys repeat"
            data-test="handling-change"
            on:click=move |_| open.set(true)
        >
            {icon(Icon::Bolt)}
            <span class="arcade-wide">"Handling"</span>
        </button>
        <HandlingDialog open pair />
    }
    .into_any()
}

/// The countdown, over everything. Each number is an element of its own, so that it appears anew.
#[component]
fn Count(board: Board<Tetris>) -> impl IntoView {
    let count = board.memo(|heads| heads.count);
    move || {
        count.get().flatten().map(|count| {
            view! { <span class="tetris-count" data-test="count" aria-hidden="true">{count}</span> }
        })
    }
}

/// The time of a run, and how far it is from its goal.
fn run_clock(Run { tenths, missing, lines }: Run) -> impl IntoView {
    let seconds = tenths / 10;
    let done = lines.saturating_sub(missing);
    view! {
        <b class="tetris-clock" data-test="run-time">{format!("{}:{:02}.{}", seconds / 60, seconds % 60, tenths % 10)}</b>
        <span class="tetris-goal">
            <progress max=lines value=done aria-label="Lines cleared"></progress>
            <span class="figures" data-test="run-missing">{format!("{missing} to go")}</span>
        </span>
    }
}

/// The time that is left, and who leads, in a contest of points.
#[component]
fn Clock(board: Board<Tetris>) -> impl IntoView {
    let left = board.memo(|heads| heads.left);
    let order = order(board);
    let contest = order.len() == 2 && board.rules(|config| config.contest == Contest::Score);
    let lead = board.memo(move |heads| {
        let (near, far) = (heads.seat(*order.first()?)?, heads.seat(*order.get(1)?)?);
        Some((words::lead(near, far), near.score.max(far.score).max(1)))
    });
    let clock = move || {
        left.get().flatten().map(|seconds| {
            view! {
                <b class="tetris-clock" class:soon=seconds <= 30 data-test="clock">
                    {format!("{}:{:02}", seconds / 60, seconds % 60)}
                </b>
            }
        })
    };
    let bar = move || {
        let (ahead, most) = lead.get().flatten()?;
        let share = 50.0 + 50.0 * ahead as f64 / most as f64;
        let words = match ahead {
            0 => "level".to_owned(),
            ahead => format!("{}{}", if ahead > 0 { "+" } else { "−" }, thousands(ahead.unsigned_abs())),
        };
        Some(view! {
            <span class="tetris-lead" data-test="lead" style=format!("--share: {share:.1}%")>
                <span>{words}</span>
            </span>
        })
    };
    let run = board.memo(|heads| heads.run);
    let run = move || run.get().flatten().map(run_clock);
    view! { <div class="tetris-top">{clock} {run} {contest.then_some(bar)}</div> }
}
