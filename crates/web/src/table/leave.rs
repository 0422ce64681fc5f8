//! Leaving a table.

use super::TableCtx;
use crate::ui::Confirm;
use leptos::prelude::*;
use parlor_client::TableModel;
use parlor_wire::{Status, TableCommand};

/// Leaves when `asked` is set: at once if nothing is lost by it, after a question if a match is.
#[component]
pub fn LeaveDialog(
    /// Which table.
    ctx: TableCtx,
    /// Set it to leave.
    asked: RwSignal<bool>,
    /// Where to go then.
    #[prop(into)]
    on_left: Callback<()>,
) -> impl IntoView {
    let confirming = RwSignal::new(false);
    let go = Callback::new(move |()| {
        asked.set(false);
        if ctx.with_untracked(|model| model.seat.is_some() && model.closed.is_none()) == Some(true) {
            ctx.command(TableCommand::Stand.at(ctx.code()));
        }
        on_left.run(());
    });
    Effect::new(move |_| {
        if asked.get() {
            match untrack(|| loses_by_leaving(ctx)) {
                true => confirming.set(true),
                false => go.run(()),
            }
        }
    });
    Effect::new(move |_| {
        if !confirming.get() {
            asked.set(false);
        }
    });
    let has_bet = ctx.memo(|model| model.info.bet.is_some());
    let words = Signal::derive(move || {
        let forfeit = "The match is still on. If you leave before your part of it is over you forfeit it, and that cannot be undone.";
        with_gold(forfeit, has_bet.get())
    });
    view! {
        <Confirm open=confirming title="Leave the game?" words action="Leave" stay="Keep playing" on_yes=go />
    }
}

/// What is lost with a match, and the gold that goes with it.
pub fn with_gold(words: &str, has_bet: bool) -> String {
    let gold = if has_bet { " Your bet goes with it." } else { "" };
    format!("{words}{gold}")
}

/// A match that is on is lost; one for gold is only called off before its first turn.
fn loses_by_leaving(ctx: TableCtx) -> bool {
    let loses = |model: &TableModel| {
        let on = model.seat.is_some() && model.info.status == Status::Playing && model.closed.is_none();
        on && model.info.bet.as_ref().is_none_or(|bet| bet.begun)
    };
    ctx.with(loses).unwrap_or_default()
}
