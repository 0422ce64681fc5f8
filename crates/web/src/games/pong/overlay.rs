//! What is laid over the court: a veil, the countdown, call-outs, pauses, and that the match waits for a player.

use super::{OnCourt, words};
use crate::arcade::{PauseCover, hold_cover};
use leptos::prelude::*;

/// All that may be over the court; each part shows only when there is something to say.
#[component]
pub fn Overlay(on: OnCourt) -> impl IntoView {
    let board = on.board;
    let count = board.memo(|heads| heads.count);
    let callout = Memo::new(move |_| {
        let heads = board.heads.get()?;
        on.names.with(|names| words::callout(&heads, names))
    });
    let veiled = board.memo(|heads| heads.veiled);
    // Each number is an element of its own, so that it appears anew.
    let number = move || {
        count.get().flatten().map(|count| {
            view! { <span class="pong-count" data-test="count" aria-hidden="true">{count}</span> }
        })
    };
    view! {
        // Spectators see no court before the end of a challenge: both players get the same serves.
        <Show when=move || veiled.get() == Some(true)>
            <p class="pong-veil" data-test="veil">"Seen at the end"</p>
        </Show>
        {number}
        {move || callout.get().map(|words| view! { <p class="pong-callout" aria-hidden="true" data-test="callout">{words}</p> })}
        <PauseCover pauses=board.pauses() />
        {hold_cover(board.runner)}
    }
}
