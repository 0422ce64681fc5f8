//! The one line that says whose turn it is and what to do.

use super::TableCtx;
use leptos::prelude::*;

/// The status line, and refusals: where the eyes are anyway.
#[component]
pub fn StatusLine(ctx: TableCtx) -> impl IntoView {
    let (status, refusal) = (ctx.status(), ctx.refusal());
    // A match that stands still, and when it goes on, on the screen's clock: that comes before what the game says.
    let held = ctx.memo(|model| model.info.held.map(|held| held.goes_on_ms.map(|left| model.told_ms + left as f64)));
    let line = move || match held.get() {
        None => view! { {status} }.into_any(),
        Some(None) => "The match waits until somebody is back.".into_any(),
        Some(Some(at)) => view! { <GoesOn ctx at /> }.into_any(),
    };
    view! {
        <div class="status-line">
            <p class="status" role="status" aria-live="polite" data-test="status">{line}</p>
            <p class="refusal" role="alert" data-test="refusal">{refusal}</p>
        </div>
    }
}

/// A match goes on soon. The seconds are not read out: nobody wants to hear each of them.
#[component]
fn GoesOn(ctx: TableCtx, at: f64) -> impl IntoView {
    let seconds = Memo::new(move |_| ((at - ctx.now_ms().get()).max(0.0) / 1000.0).ceil() as u32);
    view! {
        <span class="for-ears">"The match goes on in a moment."</span>
        <span class="figures" aria-hidden="true">{move || format!("The match goes on in {} s", seconds.get())}</span>
    }
}
