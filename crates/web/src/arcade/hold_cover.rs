//! What covers a field while the match stands still.

use super::Runner;
use crate::table::{Hold, HoldSeconds};
use leptos::prelude::*;
use parlor_kernel::Playable;

/// Covers the field while a match at a table stands still, with whom it waits for. The status line reads it out.
pub fn hold_cover<G: Playable>(runner: Runner<G>) -> Option<impl IntoView> {
    let Runner::Remote(ctx) = runner else { return None };
    let hold = ctx.memo(Hold::of);
    let cover = move || {
        hold.get().map(|hold| {
            view! {
                <div class="arcade-paused" data-test="held" aria-hidden="true">
                    <h2>{hold.words()}</h2>
                    <p><HoldSeconds ctx hold /></p>
                </div>
            }
        })
    };
    Some(cover)
}
