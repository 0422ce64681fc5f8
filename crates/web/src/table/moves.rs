//! The moves of a match beside its board. Where there is no room for them, they are behind a tab of the chat.

use super::TableCtx;
use crate::games::kit::Moves;
use leptos::prelude::*;

/// The moves in the rail, while there is room.
#[component]
pub fn MovesRail(ctx: TableCtx) -> impl IntoView {
    let compact = ctx.is_compact();
    view! {
        <Show when=move || !compact.get()>
            <section class="moves-rail" aria-label="Moves">
                <Moves moves=ctx.moves() looked=ctx.looked() />
            </section>
        </Show>
    }
}
