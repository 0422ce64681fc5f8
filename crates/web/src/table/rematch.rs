//! The wish for another match, and who shares it.

use super::TableCtx;
use crate::{
    games::kit::listed,
    ui::{Icon, Press, icon},
};
use leptos::prelude::*;
use parlor_client::TableModel;
use parlor_kernel::Seat;
use parlor_wire::{Occupant, TableCommand};

/// A button that says so, and a line about the others.
#[component]
pub fn Rematch(ctx: TableCtx) -> impl IntoView {
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
    view! {
        <div class="rematch">
            <Press
                class="primary large"
                test="rematch"
                why=why_not
                on_press=move || ctx.command(TableCommand::Ready { ready: !mine.get_untracked() }.at(table))
            >
                {icon(Icon::Again)}
                {move || if mine.get() { "Never mind" } else { "Rematch" }}
            </Press>
            <p class="muted" role="status" data-test="rematch-note">{sentence}</p>
        </div>
    }
}

/// Whether a seat wants another match.
fn wants(model: &TableModel, seat: Option<Seat>) -> bool {
    seat.and_then(|seat| model.info.seats.get(seat.index())).is_some_and(|seat| seat.ready)
}
