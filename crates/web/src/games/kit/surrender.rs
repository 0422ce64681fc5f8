//! Giving up, after asking.

use crate::{
    table::{TableCtx, with_gold},
    ui::{Confirm, Press},
};
use leptos::prelude::*;
use serde::Serialize;

/// A button that gives up.
#[component]
pub fn Surrender<A>(
    ctx: TableCtx,
    /// The question.
    title: &'static str,
    /// What the button says that plays on.
    stay: &'static str,
    /// What to tell the house.
    action: A,
) -> impl IntoView
where
    A: Serialize + Send + Sync + 'static,
{
    let open = RwSignal::new(false);
    let action = StoredValue::new(action);
    let over = ctx.is_over();
    let has_bet = ctx.memo(|model| model.info.bet.is_some());
    let seats = ctx.with_untracked(|model| model.info.seats.len()).unwrap_or_default();
    let loses = match seats {
        2 => "Your opponent wins at once. This cannot be undone.",
        _ => "You lose at once. This cannot be undone.",
    };
    let words = Signal::derive(move || with_gold(loses, has_bet.get()));
    let give_up = move |()| action.with_value(|action| ctx.act(action));
    view! {
        <Show when=move || !over.get()>
            <Press test="surrender" class="quiet" on_press=move || open.set(true)>"Surrender"</Press>
            <Confirm open title words action="Surrender" stay on_yes=give_up />
        </Show>
    }
}
