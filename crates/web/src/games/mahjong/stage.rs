//! A position of a finished match, with every hand open.

use super::{
    looks::Looks,
    seats,
    tile::{self, Size, Sprite, lying},
    words,
};
use crate::{games::kit::Names, replay::Frame};
use leptos::prelude::*;
use parlor_kernel::Seat;
use parlor_mahjong::{Config, Mahjong, SEATS, View};
use std::sync::Arc;

/// Draws the frames of a replay. Through one player's eyes only that player's hand is open.
pub fn stage(_: Arc<Config>, frame: Signal<Frame<Mahjong>>, names: Vec<String>) -> AnyView {
    let looks = Looks::provide();
    let names = StoredValue::new(Names::new(None, names));
    let public = Memo::new(move |_| frame.with(|frame| frame.views.first().cloned()));
    let seats = Seat::all(SEATS).map(|seat| view! { <Open frame seat names /> }).collect_view();
    let discards = move || {
        public.with(|view| {
            let view = view.as_ref()?;
            let tile = |discard: &parlor_mahjong::Discard| view! { <li>{lying(discard.tile, Size::Small)}</li> };
            Some(view.discards.iter().map(tile).collect_view())
        })
    };
    let told =
        move || public.with(|view| view.as_ref().map(|view| names.with_value(|names| words::status(view, names))));
    let wall = move || public.with(|view| view.as_ref().map(|view| view.wall));
    view! {
        <div class="mj mj-film" class:plain=move || looks.text.get()>
            <Sprite />
            <p class="mj-told">{told} <span class="muted figures">" Wall: " {wall}</span></p>
            {seats}
            <ol class="mj-discards" aria-label="Discards" data-test="discards">{discards}</ol>
        </div>
    }
    .into_any()
}

/// A player with the tiles that may be seen.
#[component]
fn Open(frame: Signal<Frame<Mahjong>>, seat: Seat, names: StoredValue<Names>) -> impl IntoView {
    let view = Memo::new(move |_| frame.with(|frame| frame.views.get(seat.index()).cloned()));
    let seen = Memo::new(move |_| frame.with(|frame| frame.perspective.is_none_or(|eyes| eyes == seat)));
    let head = move |view: &View| {
        let (letter, wind) = words::wind(view, seat);
        let name = names.with_value(|names| names.name(seat).to_owned());
        view! {
            <header class="mj-name">
                <span class="mj-wind" title=wind>{letter}</span>
                <b>{name}</b>
                <span class="mj-ledger figures">{words::signed(view.ledger[seat.index()])}</span>
                {(view.dealt > 0 && !view.is_live(seat)).then(|| view! { <span class="mj-dead">"dead"</span> })}
            </header>
        }
    };
    let hand = move |view: &View| {
        let public = &view.seats[seat.index()];
        if seen.get() {
            view.hand.tiles().map(|tile| lying(tile, Size::Small)).collect_view().into_any()
        } else {
            (0..public.concealed).map(|_| tile::back()).collect_view().into_any()
        }
    };
    move || {
        view.with(|view| {
            view.as_ref().map(|view| {
                view! {
                    <section class="mj-open" class:turn={view.turn == Some(seat)} data-seat=seat.0 data-test="open-hand">
                        {head(view)}
                        <div class="mj-laid">{seats::exposures(&view.seats[seat.index()].exposures, |_| None)}</div>
                        <div class="mj-laid mj-hidden">{hand(view)}</div>
                    </section>
                }
            })
        })
    }
}
