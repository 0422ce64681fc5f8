//! The next match at a table whose last one is over: who wants it, and who comes into a seat that has become free.

use super::{
    TableCtx, bet,
    free_seat::{AddBot, SitDown, first_free, sent_away},
};
use crate::{
    games::kit::listed,
    ui::{Icon, Press, icon},
};
use leptos::prelude::*;
use parlor_client::TableModel;
use parlor_kernel::Seat;
use parlor_wire::{Occupant, TableCommand};

/// What the viewer can do towards it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Offer {
    /// Nothing here.
    #[default]
    None,
    /// To want it, or to give a seat to a bot before.
    Rematch(Option<Seat>),
    /// To take a free seat.
    Seat,
    /// Nothing: the host has sent them away.
    SentAway,
}

/// What the viewer can do towards another match. Those who play for gold or hold it do that beside the bet.
#[component]
pub fn NextMatch(ctx: TableCtx) -> impl IntoView {
    let me = ctx.house().visitor.me();
    let bet = bet::bet_at(ctx);
    let offer = Memo::new(move |_| {
        let me = me.with(|me| me.as_ref().map(|me| me.id));
        let beside_the_bet = bet.with(|bet| bet.as_ref().is_some_and(|bet| bet.role.acts_there()));
        let offer = |model: &TableModel| {
            let free = first_free(model).filter(|_| model.closed.is_none());
            let among_people = model.info.rated || model.info.bet.is_some();
            match (model.seat, free) {
                (Some(_), _) if model.info.bet.is_some() => Offer::None,
                (Some(_), free) => Offer::Rematch(free.filter(|_| me == Some(model.info.host) && !among_people)),
                (None, Some(_)) if !beside_the_bet && ctx.is_sent_away() => Offer::SentAway,
                (None, Some(_)) if !beside_the_bet => Offer::Seat,
                (None, _) => Offer::None,
            }
        };
        ctx.with(offer).unwrap_or_default()
    });
    move || match offer.get() {
        Offer::None => None,
        Offer::Rematch(free) => Some(view! { <Rematch ctx free /> }.into_any()),
        Offer::Seat => Some(view! { <div class="rematch"><SitDown ctx /></div> }.into_any()),
        Offer::SentAway => Some(sent_away().into_any()),
    }
}

/// A button that says so, or the bots for a seat that has to be filled first; and a line about the others.
#[component]
fn Rematch(ctx: TableCtx, free: Option<Seat>) -> impl IntoView {
    let table = ctx.code();
    let mine = ctx.memo(|model| wants(model, model.seat));
    let why_not = ctx.memo(|model| {
        let alone = model.info.seats.iter().any(|seat| seat.occupant == Occupant::Nobody);
        match (&model.closed, alone) {
            (Some(reason), _) => Some(reason.clone()),
            (None, true) if model.info.seats.len() == 2 => Some("Your opponent has left the table.".to_owned()),
            (None, true) => Some("A player has left the table.".to_owned()),
            (None, false) => None,
        }
    });
    let others = Memo::new(move |_| {
        let seats = ctx.with(|model| {
            let wanting = |seat: &Seat| Some(*seat) != model.seat && wants(model, Some(*seat));
            Seat::all(model.info.seats.len() as u8).filter(wanting).collect::<Vec<_>>()
        });
        seats.unwrap_or_default().into_iter().map(|seat| ctx.occupant_name(seat)).collect::<Vec<_>>()
    });
    let sentence = move || match (mine.get(), why_not.get(), others.get()) {
        (_, Some(reason), _) => Some(reason),
        (true, None, _) => Some("Waiting for the others…".into()),
        (false, None, others) if others.is_empty() => None,
        (false, None, others) => Some(format!("{} would play again.", listed(others))),
    };
    let deed = match free {
        // The wish would have to wait for somebody to sit there.
        Some(seat) => view! { <AddBot ctx seat /> }.into_any(),
        None => view! {
            <Press
                class="primary large"
                test="rematch"
                why=why_not
                on_press=move || ctx.command(TableCommand::Ready { ready: !mine.get_untracked() }.at(table))
            >
                {icon(Icon::Again)}
                {move || if mine.get() { "Never mind" } else { "Rematch" }}
            </Press>
        }
        .into_any(),
    };
    view! {
        <div class="rematch">
            {deed}
            <p class="muted" role="status" data-test="rematch-note">{sentence}</p>
        </div>
    }
}

/// Whether a seat wants another match.
fn wants(model: &TableModel, seat: Option<Seat>) -> bool {
    seat.and_then(|seat| model.info.seats.get(seat.index())).is_some_and(|seat| seat.ready)
}
