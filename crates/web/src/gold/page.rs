//! The page about our gold.

use super::{Gold, statement::Lines, words};
use crate::{
    account::{sign_in_from, sign_up_from},
    house::House,
    place::href_of,
    ui::{Header, Icon, icon, thousands},
};
use leptos::prelude::*;
use std::time::Duration;

/// What we have, what the house gives, and how it came to be.
#[component]
pub fn GoldPage() -> impl IntoView {
    let house = House::expect();
    let account = Memo::new(move |_| house.visitor.has_account());
    view! {
        <Header />
        <main class="page narrow gold-page" data-test="gold">
            <h1>"Your gold"</h1>
            {move || match account.get() {
                true => view! { <Balance /> <Lines /> }.into_any(),
                false => view! { <NoPurse /> }.into_any(),
            }}
            <p class="muted small">{words::PLAY_MONEY}</p>
        </main>
    }
}

#[component]
fn Balance() -> impl IntoView {
    let (gold, clock) = (Gold::expect(), House::expect().clock.now_ms());
    gold.look();
    let balance = move || gold.balance().map_or_else(|| "…".to_owned(), thousands);
    let now = || js_sys::Date::now() as u64;
    let grant = Memo::new(move |_| {
        clock.track();
        gold.purse().and_then(|purse| words::grant(purse.daily, purse.balance, now()))
    });
    // The house gives when it is asked what there is.
    Effect::new(move |_| {
        let due = gold.purse().and_then(|purse| words::wait(purse.daily, purse.balance, now()));
        let timer = due.and_then(|ms| set_timeout_with_handle(move || gold.look(), Duration::from_millis(ms)).ok());
        on_cleanup(move || timer.iter().for_each(TimeoutHandle::clear));
    });
    view! {
        <section class="sheet purse" aria-label="Balance">
            <p class="purse-sum figures">
                {icon(Icon::Coin)}
                <strong data-test="balance">{balance}</strong>
                <span class="muted">"gold"</span>
            </p>
            <p class="muted" data-test="grant">{grant}</p>
        </section>
    }
}

/// For those who cannot have any.
#[component]
fn NoPurse() -> impl IntoView {
    view! {
        <section class="sheet" data-test="gold-guest">
            <p>
                "Gold is for accounts: your games stay yours when you create one, and the house starts your purse with a gift."
            </p>
            <div class="row">
                <a class="button primary" href=href_of(&sign_up_from("/me/gold"))>"Create an account"</a>
                <a class="button" href=href_of(&sign_in_from("/me/gold"))>"Sign in"</a>
            </div>
        </section>
    }
}
