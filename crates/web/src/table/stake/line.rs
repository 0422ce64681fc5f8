//! The bet during the match: one line that leads to the rest.

use super::{
    super::TableCtx,
    bet::bet_at,
    panel::{Says, StakePanel},
    words,
};
use crate::ui::{Dialog, Icon, icon};
use leptos::prelude::*;

/// What lies in the box, while a match is played for it; afterwards the result has it.
#[component]
pub fn StakeLine(ctx: TableCtx) -> impl IntoView {
    let bet = bet_at(ctx);
    let open = RwSignal::new(false);
    let over = ctx.is_over();
    Effect::new(move |_| {
        if over.get() {
            open.set(false);
        }
    });
    let pot = Memo::new(move |_| bet.with(|bet| bet.as_ref().map(|bet| words::pot(&bet.info))));
    move || {
        pot.get().filter(|_| !over.get()).map(|pot| {
            view! {
                <div class="stake-line">
                    <button
                        type="button"
                        class="button quiet figures"
                        aria-haspopup="dialog"
                        data-test="stake-line"
                        on:click=move |_| open.set(true)
                    >
                        {icon(Icon::Coin)}
                        {pot}
                    </button>
                    <Dialog open title="The bet" test="stake-dialog">
                        <StakePanel ctx says=Says::Itself />
                    </Dialog>
                </div>
            }
        })
    }
}
