//! A free seat: taking it, and giving it to a bot.

use super::TableCtx;
use crate::ui::{Icon, icon};
use leptos::prelude::*;
use parlor_client::TableModel;
use parlor_kernel::Seat;
use parlor_wire::{Occupant, TableCommand};

/// The first free seat at a table.
pub fn first_free(model: &TableModel) -> Option<Seat> {
    let seats = &model.info.seats;
    Seat::all(seats.len() as u8).zip(seats).find(|(_, place)| place.occupant == Occupant::Nobody).map(|(seat, _)| seat)
}

/// Sits down wherever a seat is free.
#[component]
pub fn SitDown(ctx: TableCtx) -> impl IntoView {
    let sit = move |_| ctx.command(TableCommand::Sit { seat: None }.at(ctx.code()));
    view! {
        <button type="button" class="button primary large" data-test="sit" on:click=sit>
            "Sit down"
        </button>
    }
}

/// Why no seat is to be had.
pub fn sent_away() -> impl IntoView {
    view! { <p class="welcome" data-test="sent-away">"The host has sent you away from this table. You may watch."</p> }
}

/// One button for each bot of the game.
#[component]
pub fn AddBot(ctx: TableCtx, seat: Seat) -> impl IntoView {
    let (table, house) = (ctx.code(), ctx.house());
    let game = ctx.with_untracked(|model| model.info.game.clone()).unwrap_or_default();
    let choices = house.catalog.levels(&game).iter().map(|level| {
        let add = move |_| ctx.command(TableCommand::SeatBot { seat, level: Some(level.id.to_owned()) }.at(table));
        view! {
            <button
                type="button"
                class="button quiet"
                title=level.blurb
                data-test=format!("add-bot-{}", level.id)
                on:click=add
            >
                {level.id}
            </button>
        }
    });
    view! {
        <span class="add-bot" role="group" aria-label="Seat a bot">
            {icon(Icon::Bot)}
            <span>"Seat a bot:"</span>
            {choices.collect_view()}
        </span>
    }
}
