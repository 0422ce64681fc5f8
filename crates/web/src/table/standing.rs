//! What a match meant beyond itself: against whom it was, and what it did to the ratings.

use super::TableCtx;
use crate::{
    house::{ask, http::results},
    profile::signed,
    ui::{person_name, rated_mark},
};
use leptos::prelude::*;
use parlor_kernel::Seat;
use parlor_wire::{
    Kind, MatchId,
    http::{MatchInfo, MatchSeat},
};

/// The ratings after a match that counted; otherwise the opponents of `me` who have a profile. The house tells who
/// played: they may have left the table.
#[component]
pub fn Standing(ctx: TableCtx, id: MatchId, me: Option<Seat>) -> impl IntoView {
    let rated = ctx.with_untracked(|model| model.info.rated).unwrap_or_default();
    if !rated && me.is_none() {
        return ().into_any();
    }
    let info = ask(move || results::one(id)).reply();
    let told = move || match (rated, info.get(), me) {
        (true, None, _) => ratings(view! { <li class="muted">"…"</li> }.into_any()).into_any(),
        (true, Some(Err(problem)), _) => {
            ratings(view! { <li class="muted">{problem.detail}</li> }.into_any()).into_any()
        }
        (true, Some(Ok(MatchInfo { seats, .. })), _) => {
            ratings(seats.iter().map(change).collect_view().into_any()).into_any()
        }
        (false, Some(Ok(MatchInfo { seats, .. })), Some(me)) => against(&seats, me).into_any(),
        (false, ..) => ().into_any(),
    };
    told.into_any()
}

fn against(seats: &[MatchSeat], me: Seat) -> Option<impl IntoView + use<>> {
    let others = seats.iter().enumerate().filter(|(index, _)| *index != me.index());
    let known = others.filter_map(|(_, seat)| seat.person.as_ref()).filter(|person| person.kind != Kind::Guest);
    let names: Vec<_> = known
        .enumerate()
        .map(|(index, person)| view! { {(index > 0).then_some(", ")} {person_name(person)} })
        .collect();
    (!names.is_empty()).then(|| view! { <p class="muted" data-test="against">"Against " {names}</p> })
}

fn ratings(changes: AnyView) -> impl IntoView {
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
