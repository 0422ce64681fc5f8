//! The bet during the match: one line that leads to the rest.

use super::{
    super::TableCtx,
    panel::{BetPanel, Says},
    role::bet_at,
    words,
};
use crate::ui::{Dialog, Icon, icon};
use leptos::prelude::*;

/// What has been put in, while a match is played for it; afterwards the result has it.
#[component]
pub fn BetLine(ctx: TableCtx) -> impl IntoView {
    let bet = bet_at(ctx);
    let open = RwSignal::new(false);
    let over = ctx.is_over();
    Effect::new(move |_| {
        if over.get() {
            open.set(false);
        }
    });
    let in_escrow = Memo::new(move |_| bet.with(|bet| bet.as_ref().map(|bet| words::in_escrow(&bet.info))));
    move || {
        in_escrow.get().filter(|_| !over.get()).map(|in_escrow| {
            view! {
                <div class="table-bet-line">
                    <button
                        type="button"
                        class="button quiet figures"
                        aria-haspopup="dialog"
                        data-test="table-bet-line"
                        on:click=move |_| open.set(true)
                    >
                        {icon(Icon::Coin)}
                        {in_escrow}
                    </button>
                    <Dialog open title="The bet" test="table-bet-dialog">
                        <BetPanel ctx says=Says::Itself />
                    </Dialog>
                </div>
            }
        })
    }
}
