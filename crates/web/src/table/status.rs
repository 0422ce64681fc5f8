//! The one line that says whose turn it is and what to do.

use super::TableCtx;
use leptos::prelude::*;

/// The status line, and refusals: where the eyes are anyway.
#[component]
pub fn StatusLine(ctx: TableCtx) -> impl IntoView {
    let (status, refusal) = (ctx.status(), ctx.refusal());
    view! {
        <div class="status-line">
            <p class="status" role="status" aria-live="polite" data-test="status">{status}</p>
            <p class="refusal" role="alert" data-test="refusal">{refusal}</p>
        </div>
    }
}
