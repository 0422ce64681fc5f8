//! What is laid over the court: the countdown, call-outs, and pauses.

use super::{screen::Board, words};
use crate::ui::Press;
use leptos::prelude::*;
use parlor_kernel::SeatSet;
use parlor_pong::Phase;

/// All that may be over the court; each part shows only when there is something to say.
#[component]
pub fn Overlay(board: Board) -> impl IntoView {
    let count = board.memo(|heads| heads.count);
    let callout = Memo::new(move |_| {
        let heads = board.heads.get()?;
        board.on_court.with(|names| words::callout(&heads, names))
    });
    let paused = board.memo(|heads| heads.phase == Phase::Paused);
    // Each number is an element of its own, so that it appears anew.
    let number = move || {
        count.get().flatten().map(|count| {
            view! { <span class="pong-count" data-test="count" aria-hidden="true">{count}</span> }
        })
    };
    view! {
        {number}
        {move || callout.get().map(|words| view! { <p class="pong-callout" aria-hidden="true" data-test="callout">{words}</p> })}
        <Asking board />
        <Show when=move || paused.get() == Some(true)>
            <Paused board />
        </Show>
    }
}

#[component]
fn Paused(board: Board) -> impl IntoView {
    let plays = !board.hands.seats().is_empty();
    view! {
        <div class="pong-paused" data-test="paused" on:pointerdown=|event| event.stop_propagation()>
            <h2>"Paused"</h2>
            {plays.then(|| view! {
                <p class="muted">"Everything waits. It goes on after a countdown."</p>
                <Press test="resume" class="primary" on_press=move || board.toggle_pause()>"Go on"</Press>
            })}
        </div>
    }
}

/// Somebody would like a pause, and somebody has to agree.
#[component]
fn Asking(board: Board) -> impl IntoView {
    let asking = board.memo(|heads| if heads.outcome.is_none() { heads.asking } else { SeatSet::EMPTY });
    move || {
        let seat = asking.get()?.first()?;
        let mine = board.hands.seats().contains(&seat);
        let (words, plays) = board.names.with(|names| {
            let words = if mine {
                format!("Waiting for {}…", names.name(seat.opponent()))
            } else {
                format!("{} asks for a pause", names.name(seat))
            };
            (words, names.me.is_some())
        });
        let button = match (plays, mine) {
            (false, _) => None,
            (true, true) => Some(
                view! { <Press test="pause-drop" class="quiet" on_press=move || board.toggle_pause()>"Never mind"</Press> }
                    .into_any(),
            ),
            (true, false) => {
                Some(view! { <Press test="pause-agree" on_press=move || board.pause()>"Agree"</Press> }.into_any())
            }
        };
        Some(view! {
            <div class="pong-asking" data-test="pause-ask" on:pointerdown=|event| event.stop_propagation()>
                <span>{words}</span>
                {button}
            </div>
        })
    }
}
