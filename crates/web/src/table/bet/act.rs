//! What the viewer can do about a bet, as buttons.

use super::{
    super::TableCtx,
    dispute::DisputeDialog,
    role::{BetView, Offer},
    words,
};
use crate::{
    gold::{Gold, gold},
    ui::{Confirm, Press},
};
use leptos::prelude::*;
use parlor_wire::{EscrowStep, TableCommand};

/// The buttons, and the questions that some of them ask first.
#[component]
pub fn Offers(ctx: TableCtx, bet: Memo<Option<BetView>>) -> impl IntoView {
    let purse = Gold::expect();
    let disputing = RwSignal::new(false);
    let (asked, asking) = (RwSignal::new(None::<Offer>), RwSignal::new(false));
    let ask = move |offer: Offer| {
        asked.set(Some(offer));
        asking.set(true);
    };
    let press = move |offer: Offer| match offer {
        Offer::Dispute => disputing.set(true),
        Offer::Award(_) | Offer::Refund => ask(offer),
        Offer::Unhold if untrack(|| bet.with(|bet| bet.as_ref().is_some_and(BetView::depends_on_holder))) => ask(offer),
        _ => act(ctx, offer),
    };
    let offers = Memo::new(move |_| {
        bet.with(|bet| {
            let bet = bet.as_ref()?;
            Some(bet.offers().into_iter().map(|offer| (offer, words::offer(bet, offer))).collect::<Vec<_>>())
        })
        .unwrap_or_default()
    });
    let why = Signal::derive(move || bet.with(|bet| cannot_deposit(bet.as_ref()?, purse.balance())));
    let button = move |index: usize, offer: Offer, label: String| {
        let why = if offer == Offer::Deposit { why } else { Signal::stored(None) };
        let class = match offer {
            Offer::Stand | Offer::Unhold | Offer::Dismiss | Offer::NoThanks | Offer::TakeBack | Offer::CallOff => {
                "quiet"
            }
            Offer::Dispute => "",
            _ if index == 0 && !matches!(offer, Offer::Award(_)) => "primary",
            _ => "",
        };
        view! { <Press class test=test(offer) why on_press=move || press(offer)>{label}</Press> }
    };
    let buttons = move || {
        let offers = offers.get();
        (!offers.is_empty()).then(|| {
            let buttons = offers.into_iter().enumerate().map(|(index, (offer, label))| button(index, offer, label));
            view! { <div class="row table-bet-offers">{buttons.collect_view()}</div> }
        })
    };
    view! {
        <PurseNote bet />
        {buttons}
        <DisputeDialog ctx open=disputing />
        <Question ctx bet asked open=asking />
    }
}

/// The stable name of an offer, for browser tests.
const fn test(offer: Offer) -> &'static str {
    match offer {
        Offer::Deposit => "deposit",
        Offer::TakeBack => "take-back",
        Offer::CallOff => "call-off",
        Offer::NoThanks => "no-thanks",
        Offer::Accept => "accept",
        Offer::Dispute => "dispute",
        Offer::Award(_) => "award",
        Offer::Refund => "refund",
        Offer::Hold => "hold",
        Offer::Unhold => "unhold",
        Offer::Dismiss => "dismiss",
        Offer::Stand => "stand",
    }
}

fn act(ctx: TableCtx, offer: Offer) {
    let table = ctx.code();
    let step = match offer {
        Offer::Stand => return ctx.command(TableCommand::Stand.at(table)),
        // It needs a reason, which its dialog asks for.
        Offer::Dispute => return,
        Offer::Deposit => EscrowStep::Deposit,
        Offer::TakeBack | Offer::CallOff | Offer::NoThanks => EscrowStep::Cancel,
        Offer::Accept => EscrowStep::Accept,
        Offer::Award(seat) => EscrowStep::Award { seat },
        Offer::Refund => EscrowStep::Refund,
        Offer::Hold => EscrowStep::Hold,
        Offer::Unhold => EscrowStep::Unhold,
        Offer::Dismiss => EscrowStep::Dismiss,
    };
    ctx.command(TableCommand::Escrow { step }.at(table));
}

/// Why the bet cannot be put in, as far as can be known here.
fn cannot_deposit(bet: &BetView, balance: Option<u64>) -> Option<String> {
    let amount = bet.info.amount;
    if bet.alone {
        return Some("The bet can be put in when everyone is at the table.".into());
    }
    if bet.info.holder.is_none() {
        return Some("The bet needs a holder first.".into());
    }
    let balance = balance.filter(|balance| *balance < u64::from(amount))?;
    Some(format!("You have {}, and the bet is {}.", gold(balance), gold(amount)))
}

/// What is in the purse, for those who are about to open it.
#[component]
fn PurseNote(bet: Memo<Option<BetView>>) -> impl IntoView {
    let purse = Gold::expect();
    // Gold has moved whenever the bet has.
    let moved =
        Memo::new(move |_| bet.with(|bet| bet.as_ref().map(|bet| (bet.info.id, bet.info.state, bet.info.in_escrow))));
    Effect::new(move |_| {
        if moved.get().is_some() {
            purse.look();
        }
    });
    move || {
        let bet = bet.get().filter(|bet| bet.offers().contains(&Offer::Deposit))?;
        let balance = purse.balance()?;
        let too_few = balance < u64::from(bet.info.amount);
        let words = match too_few {
            true => format!("You have {}, and the bet is {}.", gold(balance), gold(bet.info.amount)),
            false => format!("You have {}.", gold(balance)),
        };
        Some(view! { <p class="small muted figures" class:trouble=too_few data-test="purse-note">{words}</p> })
    }
}

/// Asks the holder before something that stands.
#[component]
fn Question(
    ctx: TableCtx,
    bet: Memo<Option<BetView>>,
    asked: RwSignal<Option<Offer>>,
    open: RwSignal<bool>,
) -> impl IntoView {
    // The question is gone if the answer takes too long.
    let offered = Memo::new(move |_| {
        bet.with(|bet| bet.as_ref().zip(asked.get()).is_some_and(|(bet, offer)| bet.offers().contains(&offer)))
    });
    Effect::new(move |_| {
        if !offered.get() {
            open.set(false);
        }
    });
    let question = Memo::new(move |_| bet.with(|bet| words::question(bet.as_ref()?, asked.get()?)).unwrap_or_default());
    let yes = move |()| {
        if let Some(offer) = asked.get_untracked() {
            act(ctx, offer);
        }
    };
    view! {
        <Confirm
            open
            title=Signal::derive(move || question.get().title)
            words=Signal::derive(move || question.get().words.to_owned())
            action=Signal::derive(move || question.get().action.to_owned())
            on_yes=yes
        />
    }
}
