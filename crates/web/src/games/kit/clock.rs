//! How long the awaited seats may still think.

use crate::table::TableCtx;
use leptos::prelude::*;
use parlor_kernel::{Game, Tick};

/// When there is little time left, in seconds.
const SOON: u32 = 10;

/// The seconds left until `deadline` in a match of `G`, while there is one.
pub fn seconds_left<G: Game>(ctx: TableCtx, deadline: Memo<Option<Tick>>) -> Memo<Option<u32>> {
    Memo::new(move |_| left_ms::<G>(ctx, deadline.get()?).map(|ms| (ms / 1000.0).ceil() as u32))
}

/// The time left until `deadline` in a match of `G`, while there is one.
pub fn clock<G: Game>(ctx: TableCtx, deadline: Memo<Option<Tick>>) -> impl IntoView {
    let left = seconds_left::<G>(ctx, deadline);
    let soon = move || left.get().is_some_and(|seconds| seconds <= SOON);
    move || {
        left.get().map(|seconds| {
            view! {
                <span class="clock" class:soon=soon role="timer" data-test="clock">
                    {format!("{}:{:02}", seconds / 60, seconds % 60)}
                </span>
            }
        })
    }
}

/// How many milliseconds are left until `deadline` in a match of `G`.
pub fn left_ms<G: Game>(ctx: TableCtx, deadline: Tick) -> Option<f64> {
    let now = ctx.now_ms().get();
    ctx.with(|model| model.game.as_ref().map(|game| game.remaining_ms::<G>(deadline, now)))?
}
