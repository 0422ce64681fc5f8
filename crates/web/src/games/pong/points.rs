//! Points, above the court.

use super::{OnCourt, words::near};
use leptos::prelude::*;
use parlor_kernel::{Duel, Seat};
use parlor_pong::Side;

/// The points, the viewer's own on the left.
#[component]
pub fn Points(on: OnCourt) -> impl IntoView {
    let points = on.board.memo(|heads| heads.points);
    let server = on.board.memo(|heads| (!heads.veiled).then_some(heads.server));
    let of = move |side: Side| points.get().map_or(0, |points| points[side.index()]);
    let name = move |side: Side| on.names.with(|names| names.who(side.seat()).to_owned());
    let near = Memo::new(move |_| on.names.with(near).index());
    let side = move |is_near: bool| if (near.get() == 0) == is_near { Side::Left } else { Side::Right };
    let serves = move |is_near: bool| server.get().flatten() == Some(side(is_near));
    view! {
        <header class="pong-points">
            <span class="pong-name near" class:serves=move || serves(true)>{move || name(side(true))}</span>
            <b class="pong-number" data-test="points-near">{move || of(side(true))}</b>
            <span class="pong-colon" aria-hidden="true">":"</span>
            <b class="pong-number" data-test="points-far">{move || of(side(false))}</b>
            <span class="pong-name far" class:serves=move || serves(false)>{move || name(side(false))}</span>
        </header>
    }
}

/// In a challenge, how the other player does on their own court.
#[component]
pub fn RivalPanel(on: OnCourt) -> impl IntoView {
    let rival = on.board.memo(|heads| heads.rival);
    move || {
        let rival = rival.get().flatten()?;
        let name = on.board.names.with(|names| names.name(Duel::other(names.me.unwrap_or(Seat(0)))).to_owned());
        let [theirs, machines] = rival.points;
        Some(view! {
            <p class="pong-rival" data-test="rival">
                <span><b>{name}</b> " against the machine"</span>
                <span class="figures">{format!("{theirs} : {machines}")}</span>
                {rival.finished.then_some("finished")}
            </p>
        })
    }
}
