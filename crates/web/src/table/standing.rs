//! What a match meant beyond itself: against whom it was, and what it did to the ratings.

use super::TableCtx;
use crate::{
    house::{ask, http::results},
    profile::signed,
    ui::{occupant_name, person_name, rated_mark},
};
use leptos::prelude::*;
use parlor_kernel::Seat;
use parlor_wire::{
    Kind, MatchId, Occupant,
    http::{MatchInfo, MatchSeat},
};

/// The ratings after a match that counted; otherwise against whom it was, if they can be visited.
#[component]
pub fn Standing(ctx: TableCtx, id: MatchId, me: Option<Seat>) -> impl IntoView {
    let rated = ctx.with_untracked(|model| model.info.rated).unwrap_or_default();
    if rated { view! { <Ratings id /> }.into_any() } else { me.map(|me| view! { <Against ctx me /> }).into_any() }
}

/// The opponents that have a page.
#[component]
fn Against(ctx: TableCtx, me: Seat) -> impl IntoView {
    let others = ctx.memo(move |model| {
        let seats = model.info.seats.iter().enumerate().filter(|(index, _)| *index != me.index());
        let known = |occupant: &Occupant| matches!(occupant, Occupant::Person { kind, .. } if *kind != Kind::Guest);
        seats.map(|(_, seat)| seat.occupant.clone()).filter(known).collect::<Vec<_>>()
    });
    move || {
        let others = others.get();
        (!others.is_empty()).then(|| {
            let names = others.iter().enumerate().map(|(index, other)| {
                view! { {(index > 0).then_some(", ")} {occupant_name(other)} }
            });
            view! { <p class="muted" data-test="against">"Against " {names.collect_view()}</p> }
        })
    }
}

/// The ratings before and after, once the house has told.
#[component]
fn Ratings(id: MatchId) -> impl IntoView {
    let info = ask(move || results::one(id)).reply();
    let changes = move || match info.get() {
        None => view! { <li class="muted">"…"</li> }.into_any(),
        Some(Err(problem)) => view! { <li class="muted">{problem.detail}</li> }.into_any(),
        Some(Ok(MatchInfo { seats, .. })) => seats.iter().map(change).collect_view().into_any(),
    };
    view! {
        <div class="ratings" data-test="ratings">
            {rated_mark()}
            <ul>{changes}</ul>
        </div>
    }
}

fn change(seat: &MatchSeat) -> AnyView {
    let name = seat.person.as_ref().map_or_else(|| seat.label.name.clone().into_any(), person_name);
    let Some(rating) = seat.rating else {
        return view! { <li>{name} " is not rated"</li> }.into_any();
    };
    let difference = rating.after - rating.before;
    view! {
        <li>
            {name}
            " "
            <span class="figures">{rating.after}</span>
            " "
            <span class="change figures" class:up={difference > 0} class:down={difference < 0} data-test="change">
                {signed(difference)}
            </span>
        </li>
    }
    .into_any()
}
