//! The bet in full.

use super::{
    super::TableCtx,
    act::Offers,
    evidence::{Evidence, said},
    holder::holder,
    role::{self, BetView, Role},
    steps, words,
};
use crate::{
    account::sign_up_from,
    place::href_of,
    ui::{Icon, icon, stretch},
};
use leptos::prelude::*;
use parlor_kernel::{Commitment, Seat};
use parlor_wire::{BetState, MatchId};

/// Whether the panel itself says what to do, or the table's status line beside it does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Says {
    /// The panel.
    Itself,
    /// The status line.
    StatusLine,
}

/// The bet at a table; nothing where there is none.
#[component]
pub fn BetPanel(
    /// Which table.
    ctx: TableCtx,
    /// Who says what to do.
    says: Says,
) -> impl IntoView {
    let bet = role::bet_at(ctx);
    let there = Memo::new(move |_| bet.with(Option::is_some));
    move || there.get().then(|| view! { <Panel ctx says bet /> })
}

#[component]
fn Panel(ctx: TableCtx, says: Says, bet: Memo<Option<BetView>>) -> impl IntoView {
    let of = move |read: fn(&BetView) -> AnyView| move || bet.with(|bet| bet.as_ref().map(read));
    let state = Memo::new(move |_| bet.with(|bet| bet.as_ref().map(|bet| format!("{:?}", bet.info.state))));
    let note = Memo::new(move |_| bet.with(|bet| bet.as_ref().and_then(words::status)));
    let refused = move || ctx.refused().get().filter(|_| says == Says::Itself && ctx.is_phone().get());
    view! {
        <section class="table-bet" aria-label="The bet" data-state=state data-test="table-bet">
            <header class="table-bet-head">
                {icon(Icon::Coin)}
                <strong class="figures" data-test="table-bet-total">{of(|bet| words::in_escrow(&bet.info).into_any())}</strong>
                <span class="spacer"></span>
                <Clock ctx until=role::until(ctx) />
            </header>
            {of(|bet| steps::line(steps::steps(&bet.info)).into_any())}
            {(says == Says::Itself).then(|| view! {
                <p class="table-bet-note" role="status" data-test="table-bet-note">{note}</p>
            })}
            {of(|bet| deposits(bet).into_any())}
            {of(|bet| holder(bet).into_any())}
            {of(|bet| said(bet).into_any())}
            <Proof ctx bet />
            <p class="trouble" role="alert">
                <For each=refused key=|said| said.n let:said>{said.sentence}</For>
            </p>
            <Offers ctx bet />
            <Guests ctx bet />
        </section>
    }
}

/// Who has put in the bet, while that is a question.
fn deposits(bet: &BetView) -> Option<impl IntoView + use<>> {
    let one = |seat: Seat| {
        let paid = bet.is_in(seat);
        let (name, words) = (bet.name(seat).to_owned(), if paid { "has put it in" } else { "not yet" });
        view! {
            <li class:paid=paid data-seat=seat.0 data-test="deposit-of">
                <span class="deposit-mark" aria-hidden="true">{paid.then(|| icon(Icon::Check))}</span>
                <span class="seat-name">{name}</span>
                <span class="muted small">{words}</span>
            </li>
        }
    };
    (bet.info.state == BetState::Depositing).then(|| {
        let all = bet.seats().map(one).collect_view();
        view! { <ul class="deposits" aria-label="Deposits" data-test="deposits">{all}</ul> }
    })
}

/// The promise about the dice while they roll, and after a dispute the proof that it was kept.
#[component]
fn Proof(ctx: TableCtx, bet: Memo<Option<BetView>>) -> impl IntoView {
    #[derive(Clone, PartialEq)]
    enum Shown {
        Promise(Commitment),
        Evidence(MatchId, Commitment),
        Link(MatchId),
    }
    let promised = move || ctx.with(|model| model.game.as_ref().map(|game| game.commitment)).flatten();
    let shown = Memo::new(move |_| {
        let (state, role, id) = bet.with(|bet| bet.as_ref().map(|bet| (bet.info.state, bet.role, bet.shown)))?;
        match (state, role) {
            (BetState::Playing, _) => promised().map(Shown::Promise),
            (BetState::Disputed, Role::Holder) => Some(Shown::Evidence(id?, promised()?)),
            (BetState::Settling | BetState::Disputed, _) => id.map(Shown::Link),
            _ => None,
        }
    });
    move || {
        Some(match shown.get()? {
            Shown::Promise(commitment) => view! {
                <p class="small table-bet-promise" data-test="promise">
                    <span class="muted">"The promise about the dice, to be checked when the match is over: "</span>
                    <code>{commitment.to_string()}</code>
                </p>
            }
            .into_any(),
            Shown::Evidence(id, promised) => view! { <Evidence id promised /> }.into_any(),
            Shown::Link(id) => view! {
                <p class="small"><a href=href_of(&format!("/replay/{id}")) data-test="check">"Check every roll yourself"</a></p>
            }
            .into_any(),
        })
    }
}

/// Why guests can only watch.
#[component]
fn Guests(ctx: TableCtx, bet: Memo<Option<BetView>>) -> impl IntoView {
    let guest = Memo::new(move |_| bet.with(|bet| bet.as_ref().is_some_and(|bet| bet.role == Role::Guest)));
    move || {
        guest.get().then(|| {
            let here = format!("/t/{}", ctx.code());
            view! {
                <p class="small muted" data-test="bets-need-an-account">
                    "Only players with an account can bet. "
                    <a href=href_of(&sign_up_from(&here))>"Create one"</a>
                    "; you keep your games."
                </p>
            }
        })
    }
}

/// How long until something happens by itself.
#[component]
pub fn Clock(ctx: TableCtx, until: Memo<Option<f64>>) -> impl IntoView {
    let left = Memo::new(move |_| {
        let left = until.get()? - ctx.now_ms().get();
        Some((left.max(0.0) / 1000.0).ceil() as u64)
    });
    move || {
        left.get().map(|seconds| {
            view! {
                <span class="clock" class:soon={seconds <= 10} role="timer" title="The time left" data-test="table-bet-clock">
                    {stretch(seconds)}
                </span>
            }
        })
    }
}
